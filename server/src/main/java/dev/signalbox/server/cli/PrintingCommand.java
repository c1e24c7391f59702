package dev.signalbox.server.cli;

import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** A command, with its output and its errors. */
abstract class PrintingCommand {
    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before anything is run
    private CommandLine.Model.CommandSpec spec;

    final PrintWriter out() {
        return spec.commandLine().getOut();
    }

    final void printError(@Nullable String line) {
        spec.commandLine().getErr().println("signalbox: " + line);
        spec.commandLine().getErr().flush();
    }

    final CommandLine.ParameterException wrongUsage(String message) {
        return new CommandLine.ParameterException(spec.commandLine(), message);
    }
}
