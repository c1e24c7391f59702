package dev.signalbox.server.cli;

import dev.signalbox.runtime.settings.Masking;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Explains why a message is not delivered yet. */
@Command(
        name = "explain",
        description = "Explains why a message is not delivered yet, or how it ended.",
        mixinStandardHelpOptions = true)
final class ExplainCommand extends OperatorCommand {
    @Parameters(paramLabel = "ID", description = "The message's id.")
    @SuppressWarnings("NullAway.Init") // set by picocli before anything is run
    private String id;

    @Override
    int run(AdminApiClient client) throws CommandException {
        JsonNode message = client.get(AdminApiClient.message(client.relayOf(target.relay, id), id));
        if (!printedAsJson(message)) {
            show(message);
        }
        return 0;
    }

    private void show(JsonNode message) {
        print(style().bold("message " + Masking.escaped(TerminalTable.cell(message.path("id")))));
        line("relay", TerminalTable.cell(message.path("relay")));
        line("state", TerminalTable.cell(message.path("state")));
        line(
                "group",
                TerminalTable.cell(message.path("group")) + " (shard "
                        + message.path("shard").asInt() + ")");
        line("type", TerminalTable.cell(message.path("type")));
        JsonNode suspect = message.path("suspect");
        if (suspect.isObject()) {
            line("suspect", suspicion(suspect));
        }
        JsonNode payload = message.path("payload");
        line("payload", payload.path("bytes").asLong() + " bytes (shown with --json)");
        print("");
        print(style().bold("history"));
        message.path("history")
                .forEach(event -> print("  %-20s %s"
                        .formatted(
                                TerminalTable.time(event.path("at")),
                                Masking.escaped(event.path("what").asString()))));
        print("");
        print(style().bold("why"));
        message.path("why")
                .forEach(why -> print("  " + Masking.escaped(why.path("text").asString())));
    }

    private static String suspicion(JsonNode suspect) {
        int together = suspect.path("together").asInt();
        return suspect.path("level").asString()
                + switch (together) {
                    case 0 -> ": in flight at one unclean end; sent like any other message";
                    case 1 -> ": sent alone, " + suspect.path("crashes").asInt() + " crashes";
                    default -> ": at most " + together + " suspects are in flight together";
                };
    }

    private void line(String name, String value) {
        print("  %-8s %s".formatted(name, style().paint(Masking.escaped(value))));
    }
}
