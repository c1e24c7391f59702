package dev.signalbox.benchmarks.competitor;

import dev.signalbox.benchmarks.workload.DeliveryCounter;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** What a competitor says about itself: how much it has recorded as delivered, and what went wrong. */
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

    /** The first trouble is kept: what follows is mostly its consequence. */
    public void trouble(String what) {
        trouble.compareAndSet(null, what);
    }

    /** Trouble after which nothing more is to be expected. */
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
