package dev.signalbox.sink.webhook;

import static dev.signalbox.sink.webhook.TestClients.SHORT;
import static dev.signalbox.sink.webhook.TestClients.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.core.time.Clock;
import dev.signalbox.sink.webhook.WebhookResponse.Answered;
import dev.signalbox.sink.webhook.WebhookResponse.NoAnswer;
import dev.signalbox.sink.webhook.WebhookResponse.NotSent;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many requests at once, and the end of a client while some are under way. */
@Timeout(30)
class WebhookClientConcurrencyTest {
    private record Call(Thread thread, CompletableFuture<WebhookResponse> response) {
        WebhookResponse await() throws Exception {
            return response.get(20, TimeUnit.SECONDS);
        }
    }

    private static Call inBackground(WebhookClient client, WebhookRequest request) {
        CompletableFuture<WebhookResponse> response = new CompletableFuture<>();
        Thread thread = Thread.startVirtualThread(() -> {
            try {
                response.complete(client.send(request));
            } catch (InterruptedException | RuntimeException e) {
                response.completeExceptionally(e);
            }
        });
        return new Call(thread, response);
    }

    private static WebhookClient limited(int connections, int perTarget) {
        return new WebhookClient(
                new WebhookClientSettings(TestClients.LOCAL, connections, perTarget, Duration.ofSeconds(5)),
                TestClients.UNKNOWN,
                Clock.SYSTEM);
    }

    /** Answers each request when the test lets it. */
    private static final class Gate implements LoopbackServer.Script {
        final Semaphore permits = new Semaphore(0);
        final AtomicInteger inside = new AtomicInteger();
        final AtomicInteger most = new AtomicInteger();

        @Override
        public boolean play(LoopbackServer.Connection connection, LoopbackServer.Request request) throws IOException {
            most.accumulateAndGet(inside.incrementAndGet(), Math::max);
            permits.acquireUninterruptibly();
            inside.decrementAndGet();
            connection.answer("200 OK", "", "");
            return true;
        }
    }

    @Test
    void oneTargetGetsAsManyConnectionsAsAreAllowedAndTheOthersWait() throws Exception {
        Gate gate = new Gate();
        try (LoopbackServer server = LoopbackServer.with(gate);
                WebhookClient client = limited(100, 3)) {
            List<Call> calls = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                calls.add(inBackground(client, request(server.uri())));
            }
            Awaitility.await().until(() -> gate.inside.get() == 3);
            gate.permits.release(12);
            for (Call call : calls) {
                assertThat(call.await()).isInstanceOf(Answered.class);
            }
            assertThat(gate.most).hasValue(3);
            assertThat(server.connections).hasValue(3);
        }
    }

    @Test
    void aTargetThatHangsDoesNotHoldUpAnother() throws Exception {
        Gate gate = new Gate();
        try (LoopbackServer hanging = LoopbackServer.with(gate);
                LoopbackServer healthy = LoopbackServer.answering("200 OK", "", "");
                WebhookClient client = limited(10, 3)) {
            List<Call> calls = new ArrayList<>();
            for (int i = 0; i < 30; i++) {
                calls.add(inBackground(client, request(hanging.uri())));
            }
            Awaitility.await().until(() -> gate.inside.get() == 3);
            for (int i = 0; i < 20; i++) {
                assertThat(client.send(request(healthy.uri()))).isInstanceOf(Answered.class);
            }
            assertThat(client.openConnections()).isLessThanOrEqualTo(10);
            gate.permits.release(30);
            for (Call call : calls) {
                assertThat(call.await()).isInstanceOf(Answered.class);
            }
        }
    }

    @Test
    void aRequestThatGetsNoConnectionInTimeWasNotSent() throws Exception {
        Gate gate = new Gate();
        try (LoopbackServer server = LoopbackServer.with(gate);
                WebhookClient client = limited(100, 1)) {
            Call first = inBackground(client, request(server.uri()));
            Awaitility.await().until(() -> gate.inside.get() == 1);

            assertThat(client.send(request(server.uri(), SHORT)))
                    .isInstanceOfSatisfying(
                            NotSent.class,
                            response -> assertThat(response.cause()).isEqualTo(NotSent.Cause.BUSY));
            gate.permits.release();
            assertThat(first.await()).isInstanceOf(Answered.class);
            assertThat(server.requests).hasSize(1);
        }
    }

    @Test
    void closingEndsWhatIsUnderWayAndWhatWaits() throws Exception {
        Gate gate = new Gate();
        try (LoopbackServer server = LoopbackServer.with(gate)) {
            WebhookClient client = limited(100, 1);
            Call sent = inBackground(client, request(server.uri()));
            Awaitility.await().until(() -> gate.inside.get() == 1);
            Call waiting = inBackground(client, request(server.uri()));
            Awaitility.await()
                    .until(() -> waiting.thread().getState() == Thread.State.WAITING
                            || waiting.thread().getState() == Thread.State.TIMED_WAITING);

            client.close();

            assertThat(sent.await()).isInstanceOf(NoAnswer.class);
            assertThat(((NotSent) waiting.await()).cause()).isEqualTo(NotSent.Cause.CLOSED);
            assertThat(((NotSent) client.send(request(server.uri()))).cause()).isEqualTo(NotSent.Cause.CLOSED);
            client.close();
            gate.permits.release(5);
            assertThat(server.requests).hasSize(1);
        }
    }

    @Test
    void anInterruptEndsACallAndTheClientStaysUsable() throws Exception {
        Gate gate = new Gate();
        try (LoopbackServer server = LoopbackServer.with(gate);
                WebhookClient client = limited(100, 50)) {
            Call call = inBackground(client, request(server.uri()));
            Awaitility.await().until(() -> gate.inside.get() == 1);
            call.thread().interrupt();
            assertThatThrownBy(call::await).hasRootCauseInstanceOf(InterruptedException.class);
            gate.permits.release(5);
            assertThat(client.send(request(server.uri()))).isInstanceOf(Answered.class);
        }
    }

    @Test
    void anInterruptEndsALookup() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        NameLookup silent = new BoundedNameLookup(
                _ -> {
                    asked.countDown();
                    awaitUninterruptibly(never);
                    return new InetAddress[0];
                },
                1);
        try (WebhookClient client = TestClients.with(TestClients.LOCAL, silent)) {
            Call call = inBackground(client, request(URI.create("https://silent.test/")));
            asked.await();
            call.thread().interrupt();
            assertThatThrownBy(call::await).hasRootCauseInstanceOf(InterruptedException.class);
        } finally {
            never.countDown();
        }
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
