package dev.signalbox.e2e;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** Times from commit to first arrival, sorted. */
record Latencies(List<Long> nanos) {
    static Latencies of(ScenarioFixture<?> scenarioFixture, Predicate<ReceivedItem> which) {
        Set<String> met = new HashSet<>();
        return new Latencies(scenarioFixture.receiver().kept().stream()
                .flatMap(receivedRequest -> receivedRequest.items().stream()
                        .filter(which)
                        .filter(receivedItem -> met.add(receivedItem.id()))
                        .map(receivedItem -> receivedRequest.at()
                                - scenarioFixture.application().committedAt(receivedItem.id())))
                .sorted()
                .toList());
    }

    /** The value, in milliseconds, that this share of all latencies does not exceed. */
    double millis(double part) {
        return nanos.get((int) Math.min(nanos.size() - 1, Math.floor(nanos.size() * part))) / 1e6;
    }
}
