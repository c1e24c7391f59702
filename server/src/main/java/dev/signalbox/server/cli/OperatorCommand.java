package dev.signalbox.server.cli;

import dev.signalbox.runtime.config.Surroundings;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;

/** A command that asks a running program, and prints a table for people or JSON for programs. */
abstract class OperatorCommand implements Callable<Integer> {
    /** Described in the help of each such command. */
    static final String CODES = "%nExit codes:%n";

    static final String OK = "0:done";
    static final String REFUSED = "1:nothing was found, or the program refused";
    static final String USAGE = "2:the command line is wrong";
    static final String UNREACHABLE = "3:the program did not answer";

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before anything is run
    private CommandLine.Model.CommandSpec spec;

    @Mixin
    private final Target target = new Target();

    private final Surroundings surroundings = Surroundings.ofProcess();

    @Override
    public final Integer call() {
        try (Api api = target.connect(surroundings)) {
            return run(api);
        } catch (Refusal e) {
            spec.commandLine().getErr().println("signalbox: " + e.getMessage());
            return e.exitCode();
        }
    }

    /** Returns the exit code. */
    abstract int run(Api api) throws Refusal;

    final Target target() {
        return target;
    }

    final Style style() {
        return Style.of(surroundings.environment());
    }

    final void print(String text) {
        PrintWriter out = spec.commandLine().getOut();
        out.print(text.endsWith("\n") ? text : text + System.lineSeparator());
        out.flush();
    }

    /** Prints the answer as it came, if that was asked for. */
    final boolean printedAsJson(JsonNode answer) {
        if (target.json) {
            print(answer.toPrettyString());
        }
        return target.json;
    }
}
