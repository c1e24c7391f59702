package dev.signalbox.benchmarks.competitor;

import dev.signalbox.benchmarks.workload.DeliveryCounter;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The progress of a competitor: the number of messages recorded as delivered, and failures. */
public final class Progress {
    private final DeliveryCounter recorded;
    private final AtomicReference<@Nullable String> trouble = new AtomicReference<>();
    private volatile boolean over;

    public Progress(DeliveryCounter recorded) {
        this.recorded = recorded;
    }

    public DeliveryCounter recorded() {
        return recorded;
    }

    /** Keeps only the first failure: later ones are usually its consequences. */
    public void trouble(String what) {
        trouble.compareAndSet(null, what);
    }

    /** A failure after which the competitor delivers nothing more. */
    public void over(String what) {
        trouble(what);
        over = true;
    }

    public boolean isOver() {
        return over;
    }

    public Optional<String> trouble() {
        return Optional.ofNullable(trouble.get());
    }
}
