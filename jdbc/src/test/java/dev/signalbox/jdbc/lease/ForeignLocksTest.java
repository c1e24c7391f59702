package dev.signalbox.jdbc.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ForeignLocksTest {
    private static final LockHolder STRANGER =
            new LockHolder("process 7", "app", "10.0.0.1", "2026-01-01 00:00:00+00", false, false);
    private static final LockHolder NODE = new LockHolder("process 8", "relay", null, null, true, true);

    private final AtomicLong nanos = new AtomicLong();
    private final ForeignLocks locks = new ForeignLocks(nanos::get);

    @Test
    void aHolderIsNamedWithHowLongItIsWaitedFor() {
        locks.prevent("relay", List.of(STRANGER));
        nanos.addAndGet(Duration.ofSeconds(20).toNanos());
        locks.prevent("relay", List.of(STRANGER));

        assertThat(locks.of("relay"))
                .contains(new ForeignLocks.ForeignLock(
                        "process 7 of user app from 10.0.0.1 connected since 2026-01-01 00:00:00+00",
                        Duration.ofSeconds(20)));
        assertThat(locks.of("another")).isEmpty();
    }

    @Test
    void aNodeIsAUsualHolderAndAnIgnoredOnePreventsNothing() {
        locks.prevent("relay", List.of(NODE));
        assertThat(locks.of("relay")).isEmpty();

        locks.prevent("relay", List.of(STRANGER));
        locks.ignore("relay", List.of(STRANGER));
        assertThat(locks.of("relay")).isEmpty();

        locks.prevent("relay", List.of(STRANGER));
        locks.clear("relay");
        assertThat(locks.of("relay")).isEmpty();
    }
}
