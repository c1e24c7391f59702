package dev.signalbox.server.cli;

import java.util.Map;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;

/** Ends a relay's rest. */
@Command(
        name = "resume",
        description = "Ends a relay's rest on all its nodes.",
        mixinStandardHelpOptions = true,
        exitCodeListHeading = OperatorCommand.CODES,
        exitCodeList = {OperatorCommand.OK, OperatorCommand.REFUSED, OperatorCommand.USAGE, OperatorCommand.UNREACHABLE
        })
final class ResumeCommand extends OperatorCommand {
    @Override
    int run(AdminApiClient adminApiClient) throws CommandException {
        String relay = adminApiClient.relay(target().relay);
        JsonNode view = adminApiClient.post(AdminApiClient.relay(relay, "/resume"), Map.of());
        if (!printedAsJson(view)) {
            print("relay " + relay + " is not paused");
        }
        return 0;
    }
}
