package dev.signalbox.server.cli;

import java.util.Map;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;

/** Resumes a paused relay on all nodes. */
@Command(name = "resume", description = "Resumes a paused relay on all its nodes.", mixinStandardHelpOptions = true)
final class ResumeCommand extends OperatorCommand {
    @Override
    int run(AdminApiClient client) throws CommandException {
        String relay = client.relay(target().relay);
        JsonNode view = client.post(AdminApiClient.relay(relay, "/resume"), Map.of());
        if (!printedAsJson(view)) {
            print("relay " + relay + " is not paused");
        }
        return 0;
    }
}
