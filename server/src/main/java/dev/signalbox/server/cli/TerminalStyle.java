package dev.signalbox.server.cli;

import dev.signalbox.server.logging.Terminal;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Colours for output to a terminal. */
record TerminalStyle(boolean coloured) {
    private static final Pattern STATES =
            Pattern.compile("\\b(delivering|standby|paused|outage|starting|stopping|FAILED)\\b");
    private static final Map<String, String> COLOURS = Map.of(
            "delivering", "32",
            "standby", "36",
            "paused", "33",
            "outage", "31",
            "starting", "33",
            "stopping", "33",
            "FAILED", "31");

    static TerminalStyle of(Map<String, String> environment) {
        boolean wanted = environment.getOrDefault("NO_COLOR", "").isEmpty()
                && !environment.getOrDefault("TERM", "dumb").equals("dumb");
        return new TerminalStyle(wanted && Terminal.isPresent());
    }

    String dim(String text) {
        return coloured ? "\u001b[2m" + text + "\u001b[0m" : text;
    }

    String bold(String text) {
        return coloured ? "\u001b[1m" + text + "\u001b[0m" : text;
    }

    /** Colours the first word that names a state. */
    String paint(String text) {
        Matcher state = STATES.matcher(text);
        return coloured && state.find()
                ? state.replaceFirst("\u001b[" + COLOURS.get(state.group(1)) + "m" + state.group(1) + "\u001b[0m")
                : text;
    }
}
