package dev.signalbox.e2e.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/**
 * Changes that reach one of two nodes, while the streams that they concern belong to either. Each test has so many
 * subscriptions that both nodes own some.
 */
class TwoNodesTest extends PlatformTest {
    private static final int SUBSCRIPTIONS = 10;

    @SuppressWarnings("NullAway.Init") // set before the first test
    private PlatformApi second;

    @BeforeAll
    void launchTheSecond() {
        second = new PlatformApi(fixture.start("second", config()).port());
        fixture.awaitBalance("platform", "second");
    }

    @Test
    void subscriptionsThatAreCreatedPausedSendNothing() {
        List<SubscribedTarget> targets = subscribeMany("paused", body -> body.put("status", "PAUSED"));
        post(targets, 1);
        await().during(seconds(2))
                .atMost(seconds(5))
                .until(() -> targets.stream().allMatch(it -> it.received().isEmpty()));

        targets.forEach(SubscribedTarget::resume);
        targets.forEach(target -> target.awaitCount(1, seconds(10)));
    }

    @Test
    void pausesCountOnBothNodesWithinSeconds() {
        List<SubscribedTarget> targets = subscribeMany("pausing", DEFAULTS);
        post(targets, 1);
        targets.forEach(target -> target.awaitCount(1, seconds(10)));
        targets.forEach(SubscribedTarget::pause);
        post(targets, 2);
        await().during(seconds(2))
                .atMost(seconds(5))
                .until(() -> targets.stream().allMatch(it -> it.received().size() == 1));

        targets.forEach(SubscribedTarget::resume);
        targets.forEach(target -> target.awaitCount(2, seconds(10)));
    }

    @Test
    void theFirstAnswerOfANewTargetIsHeeded() {
        List<SubscribedTarget> targets = subscribeMany("throttled-at-once", DEFAULTS);
        targets.forEach(target -> target.answer(
                (_, attempt) -> attempt == 1 ? WebhookReply.status(429, "Retry-After", "3") : WebhookReply.accept()));
        post(targets, 1);

        targets.forEach(target -> target.awaitCount(2, seconds(20)));
        for (SubscribedTarget target : targets) {
            List<ReceivedWebhook> all = target.received();
            assertThat(secondsBetween(all.get(0).at(), all.get(1).at()))
                    .as("seconds between the attempts at " + target.path())
                    .isGreaterThan(2.9);
        }
    }

    @Test
    void retryAndCancelWorkOnEitherNode() {
        List<SubscribedTarget> targets = subscribeMany("either", body -> body.put("mode", "BLOCK_ON_ERROR"));
        targets.forEach(target -> target.answer(
                (webhook, _) -> webhook.number() == 1 ? WebhookReply.status(400) : WebhookReply.accept()));
        for (int number = 1; number <= 4; number++) {
            post(targets, number);
        }
        targets.forEach(target -> target.awaitStatus(1, "ERROR", seconds(10)));
        for (SubscribedTarget target : targets) {
            target.api().post(job(target, 2) + "/cancel").expectSuccess();
            target.awaitStatus(2, "CANCELLED", seconds(6));
        }
        for (int i = 0; i < SUBSCRIPTIONS; i++) {
            SubscribedTarget target = targets.get(i);
            if (i % 4 < 2) {
                target.accept();
            }
            target.api()
                    .post(job(target, 1) + (i % 4 < 2 ? "/retry" : "/cancel"))
                    .expectSuccess();
        }

        for (int i = 0; i < SUBSCRIPTIONS; i++) {
            SubscribedTarget target = targets.get(i);
            target.awaitStatus(4, "COMPLETED", seconds(10));
            assertThat(target.numbers()).isEqualTo(i % 4 < 2 ? List.of(1, 1, 3, 4) : List.of(1, 3, 4));
        }
    }

    private static String job(SubscribedTarget target, int number) {
        return "/api/dispatch/jobs/" + target.jobOf(number);
    }

    /** Created by turns on each node. */
    private List<SubscribedTarget> subscribeMany(String name, Consumer<ObjectNode> settings) {
        List<SubscribedTarget> targets = new ArrayList<>();
        for (int i = 0; i < SUBSCRIPTIONS; i++) {
            targets.add(SubscribedTarget.create(
                    i % 2 == 0 ? api : second, receiver, name + "-" + i, "e2e:" + name, settings));
        }
        return targets;
    }

    private void post(List<SubscribedTarget> targets, int number) {
        ObjectNode event = SubscribedTarget.event(targets.getFirst().type(), "g", number);
        int jobs = (number % 2 == 0 ? api : second)
                .post("/api/events", event)
                .expect(201)
                .path("dispatchJobCount")
                .asInt();
        assertThat(jobs).isEqualTo(SUBSCRIPTIONS);
    }
}
