package dev.signalbox.server.cli;

import dev.signalbox.runtime.settings.Masking;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/** The common part of retry and discard: messages by their ids, or many by a filter. */
abstract class DeadLetterCommand extends OperatorCommand {
    @Parameters(paramLabel = "ID", arity = "0..*", description = "The ids of failed messages.")
    private final List<String> ids = new ArrayList<>();

    @Mixin
    private final FilterOptions filter = new FilterOptions();

    @Option(
            names = "--all",
            description =
                    "All failed messages that pass the other options; at most 1,000 unless --limit says otherwise.")
    private boolean all;

    @Option(names = "--dry-run", description = "With --all: only say what would be done.")
    private boolean dryRun;

    private final String action;
    private final String done;

    /** @param action the last segment of the URL */
    private DeadLetterCommand(String action, String done) {
        this.action = action;
        this.done = done;
    }

    Map<String, Object> confirmation(boolean dryRun) throws CommandException {
        return Map.of();
    }

    @Override
    final int run(AdminApiClient client) throws CommandException {
        if (ids.isEmpty() != all || (!all && (dryRun || !filter.isEmpty()))) {
            throw CommandException.usage("give the ids of messages, or --all with or without a filter");
        }
        return all ? many(client) : each(client);
    }

    private int each(AdminApiClient client) throws CommandException {
        Map<String, Object> confirmation = confirmation(false);
        ArrayNode answers = AdminApiClient.JSON.createArrayNode();
        for (String id : ids) {
            String relay = client.relayOf(target.relay, id);
            answers.add(client.post(AdminApiClient.message(relay, id) + "/" + action, confirmation));
            if (!target.json) {
                print(done + " " + Masking.escaped(id));
            }
        }
        printedAsJson(answers);
        return 0;
    }

    private int many(AdminApiClient client) throws CommandException {
        Map<String, Object> body = filter.body();
        body.put("dryRun", dryRun);
        body.putAll(confirmation(dryRun));
        String relay = client.relay(target.relay);
        JsonNode result = client.post(AdminApiClient.relay(relay, "/failed/" + action), body);
        int messages = result.path("messages").asInt();
        if (!printedAsJson(result)) {
            print((dryRun ? "would have " + done : done) + " " + messages + " failed messages of relay " + relay
                    + (result.path("more").asBoolean() ? "; there may be more" : ""));
            if (dryRun && messages > 0) {
                print(FailedCommand.table(result).text(style()));
            }
        }
        return messages == 0 ? CommandException.NOT_FOUND_OR_REFUSED : 0;
    }

    /** Makes failed messages wait for delivery again. */
    @Command(
            name = "retry",
            description = "Delivers failed messages again, with a new count of attempts.",
            mixinStandardHelpOptions = true)
    static final class Retry extends DeadLetterCommand {
        Retry() {
            super("retry", "retried");
        }
    }

    /** Deletes failed messages. */
    @Command(name = "discard", description = "Deletes failed messages, for ever.", mixinStandardHelpOptions = true)
    static final class Discard extends DeadLetterCommand {
        @Option(names = "--yes", description = "Required, because it cannot be undone.")
        private boolean yes;

        Discard() {
            super("discard", "discarded");
        }

        @Override
        Map<String, Object> confirmation(boolean dryRun) throws CommandException {
            if (!yes && !dryRun) {
                throw CommandException.usage(
                        "discarding deletes messages for ever; say --yes, or look first with --all --dry-run");
            }
            return dryRun ? Map.of() : Map.of("confirm", true);
        }
    }
}
