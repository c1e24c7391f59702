package dev.signalbox.platform.delivery;

import static dev.signalbox.platform.delivery.InMemoryDeliverySettings.paused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.core.time.Clock;
import dev.signalbox.platform.id.NodeNumber;
import dev.signalbox.platform.id.TsidIds;
import dev.signalbox.platform.json.JsonWriter;
import dev.signalbox.platform.registry.DeliverySettings;
import dev.signalbox.platform.registry.EventTypeBinding;
import dev.signalbox.platform.registry.Subscription;
import dev.signalbox.platform.registry.SubscriptionFields;
import dev.signalbox.platform.registry.SubscriptionFields.SubscriptionStatus;
import dev.signalbox.platform.registry.SubscriptionFields.WhilePaused;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class TestDeliveryTest {
    private static final long VALID_MILLIS = 600_000;

    private final SinkFixtures fixture = new SinkFixtures();
    private final ScriptedReceiver receiver = new ScriptedReceiver();
    private final TestDelivery test = new TestDelivery(
            fixture.client,
            fixture.registry,
            fixture.settings.cipher,
            new TsidIds(_ -> new NodeNumber(1, "node", fixture.now.toEpochMilli(), VALID_MILLIS), Clock.SYSTEM),
            fixture.wallClock);

    TestDeliveryTest() throws IOException {}

    @AfterEach
    void close() {
        fixture.sink.close();
        receiver.close();
    }

    private Subscription subscription(String target) {
        return new Subscription(
                Tsid.from(1),
                new SubscriptionFields(
                        "",
                        "orders",
                        "Orders",
                        null,
                        List.of(new EventTypeBinding(null, "order.paid", null)),
                        target,
                        null,
                        DeliverySettings.DEFAULTS,
                        60,
                        0,
                        SubscriptionStatus.PAUSED,
                        WhilePaused.KEEP,
                        Map.of()),
                null,
                fixture.now,
                fixture.now);
    }

    @Test
    void aMadeUpEventIsSentAndTheAnswerReturned() throws Exception {
        receiver.status = 418;
        receiver.answer = "short and stout";
        fixture.settings.put(paused(fixture.settings.subscription(1, receiver.url("/t"), SinkFixtures.SECRET), true));

        TestDelivery.Result result = test.send(subscription(receiver.url("/t"))).orElseThrow();

        assertThat(result.delivered()).isFalse();
        assertThat(result.responseCode()).isEqualTo(418);
        assertThat(result.responseBody()).isEqualTo("short and stout");
        assertThat(result.error()).contains("HTTP 418");
        assertThat(receiver.last().header("X-FlowCatalyst-Code")).isEqualTo("order.paid");
        assertThat(receiver.last().header("webhook-id")).isEqualTo(result.id());
        assertThat(receiver.last().header("webhook-signature")).startsWith("v1,");
        assertThat(receiver.last().body())
                .isEqualTo("{\"test\":true,\"subscription\":\"orders\",\"sentAt\":\"2026-03-01T12:00:05.500Z\"}");
        assertThat(new String(JsonWriter.object(result::write), StandardCharsets.UTF_8))
                .contains("\"delivered\":false", "\"responseCode\":418");

        receiver.status = 204;
        receiver.answer = "";
        assertThat(test.send(subscription(receiver.url("/t"))).orElseThrow().delivered())
                .isTrue();
    }

    @Test
    void aTargetThatIsAwayIsAnAnswerToo() throws Exception {
        receiver.close();
        fixture.settings.put(fixture.settings.subscription(1, receiver.url("/t"), SinkFixtures.SECRET));

        TestDelivery.Result result = test.send(subscription(receiver.url("/t"))).orElseThrow();

        assertThat(result.delivered()).isFalse();
        assertThat(result.responseCode()).isNull();
        assertThat(result.error()).contains("127.0.0.1");
    }

    @Test
    void onlySoManyTestsAreUnderWay() throws Exception {
        receiver.silent = new CountDownLatch(1);
        fixture.settings.put(fixture.settings.subscription(1, receiver.url("/t"), SinkFixtures.SECRET));
        List<CompletableFuture<Boolean>> tests = new ArrayList<>();
        for (int i = 0; i < TestDelivery.MOST; i++) {
            CompletableFuture<Boolean> delivered = new CompletableFuture<>();
            tests.add(delivered);
            delivered.completeAsync(this::delivered, Thread::startVirtualThread);
        }
        await().until(() -> receiver.requests.size() == TestDelivery.MOST);

        assertThatThrownBy(() -> test.send(subscription(receiver.url("/t"))))
                .isInstanceOf(TestDelivery.BusyException.class);

        receiver.silent.countDown();
        for (CompletableFuture<Boolean> delivered : tests) {
            assertThat(delivered.get(10, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(delivered()).isTrue();
    }

    private boolean delivered() {
        try {
            return test.send(subscription(receiver.url("/t"))).orElseThrow().delivered();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aSubscriptionThatIsGoneGetsNothing() throws Exception {
        assertThat(test.send(subscription(receiver.url("/t")))).isEmpty();
        assertThat(receiver.requests).isEmpty();
    }
}
