package dev.signalbox.e2e;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** Times from commit to first arrival, sorted. */
record Latencies(List<Long> nanos) {
    static Latencies of(World<?> world, Predicate<Item> which) {
        Set<String> met = new HashSet<>();
        return new Latencies(world.receiver().kept().stream()
                .flatMap(arrival -> arrival.items().stream()
                        .filter(which)
                        .filter(item -> met.add(item.id()))
                        .map(item -> arrival.at() - world.application().committedAt(item.id())))
                .sorted()
                .toList());
    }

    /** The value that this part of all stays below, in milliseconds. */
    double millis(double part) {
        return nanos.get((int) Math.min(nanos.size() - 1, Math.floor(nanos.size() * part))) / 1e6;
    }
}
