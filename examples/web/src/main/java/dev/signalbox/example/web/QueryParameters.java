package dev.signalbox.example.web;

import dev.signalbox.example.web.InvalidFieldsException.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The parameters of a list: the id before the page, and its size. */
public record QueryParameters(long after, int size) {
    private static final int DEFAULT_SIZE = 20;
    private static final int MAX_SIZE = 100;

    /** @throws InvalidFieldsException with all problems */
    public static QueryParameters of(Map<String, String> given) {
        List<Fault> faults = new ArrayList<>();
        long after = number("after", given, 0, 0, Long.MAX_VALUE, faults);
        long size = number("size", given, DEFAULT_SIZE, 1, MAX_SIZE, faults);
        if (!faults.isEmpty()) {
            throw new InvalidFieldsException(faults);
        }
        return new QueryParameters(after, Math.toIntExact(size));
    }

    private static long number(
            String name, Map<String, String> given, long defaultValue, long min, long max, List<Fault> faults) {
        try {
            long number = given.containsKey(name) ? Long.parseLong(given.get(name)) : defaultValue;
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException _) {
            // Reported like a number out of bounds.
        }
        faults.add(new Fault(name, "must be a whole number from " + min + " to " + max));
        return defaultValue;
    }
}
