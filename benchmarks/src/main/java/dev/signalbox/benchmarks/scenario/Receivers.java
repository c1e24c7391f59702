package dev.signalbox.benchmarks.scenario;

import dev.signalbox.benchmarks.workload.Ledger;
import dev.signalbox.benchmarks.workload.Outlet;
import dev.signalbox.core.sink.Sink;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** A destination for each publisher, with a ledger of what arrived there. */
final class Receivers implements AutoCloseable {
    private final List<Ledger> ledgers = new ArrayList<>();
    private final List<Outlet> outlets = new ArrayList<>();

    private Receivers() {}

    /** Opens a destination whose arrivals are entered into a ledger. */
    interface Opening {
        Outlet open(Ledger ledger) throws IOException, InterruptedException;
    }

    static Receivers open(int publishers, Supplier<Ledger> newLedger, Opening opening)
            throws IOException, InterruptedException {
        Receivers receivers = new Receivers();
        try {
            for (int i = 0; i < publishers; i++) {
                Ledger ledger = newLedger.get();
                receivers.outlets.add(opening.open(ledger));
                receivers.ledgers.add(ledger);
            }
            return receivers;
        } catch (IOException | InterruptedException | RuntimeException e) {
            receivers.close();
            throw e;
        }
    }

    List<Sink> sinks() {
        return outlets.stream().map(Outlet::sink).toList();
    }

    /** Enters what has arrived and was not looked at yet. */
    void collect() throws InterruptedException {
        for (Outlet outlet : outlets) {
            outlet.collect();
        }
    }

    /** Whether each of them has all that is waited for. */
    boolean haveAll() {
        return ledgers.stream().allMatch(ledger -> ledger.deliveries().isReached());
    }

    /** When the last of them had all; now if one has not. */
    long hadAllAt() {
        return ledgers.stream()
                .mapToLong(ledger -> ledger.deliveries().reachedAt())
                .max()
                .orElseThrow();
    }

    /** When the first message arrived anywhere; now if none did. */
    long firstAt() {
        return ledgers.stream()
                .mapToLong(ledger -> ledger.deliveries().firstAt())
                .min()
                .orElseThrow();
    }

    /** Distinct messages, at all of them together. */
    long count() {
        return ledgers.stream().mapToLong(ledger -> ledger.deliveries().count()).sum();
    }

    List<String> faults() {
        return ledgers.stream().flatMap(ledger -> ledger.faults().stream()).toList();
    }

    @Override
    public void close() {
        outlets.forEach(Outlet::close);
    }
}
