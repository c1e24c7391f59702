package dev.signalbox.server.cli;

import dev.signalbox.runtime.config.ProcessEnvironment;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;

/** A command that talks to a running program and prints a table, or JSON on request. */
@Command(
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done",
            "1:nothing was found, or the program refused",
            OperatorCommand.USAGE,
            OperatorCommand.UNREACHABLE
        })
abstract class OperatorCommand extends PrintingCommand implements Callable<Integer> {
    static final String USAGE = "2:the command line is wrong";
    static final String UNREACHABLE = "3:the program did not answer";

    @Mixin
    final TargetOptions target = new TargetOptions();

    private final ProcessEnvironment processEnvironment = ProcessEnvironment.ofProcess();

    @Override
    public final Integer call() {
        try (AdminApiClient client = target.connect(processEnvironment)) {
            return run(client);
        } catch (CommandException e) {
            printError(e.getMessage());
            return e.exitCode;
        }
    }

    abstract int run(AdminApiClient client) throws CommandException;

    final TerminalStyle style() {
        return TerminalStyle.of(processEnvironment.environment());
    }

    final void print(String text) {
        out().print(text.endsWith("\n") ? text : text + System.lineSeparator());
        out().flush();
    }

    /** Prints the response unchanged if JSON was requested. */
    final boolean printedAsJson(JsonNode answer) {
        if (target.json) {
            print(answer.toPrettyString());
        }
        return target.json;
    }
}
