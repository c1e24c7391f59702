package dev.signalbox.core.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.core.delivery.Permits;
import dev.signalbox.core.relay.SharedPermits.ProcessRequests;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
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
    void theTurnIsOneForAllDestinationsOfTheProcess() {
        var turn = new ProcessRequests();
        Permits a = new SharedPermits(5, turn).share(() -> woken.add("a"));
        Permits b = new SharedPermits(5, turn).share(() -> woken.add("b"));
        assertThat(a.tryTakeTurn()).isTrue();
        assertThat(a.tryTakeTurn()).as("it has it already").isTrue();
        assertThat(b.tryTakeTurn()).isFalse();
        assertThat(b.tryAcquire()).as("requests have nothing to do with it").isTrue();

        a.endTurn();
        assertThat(woken).containsExactly("b");
        assertThat(a.tryTakeTurn()).as("it is set aside for the other").isFalse();
        assertThat(b.tryTakeTurn()).isTrue();
        b.endTurn();
        b.endTurn();
        assertThat(woken).containsExactly("b", "a");
        assertThat(a.tryTakeTurn()).isTrue();
        assertThat(b.tryTakeTurn()).as("ended twice it is still one").isFalse();
    }

    @Test
    void whoGivesUpAskingLetsTheNextOneHaveTheTurn() {
        var turn = new ProcessRequests();
        Permits a = new SharedPermits(5, turn).share(() -> woken.add("a"));
        Permits b = new SharedPermits(5, turn).share(() -> woken.add("b"));
        Permits c = new SharedPermits(5, turn).share(() -> woken.add("c"));
        assertThat(a.tryTakeTurn()).isTrue();
        assertThat(b.tryTakeTurn()).isFalse();
        assertThat(c.tryTakeTurn()).isFalse();

        a.endTurn();
        b.endTurn();
        assertThat(woken).containsExactly("b", "c");
        assertThat(c.tryTakeTurn()).isTrue();
    }

    @Test
    void withoutBeingToldAllShareTheTurnOfTheProcess() {
        Permits a = new SharedPermits(5).share(() -> {});
        Permits b = new SharedPermits(5).share(() -> {});
        try {
            assertThat(a.tryTakeTurn()).isTrue();
            assertThat(b.tryTakeTurn()).isFalse();
        } finally {
            a.endTurn();
            b.endTurn();
        }
    }

    @Test
    void aRequestThatIsAloneMakesOtherRelaysWaitAndIsToldSo() {
        var process = new ProcessRequests();
        Permits a = new SharedPermits(5, process).share(() -> woken.add("a"));
        Permits b = new SharedPermits(5, process).share(() -> woken.add("b"));
        assertThat(a.tryAcquire()).isTrue();
        assertThat(a.tryBeAlone()).isTrue();
        assertThat(a.isAwaited()).isFalse();

        assertThat(b.tryAcquire()).isFalse();
        assertThat(b.tryAcquire()).isFalse();
        assertThat(woken).as("once").containsExactly("a");
        assertThat(a.isAwaited()).isTrue();
        b.endAlone();
        assertThat(b.tryAcquire()).as("it is not its own to end").isFalse();

        a.endAlone();
        assertThat(woken).containsExactly("a", "b");
        a.release();
        assertThat(a.tryAcquire()).isTrue();
        assertThat(a.tryBeAlone()).as("the other one comes first").isFalse();
        assertThat(b.tryAcquire()).isTrue();
    }

    @Test
    void onlyOneOfManyRequestsIsNotAlone() {
        var process = new ProcessRequests();
        var shared = new SharedPermits(1, process);
        Permits a = shared.share(() -> {});
        Permits b = shared.share(() -> {});
        Permits other = new SharedPermits(1, process).share(() -> {});
        assertThat(a.tryAcquire()).isTrue();
        assertThat(b.tryAcquire()).as("its destination has no room").isFalse();
        assertThat(other.tryAcquire()).isTrue();
        assertThat(a.tryBeAlone()).isFalse();

        a.release();
        other.release();
        assertThat(b.tryAcquire()).isTrue();
        assertThat(b.tryBeAlone()).isTrue();
        assertThat(a.tryAcquire()).isFalse();
        a.wantNoMore();
        assertThat(b.isAwaited()).isFalse();
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

        /** As a relay with suspects does; now and then it stops waiting because it lost the relay. */
        void takeTurns(int turns) throws InterruptedException {
            while (done < turns) {
                if (permits.tryTakeTurn()) {
                    most.accumulateAndGet(inUse.incrementAndGet(), Math::max);
                    Thread.onSpinWait();
                    inUse.decrementAndGet();
                    permits.endTurn();
                    done++;
                } else if (done % 7 == 3) {
                    permits.endTurn();
                    done++;
                } else {
                    wakeUps.acquire();
                }
            }
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
        List<Worker> workers =
                Stream.generate(() -> new Worker(shared, inUse, most)).limit(8).toList();
        atOnce(workers, worker -> worker.work(5_000));

        assertThat(workers).allMatch(worker -> worker.done == 5_000);
        assertThat(most.get()).isLessThanOrEqualTo(3);
        Permits after = shared.share(() -> {});
        assertThat(List.of(after.tryAcquire(), after.tryAcquire(), after.tryAcquire(), after.tryAcquire()))
                .containsExactly(true, true, true, false);
    }

    @Test
    @Timeout(20)
    void oneAtATimeHasTheTurnAmongThreads() throws InterruptedException {
        var turn = new ProcessRequests();
        var inUse = new AtomicInteger();
        var most = new AtomicInteger();
        List<Worker> workers = Stream.generate(() -> new Worker(new SharedPermits(1, turn), inUse, most))
                .limit(8)
                .toList();
        atOnce(workers, worker -> worker.takeTurns(5_000));

        assertThat(workers).allMatch(worker -> worker.done == 5_000);
        assertThat(most.get()).isEqualTo(1);
        assertThat(new SharedPermits(1, turn).share(() -> {}).tryTakeTurn())
                .as("it was not lost")
                .isTrue();
    }

    private interface Work {
        void doneBy(Worker worker) throws InterruptedException;
    }

    private static void atOnce(List<Worker> workers, Work work) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (Worker worker : workers) {
            threads.add(Thread.ofPlatform().start(() -> {
                try {
                    work.doneBy(worker);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
