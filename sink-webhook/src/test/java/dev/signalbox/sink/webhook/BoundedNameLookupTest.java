package dev.signalbox.sink.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class BoundedNameLookupTest {
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final Duration SHORT = Duration.ofMillis(100);

    private final CountDownLatch silence = new CountDownLatch(1);
    private final AtomicInteger asked = new AtomicInteger();

    private InetAddress[] resolve(String name) throws UnknownHostException {
        asked.incrementAndGet();
        if (name.startsWith("silent")) {
            return WebhookTargetTest.blocked(silence);
        }
        if (name.startsWith("unknown")) {
            throw new UnknownHostException(name);
        }
        return new InetAddress[] {TestClients.address("192.168.0.1"), TestClients.address("::1")};
    }

    private NameLookup lookup(int threads) {
        return new BoundedNameLookup(this::resolve, threads);
    }

    @Test
    void allAddressesAreReturnedInTheirOrder() throws Exception {
        assertThat(lookup(1).addresses("a", LONG))
                .containsExactly(TestClients.address("192.168.0.1"), TestClients.address("::1"));
        assertThatThrownBy(() -> lookup(1).addresses("unknown", LONG)).isInstanceOf(UnknownHostException.class);
    }

    @Test
    void theSystemsResolverKnowsThisMachine() throws Exception {
        assertThat(NameLookup.SYSTEM.addresses("localhost", LONG)).allMatch(InetAddress::isLoopbackAddress);
    }

    @Test
    void aSilentNameHoldsOneThreadHoweverManyWaitForIt() throws Exception {
        NameLookup lookup = lookup(2);
        try {
            List<CompletableFuture<Boolean>> waiting = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                waiting.add(CompletableFuture.supplyAsync(
                        () -> isUnknown(lookup, "silent", LONG), task -> Thread.startVirtualThread(task)));
            }
            Awaitility.await().until(() -> asked.get() == 1);
            assertThat(lookup.addresses("other", LONG)).hasSize(2);
            assertThat(asked).hasValue(2);
            silence.countDown();
            for (CompletableFuture<Boolean> one : waiting) {
                assertThat(one.get(20, TimeUnit.SECONDS)).as("an empty answer").isFalse();
            }
            assertThat(asked).hasValue(2);
        } finally {
            silence.countDown();
        }
    }

    @Test
    void aLookupThatAllHaveGivenUpBeforeItBeganIsNotMade() throws Exception {
        NameLookup lookup = lookup(1);
        try {
            assertThat(isUnknown(lookup, "silent", SHORT)).isTrue();
            assertThat(isUnknown(lookup, "waits-behind-it", SHORT)).isTrue();
        } finally {
            silence.countDown();
        }
        assertThat(lookup.addresses("later", LONG)).hasSize(2);
        assertThat(asked).as("silent and later").hasValue(2);
        assertThat(lookup.addresses("waits-behind-it", LONG)).hasSize(2);
    }

    private static boolean isUnknown(NameLookup lookup, String name, Duration limit) {
        try {
            lookup.addresses(name, limit);
            return false;
        } catch (UnknownHostException e) {
            return true;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
