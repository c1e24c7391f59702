package dev.signalbox.benchmarks.workload;

import dev.signalbox.core.sink.Sink;
import java.io.IOException;

/** Where messages go. */
public enum Destination {
    /** A method call. */
    IN_PROCESS("in-process"),
    /** The real HTTP sink, and a small API behind it. */
    HTTP("http");

    private final String word;

    Destination(String word) {
        this.word = word;
    }

    /** Opens it; what arrives is entered into the ledger. */
    public Sink open(Ledger ledger) throws IOException {
        return switch (this) {
            case IN_PROCESS -> new InProcessSink(ledger);
            case HTTP -> LoopbackHttpSink.open(ledger);
        };
    }

    @Override
    public String toString() {
        return word;
    }
}
