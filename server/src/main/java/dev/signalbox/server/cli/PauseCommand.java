package dev.signalbox.server.cli;

import dev.signalbox.runtime.settings.Masking;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** Pauses a relay on all nodes. */
@Command(
        name = "pause",
        description = "Pauses a relay on all its nodes until it is resumed.",
        mixinStandardHelpOptions = true)
final class PauseCommand extends OperatorCommand {
    @Option(names = "--reason", paramLabel = "TEXT", description = "Why, for the other operators.", defaultValue = "")
    @SuppressWarnings("NullAway.Init") // set by picocli before anything is run
    private String reason;

    @Override
    int run(AdminApiClient client) throws CommandException {
        String relay = client.relay(target.relay);
        JsonNode view = client.post(AdminApiClient.relay(relay, "/pause"), Map.of("reason", reason));
        if (!printedAsJson(view)) {
            JsonNode pause = view.path("pause");
            print("relay " + relay + " is paused since " + TerminalTable.time(pause.path("since")) + " by "
                    + Masking.escaped(TerminalTable.cell(pause.path("by"))));
        }
        return 0;
    }

    /** Resumes a paused relay on all nodes. */
    @Command(name = "resume", description = "Resumes a paused relay on all its nodes.", mixinStandardHelpOptions = true)
    static final class Resume extends OperatorCommand {
        @Override
        int run(AdminApiClient client) throws CommandException {
            String relay = client.relay(target.relay);
            if (!printedAsJson(client.post(AdminApiClient.relay(relay, "/resume"), Map.of()))) {
                print("relay " + relay + " is not paused");
            }
            return 0;
        }
    }
}
