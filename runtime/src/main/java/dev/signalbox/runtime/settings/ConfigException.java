package dev.signalbox.runtime.settings;

import java.util.List;
import java.util.stream.Collectors;

/** The configuration is invalid; the message lists every problem. */
public final class ConfigException extends Exception {
    private final transient List<ConfigProblem> problems;

    public ConfigException(String file, List<ConfigProblem> problems) {
        super(message(file, problems));
        this.problems = List.copyOf(problems);
    }

    /** All problems. */
    public List<ConfigProblem> problems() {
        return problems;
    }

    private static String message(String file, List<ConfigProblem> problems) {
        String count = problems.size() == 1 ? "1 error" : problems.size() + " errors";
        return problems.stream()
                .map(problem -> System.lineSeparator() + "  - " + problem)
                .collect(Collectors.joining("", "configuration " + Masking.escaped(file) + " has " + count + ":", ""));
    }
}
