package dev.signalbox.e2e.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** Limits that subscriptions share. */
class DispatchPoolsTest extends PlatformTest {
    private static final AtomicInteger COUNT = new AtomicInteger();

    @Test
    void noMoreThanTheConcurrencyIsInFlightAndAChangeCountsAtOnce() {
        String pool = pool(2, 1_000);
        SubscribedTarget target = subscribe("concurrency", body -> body.put("dispatchPoolId", pool));
        SubscribedTarget other = subscribe("same-pool", body -> body.put("dispatchPoolId", pool));
        CountDownLatch open = new CountDownLatch(1);
        WebhookReceiver.Rule held = (_, _) -> new WebhookReply.When(open, WebhookReply.accept());
        List.of(target, other).forEach(it -> it.answer(held));
        IntStream.rangeClosed(1, 10).forEach(number -> target.post("g" + number, number));
        IntStream.rangeClosed(1, 5).forEach(number -> other.post("g" + number, number));

        awaitTogether(2, target, other);
        change(pool, body -> body.put("concurrency", 6));
        awaitTogether(6, target, other);
        open.countDown();
        target.awaitCount(10, seconds(15));
        other.awaitCount(5, seconds(15));
    }

    private void awaitTogether(int count, SubscribedTarget... targets) {
        await().atMost(seconds(10)).until(() -> together(targets) == count);
        await().during(seconds(1)).atMost(seconds(5)).until(() -> together(targets) == count);
    }

    private static int together(SubscribedTarget... targets) {
        return Stream.of(targets).mapToInt(target -> target.received().size()).sum();
    }

    @Test
    void noMoreThanTheRateStartsAndARaisedRateCountsAtOnce() {
        String pool = pool(100, 5);
        SubscribedTarget target = subscribe("rate", body -> body.put("dispatchPoolId", pool));
        IntStream.rangeClosed(1, 12).forEach(number -> target.post("g" + number, number));

        target.awaitCount(5, seconds(10));
        target.staysAt(5, seconds(3));
        change(pool, body -> body.put("rateLimit", 8));
        target.awaitCount(8, seconds(10));
        target.staysAt(8, seconds(2));
        assertThat(target.jobs().stream()
                        .filter(job -> !job.path("status").asString().equals("COMPLETED"))
                        .map(job -> api.get(
                                        "/api/dispatch/jobs/" + job.path("id").asString() + "/explain")
                                .expect(200)
                                .body()))
                .hasSize(4)
                .allSatisfy(text -> assertThat(text).containsPattern("(?i)rate|pool"));
        change(pool, body -> body.put("rateLimit", 1_000));
        target.awaitCount(12, seconds(10));
    }

    @Test
    @Tag("slow")
    void noSixtySecondsHaveMoreStartsThanTheRate() {
        String pool = pool(100, 20);
        SubscribedTarget target = subscribe("rate-window", body -> body.put("dispatchPoolId", pool));
        IntStream.rangeClosed(1, 45).forEach(number -> target.post("g" + number, number));

        target.awaitCount(45, seconds(200));
        List<ReceivedWebhook> all = target.received();
        for (int i = 20; i < all.size(); i++) {
            assertThat(secondsBetween(all.get(i - 20).at(), all.get(i).at()))
                    .as("from request %d to %d", i - 20, i)
                    .isGreaterThan(59.5);
        }
        double last = secondsBetween(all.getFirst().at(), all.getLast().at());
        figure("45 jobs at 20 a minute took %.1f s".formatted(last));
        assertThat(last).isLessThan(140);
    }

    @Test
    void jobsOfASuspendedPoolWait() {
        String pool = pool(10, 1_000);
        SubscribedTarget target = subscribe("suspended", body -> body.put("dispatchPoolId", pool));
        SubscribedTarget free =
                SubscribedTarget.create(api, receiver, target.code() + "-free", target.type(), DEFAULTS);
        api.post("/api/dispatch-pools/" + pool + "/suspend").expectSuccess();
        target.postMany("g", 5);
        free.awaitCount(5, seconds(10));
        target.staysAt(0, seconds(2));

        api.post("/api/dispatch-pools/" + pool + "/activate").expectSuccess();
        target.awaitCount(5, seconds(10));
    }

    @Test
    void aFullPoolDoesNotHoldUpOthers() {
        String pool = pool(1, 1_000);
        SubscribedTarget stuck = subscribe("stuck", body -> body.put("dispatchPoolId", pool));
        SubscribedTarget free = subscribe("not-stuck", DEFAULTS);
        stuck.answer((_, _) -> new WebhookReply.Silence());
        IntStream.rangeClosed(1, 100).forEach(number -> stuck.post("g" + number, number));
        stuck.awaitCount(1, seconds(10));

        IntStream.rangeClosed(1, 20).forEach(number -> free.post("g" + number, number));
        free.awaitCount(20, seconds(5));
        assertThat(stuck.received()).hasSize(1);
    }

    @Test
    void lowerSequencesGoFirst() {
        String pool = pool(1, 1_000);
        SubscribedTarget low =
                subscribe("sequence", body -> body.put("dispatchPoolId", pool).put("sequence", 1));
        SubscribedTarget high = SubscribedTarget.create(
                api,
                receiver,
                low.code() + "-high",
                low.type(),
                body -> body.put("dispatchPoolId", pool).put("sequence", 99));
        api.post("/api/dispatch-pools/" + pool + "/suspend").expectSuccess();
        IntStream.rangeClosed(1, 5).forEach(number -> low.post("g" + number, number));
        // The first job of a stream may be claimed before its pool is known; while it is given back, the others would
        // go.
        await().atMost(seconds(10))
                .until(() -> Stream.of(low, high)
                        .allMatch(target -> target.jobs().size() == 5
                                && target.jobs().stream()
                                        .allMatch(job ->
                                                job.path("status").asString().equals("QUEUED"))));
        api.post("/api/dispatch-pools/" + pool + "/activate").expectSuccess();

        low.awaitCount(5, seconds(10));
        high.awaitCount(5, seconds(10));
        long lastLow = low.received().getLast().at();
        assertThat(high.received().stream().filter(it -> it.at() < lastLow).count())
                .as("of the higher sequence before the last of the lower")
                .isLessThanOrEqualTo(1);
    }

    @Test
    void aPoolIsShownAsItWasMadeAndItsDefaultsAreThoseOfTheContract() {
        String code = "shown-" + COUNT.incrementAndGet();
        var made = api.post("/api/dispatch-pools", PlatformApi.object().put("code", code))
                .expect(201)
                .json();
        assertThat(made.path("rateLimit").asInt()).isEqualTo(100);
        assertThat(made.path("concurrency").asInt()).isEqualTo(10);
        assertThat(made.path("status").asString()).isEqualTo("ACTIVE");
        assertThat(api.get("/api/dispatch-pools/" + made.path("id").asString())
                        .expect(200)
                        .json())
                .isEqualTo(made);
        api.post("/api/dispatch-pools", PlatformApi.object().put("code", code)).expect(409);
        assertThat(api.get("/api/dispatch-pools?size=200").expect(200).body()).contains(code);
    }

    private String pool(int concurrency, int rate) {
        ObjectNode body = PlatformApi.object()
                .put("code", "pool-" + COUNT.incrementAndGet())
                .put("concurrency", concurrency)
                .put("rateLimit", rate);
        return api.post("/api/dispatch-pools", body).expect(201).text("id");
    }

    private void change(String pool, Consumer<ObjectNode> change) {
        ObjectNode body = PlatformApi.object();
        change.accept(body);
        api.put("/api/dispatch-pools/" + pool, body).expectSuccess();
    }
}
