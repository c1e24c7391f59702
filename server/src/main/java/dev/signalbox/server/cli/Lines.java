package dev.signalbox.server.cli;

import dev.signalbox.server.config.Masking;

/** Text from elsewhere, fit for one line of a terminal. */
final class Lines {
    private Lines() {}

    static String of(String text) {
        return Masking.escaped(text);
    }
}
