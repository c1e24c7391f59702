package dev.signalbox.server;

import dev.signalbox.server.cli.SignalboxCommand;
import dev.signalbox.server.program.UncaughtErrors;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/** The entry point of the program. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        UncaughtErrors.install();
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        System.exit(SignalboxCommand.execute(out, err, arguments));
    }
}
