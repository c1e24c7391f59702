package dev.signalbox.server.cli;

import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Deletes failed messages. */
@Command(name = "discard", description = "Deletes failed messages, for ever.", mixinStandardHelpOptions = true)
final class DiscardCommand extends DeadLetterCommand {
    @Option(names = "--yes", description = "Required, because it cannot be undone.")
    private boolean yes;

    @Override
    String action() {
        return "discard";
    }

    @Override
    String done() {
        return "discarded";
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
