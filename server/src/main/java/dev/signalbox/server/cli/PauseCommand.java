package dev.signalbox.server.cli;

import dev.signalbox.runtime.settings.Masking;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** Has a relay rest on all nodes. */
@Command(
        name = "pause",
        description = "Has a relay rest on all its nodes, until it is resumed.",
        mixinStandardHelpOptions = true,
        exitCodeListHeading = OperatorCommand.CODES,
        exitCodeList = {OperatorCommand.OK, OperatorCommand.REFUSED, OperatorCommand.USAGE, OperatorCommand.UNREACHABLE
        })
final class PauseCommand extends OperatorCommand {
    @Option(names = "--reason", paramLabel = "TEXT", description = "Why, for the other operators.", defaultValue = "")
    @SuppressWarnings("NullAway.Init") // set by picocli before anything is run
    private String reason;

    @Override
    int run(AdminApiClient adminApiClient) throws CommandException {
        String relay = adminApiClient.relay(target().relay);
        JsonNode view = adminApiClient.post(AdminApiClient.relay(relay, "/pause"), Map.of("reason", reason));
        if (!printedAsJson(view)) {
            JsonNode pause = view.path("pause");
            print("relay " + relay + " is paused since " + CellText.moment(pause.path("since")) + " by "
                    + Masking.escaped(CellText.text(pause.path("by"))));
        }
        return 0;
    }
}
