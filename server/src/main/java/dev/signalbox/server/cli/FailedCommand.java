package dev.signalbox.server.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** Lists dead letters. */
@Command(
        name = "failed",
        description =
                "Lists messages that were given up, in the order of their groups; 50 unless --limit says otherwise.",
        mixinStandardHelpOptions = true,
        exitCodeList = {
            "0:there are some",
            "1:there is none, or the program refused",
            OperatorCommand.USAGE,
            OperatorCommand.UNREACHABLE
        })
final class FailedCommand extends OperatorCommand {
    @Mixin
    private final FilterOptions filter = new FilterOptions();

    @Option(names = "--after", paramLabel = "MARK", description = "Continue where the previous list ended.")
    private @Nullable String after;

    @Override
    int run(AdminApiClient client) throws CommandException {
        String relay = client.relay(target.relay);
        String mark = after == null ? "" : "&after=" + AdminApiClient.encoded(after);
        JsonNode page = client.get(AdminApiClient.relay(relay, "/messages" + filter.query() + mark));
        boolean more = page.path("next").isString();
        if (!printedAsJson(page)) {
            print(
                    page.path("messages").isEmpty()
                            ? "no failed messages of relay " + relay
                            : table(page).text(style()));
            if (more) {
                print("there may be more: --after " + page.path("next").asString());
            }
        }
        return page.path("messages").isEmpty() && !more ? CommandException.NOT_FOUND_OR_REFUSED : 0;
    }

    static TerminalTable table(JsonNode page) {
        TerminalTable table = new TerminalTable("ID", "GROUP", "TYPE", "ATTEMPTS", "FAILED AT", "REASON");
        JsonNode messages = page.path(page.has("sample") ? "sample" : "messages");
        messages.forEach(message -> table.add(
                TerminalTable.cell(message.path("id")),
                TerminalTable.cell(message.path("group")),
                TerminalTable.cell(message.path("type")),
                TerminalTable.cell(message.path("attempts")),
                TerminalTable.time(message.path("changedAt")),
                TerminalTable.cell(message.path("lastError"))));
        return table;
    }
}
