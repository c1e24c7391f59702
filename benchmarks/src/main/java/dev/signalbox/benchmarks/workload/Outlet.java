package dev.signalbox.benchmarks.workload;

import dev.signalbox.core.sink.Sink;

/** An open destination: the way to it, and somebody there who enters what arrives into a ledger. */
public interface Outlet extends AutoCloseable {
    /** When what arrives is entered. */
    enum Reading {
        /** At once, so that its time is known. */
        LIVE,
        /** When {@link #collect()} asks for it: reading takes nothing from those who are measured. */
        AFTERWARDS
    }

    Sink sink();

    /** Returns when all that is there is in the ledger; nobody delivers any more. */
    void collect() throws InterruptedException;

    @Override
    void close();

    /** A destination that enters what it is given while it is given it. */
    static Outlet of(Sink sink) {
        return new Outlet() {
            @Override
            public Sink sink() {
                return sink;
            }

            @Override
            public void collect() {
                // All of it was entered before the sink answered.
            }

            @Override
            public void close() {
                sink.close();
            }
        };
    }
}
