package dev.signalbox.server.cli;

import java.util.Map;
import picocli.CommandLine.Command;

/** Has failed messages delivered again. */
@Command(
        name = "retry",
        description = "Has failed messages delivered again, with all their attempts.",
        mixinStandardHelpOptions = true,
        exitCodeListHeading = OperatorCommand.CODES,
        exitCodeList = {OperatorCommand.OK, OperatorCommand.REFUSED, OperatorCommand.USAGE, OperatorCommand.UNREACHABLE
        })
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
