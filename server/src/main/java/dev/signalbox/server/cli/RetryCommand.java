package dev.signalbox.server.cli;

import java.util.Map;
import picocli.CommandLine.Command;

/** Makes failed messages wait for delivery again. */
@Command(
        name = "retry",
        description = "Delivers failed messages again, with a new count of attempts.",
        mixinStandardHelpOptions = true)
final class RetryCommand extends DeadLetterCommand {
    @Override
    String action() {
        return "retry";
    }

    @Override
    String done() {
        return "retried";
    }

    @Override
    Map<String, Object> confirmation(boolean dryRun) {
        return Map.of();
    }
}
