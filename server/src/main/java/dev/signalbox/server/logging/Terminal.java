package dev.signalbox.server.logging;

import java.io.Console;
import java.util.Optional;

/** The terminal, if the program runs on one. */
public final class Terminal {
    private Terminal() {}

    /** Whether both input and output are a terminal, so that nothing shown there ends up in a file. */
    public static boolean isPresent() {
        return console().isPresent();
    }

    /** Prints a line on the terminal, and in no log; returns false if there is no terminal. */
    public static boolean show(String line) {
        Optional<Console> console = console();
        console.ifPresent(terminal -> terminal.printf("%s%n", line));
        return console.isPresent();
    }

    private static Optional<Console> console() {
        return Optional.ofNullable(System.console()).filter(Console::isTerminal);
    }
}
