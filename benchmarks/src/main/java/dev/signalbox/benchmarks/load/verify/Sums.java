package dev.signalbox.benchmarks.load.verify;

import java.io.IOException;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** What the service has taken and what the consumer has added up, each as "orders amount" by customer and status. */
public interface Sums {
    /** The service's side; it changes no more. */
    Map<String, String> taken() throws IOException, InterruptedException;

    /** The consumer's side, as far as it is. */
    Map<String, String> added() throws IOException, InterruptedException;

    /** Where they differ, in words. */
    static SortedMap<String, String> differences(Map<String, String> taken, Map<String, String> added) {
        SortedMap<String, String> differences = new TreeMap<>();
        taken.forEach((key, value) -> {
            String other = added.getOrDefault(key, "nothing");
            if (!other.equals(value)) {
                differences.put(key, "taken " + value + ", added up " + other);
            }
        });
        added.forEach((key, value) -> {
            if (!taken.containsKey(key)) {
                differences.put(key, "taken nothing, added up " + value);
            }
        });
        return differences;
    }
}
