package dev.signalbox.server.cli;

import dev.signalbox.runtime.config.ProcessEnvironment;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine;
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
abstract class OperatorCommand implements Callable<Integer> {
    static final String USAGE = "2:the command line is wrong";
    static final String UNREACHABLE = "3:the program did not answer";

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before anything is run
    private CommandLine.Model.CommandSpec spec;

    @Mixin
    private final TargetOptions targetOptions = new TargetOptions();

    private final ProcessEnvironment processEnvironment = ProcessEnvironment.ofProcess();

    @Override
    public final Integer call() {
        try (AdminApiClient client = targetOptions.connect(processEnvironment)) {
            return run(client);
        } catch (CommandException e) {
            spec.commandLine().getErr().println("signalbox: " + e.getMessage());
            return e.exitCode();
        }
    }

    /** Returns the exit code. */
    abstract int run(AdminApiClient client) throws CommandException;

    final TargetOptions target() {
        return targetOptions;
    }

    final TerminalStyle style() {
        return TerminalStyle.of(processEnvironment.environment());
    }

    final void print(String text) {
        PrintWriter out = spec.commandLine().getOut();
        out.print(text.endsWith("\n") ? text : text + System.lineSeparator());
        out.flush();
    }

    /** Prints the response unchanged if JSON was requested. */
    final boolean printedAsJson(JsonNode answer) {
        if (targetOptions.json) {
            print(answer.toPrettyString());
        }
        return targetOptions.json;
    }
}
