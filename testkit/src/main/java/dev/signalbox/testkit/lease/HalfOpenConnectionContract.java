package dev.signalbox.testkit.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.signalbox.core.coordination.Coordinator.CoordinationException;
import dev.signalbox.core.coordination.RelaySharing;
import dev.signalbox.testkit.fault.FreezingProxy;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Nodes behind connections that neither end nor answer. */
public abstract class HalfOpenConnectionContract extends FixtureContract<LeaseFixture> {
    private static final Duration TTL = Duration.ofMillis(2_500);
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @Test
    void aLeaderBehindADeadConnectionIsReplaced() throws Exception {
        try (var proxy = new FreezingProxy(database().port());
                var a = join("a", database().openThrough(proxy.port(), "a", RelaySharing.WHOLE), TTL);
                var b = join("b", RelaySharing.WHOLE, TTL)) {
            assertThat(a.acquires()).isTrue();
            proxy.freeze();

            say("Replaced a half-open leader", b);
            proxy.letNewOnesPass();
            assertThat(a.renew()).isFalse();
            // Closed before the nodes, which would otherwise wait for the answer to their last call.
            proxy.cut();
        }
    }

    @Test
    void evenIfItHasAWriteUnderWayThatNeverEnds() throws Exception {
        try (var proxy = new FreezingProxy(database().port());
                var a = join("a", database().openThrough(proxy.port(), "a", RelaySharing.WHOLE), TTL);
                var b = join("b", RelaySharing.WHOLE, TTL);
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            assertThat(a.acquires()).isTrue();
            assertThat(a.writes()).isTrue();
            assertThat(a.renew()).isTrue();
            Future<Boolean> write;
            try (LeaseFixture.HeldLock _ = database().lockFencedTable()) {
                write = threads.submit(a::signs);
                await().pollInterval(Duration.ofMillis(5)).until(database()::isLockAwaited);
                proxy.freeze();
            }
            say("Replaced a half-open leader in the midst of a write", b);
            proxy.cut();
            assertThatThrownBy(write::get).as("it does not know yet").isInstanceOf(Exception.class);
            assertThat(database().fencedTable()).containsExactly(a.incarnation().value());
        }
    }

    @Test
    void callsOverADeadConnectionFailInTime() throws Exception {
        try (var proxy = new FreezingProxy(database().port());
                var a = join(
                        "a", database().openThrough(proxy.port(), "a", RelaySharing.WHOLE), Duration.ofMillis(500))) {
            proxy.freeze();

            long start = System.nanoTime();
            assertThatThrownBy(a::renew).isInstanceOf(CoordinationException.class);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(8));
            proxy.cut();
        }
    }

    private static void say(String what, LeaseNode standby) {
        long start = System.nanoTime();
        await().atMost(LIMIT).until(() -> standby.renew() && standby.acquires());
        System.out.println(
                what + " after " + Duration.ofNanos(System.nanoTime() - start).toMillis() + " ms");
    }
}
