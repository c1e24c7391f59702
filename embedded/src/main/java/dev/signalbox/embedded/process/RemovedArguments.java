package dev.signalbox.embedded.process;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Arguments that a command had in earlier versions: they are accepted with a warning.
 *
 * @param options ignored with their values
 * @param words replaced by other words
 */
public record RemovedArguments(Set<String> options, Map<String, String> words) {
    /** Returns the arguments that are left. */
    public String[] warnAndRemove(String[] arguments, PrintWriter err) {
        List<String> left = new ArrayList<>();
        for (int i = 0; i < arguments.length; i++) {
            String argument = arguments[i];
            String option = argument.replaceFirst("=.*", "");
            if (options.contains(option)) {
                err.println("signalbox: warning: " + option + " was removed, and is ignored");
                i += option.equals(argument) ? 1 : 0;
            } else if (words.containsKey(argument)) {
                String instead = words.get(argument);
                err.println("signalbox: warning: " + argument + " was removed; " + instead + " runs instead");
                left.add(instead);
            } else {
                left.add(argument);
            }
        }
        return left.toArray(String[]::new);
    }
}
