package dev.signalbox.core.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.core.delivery.Permits;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A limit that several relays share. */
class SharedPermitsTest {
    private final List<String> woken = new ArrayList<>();

    @Test
    void whoAskedFirstIsNext() {
        var shared = new SharedPermits(1);
        Permits a = shared.share(() -> woken.add("a"));
        Permits b = shared.share(() -> woken.add("b"));
        assertThat(a.tryAcquire()).isTrue();
        assertThat(b.tryAcquire()).isFalse();
        assertThat(a.tryAcquire()).isFalse();

        a.release();
        assertThat(woken).containsExactly("b");
        assertThat(a.tryAcquire()).as("it is set aside for the other").isFalse();
        assertThat(b.tryAcquire()).isTrue();
        b.release();
        assertThat(woken).containsExactly("b", "a");
    }

    @Test
    void whatIsSetAsideAndNotWantedGoesToTheNext() {
        var shared = new SharedPermits(1);
        Permits a = shared.share(() -> woken.add("a"));
        Permits b = shared.share(() -> woken.add("b"));
        Permits c = shared.share(() -> woken.add("c"));
        assertThat(a.tryAcquire()).isTrue();
        assertThat(b.tryAcquire()).isFalse();
        assertThat(c.tryAcquire()).isFalse();
        a.release();

        b.wantNoMore();
        assertThat(woken).containsExactly("b", "c");
        assertThat(c.tryAcquire()).isTrue();
        c.release();
        c.wantNoMore();
        assertThat(a.tryAcquire()).isTrue();
    }

    @Test
    void refusesToAllowNothing() {
        assertThatThrownBy(() -> new SharedPermits(0)).hasMessageContaining("not 0");
    }

    /** One relay's loop: works as long as it gets permits, waits to be woken when it does not. */
    private static final class Worker {
        private final Semaphore wakeUps = new Semaphore(0);
        private final AtomicInteger inUse;
        private final AtomicInteger most;
        private final Permits permits;
        int done;

        Worker(SharedPermits shared, AtomicInteger inUse, AtomicInteger most) {
            this.inUse = inUse;
            this.most = most;
            this.permits = shared.share(wakeUps::release);
        }

        void work(int requests) throws InterruptedException {
            while (done < requests) {
                if (permits.tryAcquire()) {
                    most.accumulateAndGet(inUse.incrementAndGet(), Math::max);
                    Thread.onSpinWait();
                    inUse.decrementAndGet();
                    permits.release();
                    done++;
                } else {
                    wakeUps.acquire();
                }
            }
            permits.wantNoMore();
        }
    }

    @Test
    @Timeout(20)
    void keepsItsLimitAndLosesNoPermitAmongThreads() throws InterruptedException {
        var shared = new SharedPermits(3);
        var inUse = new AtomicInteger();
        var most = new AtomicInteger();
        List<Worker> workers = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            var worker = new Worker(shared, inUse, most);
            workers.add(worker);
            threads.add(Thread.ofPlatform().start(() -> {
                try {
                    worker.work(5_000);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(workers).allMatch(worker -> worker.done == 5_000);
        assertThat(most.get()).isLessThanOrEqualTo(3);
        Permits after = shared.share(() -> {});
        assertThat(List.of(after.tryAcquire(), after.tryAcquire(), after.tryAcquire(), after.tryAcquire()))
                .containsExactly(true, true, true, false);
    }
}
