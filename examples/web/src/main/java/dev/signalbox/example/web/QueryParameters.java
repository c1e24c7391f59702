package dev.signalbox.example.web;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whole numbers in the query of a request. Collects all that is wrong. */
public final class QueryParameters {
    private final List<FieldFault> fieldFaults = new ArrayList<>();

    /** The number, or the default if there is none. */
    public long number(String name, @Nullable String given, long usual, long least, long most) {
        if (given == null) {
            return usual;
        }
        try {
            long number = Long.parseLong(given);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException _) {
            // No number is as wrong as one out of bounds
        }
        fieldFaults.add(new FieldFault(name, "must be a whole number from " + least + " to " + most));
        return usual;
    }

    /** Complains of all that was wrong so far. */
    public void check() {
        if (!fieldFaults.isEmpty()) {
            throw InvalidFieldsException.of(fieldFaults);
        }
    }
}
