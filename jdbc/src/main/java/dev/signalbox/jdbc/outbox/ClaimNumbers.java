package dev.signalbox.jdbc.outbox;

import dev.signalbox.core.source.ClaimMode;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** The numbers of this process's claims. The sign tells a recovering node whether the rows were marked. */
final class ClaimNumbers implements LongSupplier {
    private final int step;
    private final AtomicLong last = new AtomicLong();

    ClaimNumbers(ClaimMode claimMode) {
        this.step = claimMode == ClaimMode.OWN ? -1 : 1;
    }

    @Override
    public long getAsLong() {
        return last.addAndGet(step);
    }
}
