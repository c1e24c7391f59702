package dev.signalbox.e2e.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.signalbox.e2e.SignalboxProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** Nodes that are killed, terminated, frozen or without a database while events come in and webhooks go out. */
@Tag("slow")
class PlatformNodesTest {
    private static final int GROUPS = 12;
    private static final List<String> MODES =
            List.of("BLOCK_ON_ERROR", "NEXT_ON_ERROR", "BLOCK_ON_ERROR", "NEXT_ON_ERROR");

    private final PlatformFixture fixture = new PlatformFixture();
    private final List<SubscribedTarget> targets = new ArrayList<>();
    private SignalboxProcess one = fixture.start("one", fixture.config());
    private SignalboxProcess two = fixture.start("two", fixture.config());

    @SuppressWarnings("NullAway.Init") // set before each test
    private EventLoad load;

    @BeforeEach
    void begin() {
        PlatformApi api = new PlatformApi(one.port());
        String type = "e2e:nodes";
        for (String mode : MODES) {
            SubscribedTarget target = SubscribedTarget.create(
                    api, fixture.receiver(), "nodes-" + targets.size(), type, body -> settings(body, mode));
            target.answer((_, _) -> WebhookReply.acceptAfter(Duration.ofMillis(100)));
            targets.add(target);
        }
        load = new EventLoad(List.of(api, new PlatformApi(two.port())), type, GROUPS, Duration.ofMillis(100)).begin();
        awaitMore(200);
    }

    private static void settings(ObjectNode body, String mode) {
        body.put("mode", mode).put("dataOnly", mode.startsWith("N"));
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void whatAKilledNodeHadInHandIsDeliveredByTheOther() throws InterruptedException {
        one.kill();
        long killed = System.nanoTime();
        awaitMore(400);
        one = fixture.start("one-again", fixture.config());
        awaitMore(200);

        DeliveryLedger ledger = settle();
        ledger.assertWhole().assertNoOvertaking().assertRepeatedOnlyInFlightAt(killed);
        figure("one of two killed", ledger);
        assertThat(load.failedPosts()).isPositive();
    }

    @Test
    void whatBothKilledNodesHadAcceptedIsDeliveredAfterARestart() throws InterruptedException {
        one.kill();
        two.kill();
        long killed = System.nanoTime();
        load.end();
        one = fixture.start("one-again", fixture.config());

        DeliveryLedger ledger = ledger().awaitComplete(seconds(60)).awaitQuiet(seconds(4));
        ledger.assertWhole().assertNoOvertaking().assertRepeatedOnlyInFlightAt(killed);
        figure("both killed", ledger);
    }

    @Test
    void aTerminatedNodeRepeatsNothing() throws InterruptedException {
        assertThat(one.stop()).as(one.log()).isZero();
        awaitMore(200);

        DeliveryLedger ledger = settle();
        ledger.assertWhole().assertNoOvertaking();
        assertThat(ledger.repeated()).isEmpty();
        figure("one of two terminated", ledger);
    }

    @Test
    void bothTerminatedNodesRepeatNothing() throws InterruptedException {
        load.end();
        assertThat(one.stop()).as(one.log()).isZero();
        assertThat(two.stop()).as(two.log()).isZero();
        one = fixture.start("one-again", fixture.config());

        DeliveryLedger ledger = ledger().awaitComplete(seconds(60)).awaitQuiet(seconds(4));
        ledger.assertWhole().assertNoOvertaking();
        assertThat(ledger.repeated()).isEmpty();
    }

    @Test
    void aFrozenNodeThatWakesUpLateBreaksNoOrder() throws InterruptedException {
        one.freeze();
        long frozen = System.nanoTime();
        await().alias("the other node delivers all groups of all targets")
                .atMost(seconds(60))
                .until(() -> targets.stream().allMatch(target -> groupsSince(target, frozen) >= GROUPS / 2));
        // Half of the posts go to the frozen node, and wait there.
        awaitMore(60);
        one.thaw();
        awaitMore(60);

        DeliveryLedger ledger = settle();
        ledger.assertWhole().assertNoOvertaking().assertRepeatedOnlyInFlightAt(frozen);
        figure("one of two frozen", ledger);
        await().atMost(seconds(20)).until(() -> one.answers("/health/ready"));
    }

    private static long groupsSince(SubscribedTarget target, long time) {
        return target.received().stream()
                .filter(webhook -> webhook.at() > time + Duration.ofSeconds(1).toNanos())
                .map(ReceivedWebhook::group)
                .distinct()
                .count();
    }

    @Test
    void deliveryResumesAfterTheDatabaseWasAway() throws InterruptedException {
        long lines = two.logLines();
        fixture.database().server().stop();
        long stopped = System.nanoTime();
        ApiAnswer refused = new PlatformApi(two.port()).post("/api/events", "{\"type\":\"e2e:away\"}");
        refused.expect(503).path("error");
        await().during(seconds(5)).atMost(seconds(15)).until(() -> one.isAlive() && two.isAlive());
        long said = two.logLines() - lines;
        fixture.database().server().start();
        long back = System.nanoTime();
        awaitMore(200);
        double resumed = (System.nanoTime() - back) / 1e9;

        DeliveryLedger ledger = settle();
        ledger.assertWhole().assertNoOvertaking().assertRepeatedOnlyInFlightAt(stopped);
        figure(
                "resumed %.1f s after the database was back, %d lines of log meanwhile".formatted(resumed, said),
                ledger);
        assertThat(resumed).isLessThan(10);
        assertThat(said).as(two.log()).isLessThan(60);
        assertThat(one.answers("/health/ready")).isTrue();
    }

    private DeliveryLedger settle() throws InterruptedException {
        load.end();
        return ledger().awaitComplete(seconds(60)).awaitQuiet(seconds(4));
    }

    private DeliveryLedger ledger() {
        return new DeliveryLedger(load, targets);
    }

    private void awaitMore(int webhooks) {
        int before = arrived();
        await().alias(webhooks + " more webhooks").atMost(seconds(60)).until(() -> arrived() >= before + webhooks);
    }

    private int arrived() {
        return targets.stream().mapToInt(target -> target.received().size()).sum();
    }

    private static Duration seconds(long seconds) {
        return Duration.ofSeconds(seconds);
    }

    private void figure(String what, DeliveryLedger ledger) {
        System.out.println("FIGURE PlatformNodesTest: %s: %d acknowledged, %d unanswered, %d webhooks, %d repeated"
                .formatted(
                        what,
                        load.acknowledged().size(),
                        load.unanswered().size(),
                        arrived(),
                        ledger.repeated().size()));
    }
}
