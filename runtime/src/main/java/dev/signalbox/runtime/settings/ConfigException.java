package dev.signalbox.runtime.settings;

import java.util.List;
import java.util.stream.Collectors;

/** The configuration is invalid; the message lists every problem. */
public final class ConfigException extends Exception {
    private final transient List<ConfigProblem> configProblems;

    public ConfigException(String file, List<ConfigProblem> configProblems) {
        super(message(file, configProblems));
        this.configProblems = List.copyOf(configProblems);
    }

    /** All problems. */
    public List<ConfigProblem> problems() {
        return configProblems;
    }

    private static String message(String file, List<ConfigProblem> configProblems) {
        String count = configProblems.size() == 1 ? "1 error" : configProblems.size() + " errors";
        return configProblems.stream()
                .map(configProblem -> System.lineSeparator() + "  - " + configProblem)
                .collect(Collectors.joining("", "configuration " + Masking.escaped(file) + " has " + count + ":", ""));
    }
}
