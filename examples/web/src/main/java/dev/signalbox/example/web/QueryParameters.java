package dev.signalbox.example.web;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads whole numbers from query parameters, and collects all problems. */
public final class QueryParameters {
    private final List<InvalidFieldsException.Fault> faults = new ArrayList<>();

    /** The number, or the default if there is none. */
    public long number(String name, @Nullable String given, long defaultValue, long min, long max) {
        if (given == null) {
            return defaultValue;
        }
        try {
            long number = Long.parseLong(given);
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException _) {
            // Reported like a number out of bounds.
        }
        faults.add(new InvalidFieldsException.Fault(name, "must be a whole number from " + min + " to " + max));
        return defaultValue;
    }

    /** Throws if there was any problem. */
    public void check() {
        if (!faults.isEmpty()) {
            throw new InvalidFieldsException(faults);
        }
    }
}
