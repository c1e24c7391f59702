package dev.signalbox.runtime.config;

import dev.signalbox.runtime.settings.Masking;
import dev.signalbox.runtime.settings.Problem;
import java.util.List;
import java.util.stream.Collectors;

/** The configuration cannot be used; the message lists everything that is wrong with it. */
public final class ConfigException extends Exception {
    private final transient List<Problem> problems;

    ConfigException(String file, List<Problem> problems) {
        super(message(file, problems));
        this.problems = List.copyOf(problems);
    }

    /** All that is wrong. */
    public List<Problem> problems() {
        return problems;
    }

    private static String message(String file, List<Problem> problems) {
        String count = problems.size() == 1 ? "1 error" : problems.size() + " errors";
        return problems.stream()
                .map(problem -> System.lineSeparator() + "  - " + problem)
                .collect(Collectors.joining("", "configuration " + Masking.escaped(file) + " has " + count + ":", ""));
    }
}
