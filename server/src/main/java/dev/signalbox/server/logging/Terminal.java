package dev.signalbox.server.logging;

import java.io.Console;
import java.util.Optional;

/** Whether somebody is watching. */
public final class Terminal {
    private Terminal() {}

    /** True if both input and output are a terminal, so that nothing shown there ends up in a file. */
    public static boolean isPresent() {
        return console().isPresent();
    }

    /**
     * Shows a line to whoever is watching, and to no log.
     *
     * @return false if nobody is
     */
    public static boolean show(String line) {
        Optional<Console> console = console();
        console.ifPresent(terminal -> terminal.printf("%s%n", line));
        return console.isPresent();
    }

    private static Optional<Console> console() {
        return Optional.ofNullable(System.console()).filter(Console::isTerminal);
    }
}
