package dev.signalbox.e2e.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Targets that accept and never answer, drip, or send without end, beside one that works. */
@Execution(ExecutionMode.SAME_THREAD)
class MisbehavingTargetsTest extends PlatformTest {
    private static final int BAD_TARGETS = 40;
    private static final int JOBS = 100;

    @Test
    void silentTargetsDoNotStopOthers() {
        besideHealthy("silent", (_, _) -> new WebhookReply.Silence());
    }

    @Test
    void drippingTargetsDoNotStopOthers() {
        besideHealthy("drip", (_, _) -> new WebhookReply.Drip(Duration.ofMillis(100)));
    }

    @Test
    void floodingTargetsDoNotStopOthersAndLittleOfTheAnswerIsKept() {
        SubscribedTarget flood = besideHealthy("flood", (_, _) -> new WebhookReply.Flood());
        String job = flood.jobOf(0);
        await().atMost(seconds(30)).until(() -> api.attempts(job).size() > 0);
        assertThat(api.attempts(job).get(0).path("responseBody").asString("")).hasSizeLessThanOrEqualTo(5_000);
        assertThat(api.attempts(job).get(0).path("durationMillis").asInt()).isLessThan(4_000);
    }

    @Test
    void aPortThatAcceptsAndNeverReadsDoesNotStopOthers() throws IOException {
        try (ServerSocket deaf = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            String target = "http://127.0.0.1:" + deaf.getLocalPort() + "/";
            SubscribedTarget stuck =
                    subscribe("deaf", body -> body.put("target", target).put("timeoutSeconds", 2));
            SubscribedTarget healthy = subscribe("beside-deaf", DEFAULTS);
            IntStream.range(0, 30).forEach(number -> stuck.post("g" + number, number));
            assertPrompt(healthy);
            assertThat(api.attempts(stuck.jobOf(0))
                            .valueStream()
                            .filter(it -> it.path("durationMillis").asInt() > 5_000))
                    .isEmpty();
        }
    }

    private SubscribedTarget besideHealthy(String name, WebhookReceiver.Rule rule) {
        List<SubscribedTarget> bad = new ArrayList<>();
        SubscribedTarget first = subscribe(name, body -> body.put("timeoutSeconds", 2));
        bad.add(first);
        for (int i = 1; i < BAD_TARGETS; i++) {
            bad.add(SubscribedTarget.create(
                    api, receiver, first.code() + "-" + i, first.type(), body -> body.put("timeoutSeconds", 2)));
        }
        bad.forEach(target -> target.answer(rule));
        SubscribedTarget healthy = subscribe("beside-" + name, DEFAULTS);
        IntStream.range(0, 5).forEach(number -> first.post("g" + number, number));
        await().atMost(seconds(10))
                .until(() -> bad.stream().allMatch(target -> !target.received().isEmpty()));
        assertPrompt(healthy);
        return first;
    }

    /** Posts one event after the other, as fast as they arrive, for as long as the bad targets hang. */
    private void assertPrompt(SubscribedTarget healthy) {
        double worst = 0;
        for (int number = 0; number < JOBS; number++) {
            long posted = System.nanoTime();
            healthy.post("g" + number, number);
            healthy.awaitCount(number + 1, seconds(5));
            worst = Math.max(
                    worst, secondsBetween(posted, healthy.received().getLast().at()));
        }
        figure("%s: the slowest of %d took %.3f s".formatted(healthy.code(), JOBS, worst));
        assertThat(worst).isLessThan(2);
    }
}
