package dev.signalbox.e2e.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Subscriptions that are paused, by a client or by their target. */
class PauseTest extends PlatformTest {
    @Test
    void whatWaitedGoesOutInOrderAfterThePause() {
        SubscribedTarget target = subscribe("keep", body -> body.put("mode", "BLOCK_ON_ERROR"));
        target.post("g", 1);
        target.awaitCount(1, seconds(10));

        target.pause();
        assertThat(target.shown().path("status").asString()).isEqualTo("PAUSED");
        for (int number = 2; number <= 6; number++) {
            assertThat(target.post("g", number).path("dispatchJobCount").asInt())
                    .as("it still gets jobs")
                    .isEqualTo(1);
        }
        target.staysAt(1, seconds(2));
        assertThat(explained(target.jobOf(2))).containsIgnoringCase("paused");

        target.resume();
        target.awaitCount(6, seconds(10));
        assertThat(target.numbers()).containsExactly(1, 2, 3, 4, 5, 6);
        target.staysAt(6, seconds(1));
    }

    @Test
    void withDropThereAreNoJobsWhileItIsPaused() {
        SubscribedTarget target = subscribe("drop", body -> body.put("whilePaused", "drop"));
        target.post("g", 1);
        target.awaitCount(1, seconds(10));

        target.pause();
        assertThat(target.post("g", 2).path("dispatchJobCount").asInt()).isZero();
        target.resume();
        assertThat(target.post("g", 3).path("dispatchJobCount").asInt()).isEqualTo(1);
        target.awaitCount(2, seconds(10));
        assertThat(target.numbers()).containsExactly(1, 3);
        target.staysAt(2, seconds(1));
    }

    @Test
    void aSubscriptionThatIsCreatedPausedWaitsToo() {
        SubscribedTarget target = subscribe("created-paused", body -> body.put("status", "PAUSED"));
        target.post("g", 1);
        target.staysAt(0, seconds(1));

        target.resume();
        target.awaitCount(1, seconds(10));
    }

    @Test
    void jobsThatWaitWhenThePauseBeginsWaitOn() {
        SubscribedTarget target = subscribe("pause-backlog", body -> body.put("mode", "BLOCK_ON_ERROR"));
        target.answer((_, _) -> WebhookReply.acceptAfter(seconds(1)));
        target.postMany("g", 4);
        target.awaitCount(1, seconds(10));
        target.pause();
        int begun = target.received().size();
        await().alias("at most the one in flight arrives after the answer to the pause")
                .during(seconds(2))
                .atMost(seconds(5))
                .until(() -> target.received().size() <= begun + 1);

        target.accept();
        target.resume();
        target.awaitCount(4, seconds(10));
        assertThat(target.numbers()).containsExactly(1, 2, 3, 4);
    }

    @Test
    void goneTargetsPauseTheirSubscriptionWithTheReason() {
        SubscribedTarget gone = subscribe("gone", body -> body.put("mode", "NEXT_ON_ERROR"));
        SubscribedTarget healthy =
                SubscribedTarget.create(api, receiver, gone.code() + "-healthy", gone.type(), DEFAULTS);
        gone.answer((_, _) -> WebhookReply.status(410));
        gone.postMany("g", 3);

        await().atMost(seconds(10))
                .until(() -> gone.shown().path("status").asString().equals("PAUSED"));
        assertThat(gone.shown().path("pauseReason").asString()).contains("410");
        gone.awaitStatus(1, "ERROR", seconds(5));
        healthy.awaitCount(3, seconds(10));
        gone.staysAt(1, seconds(2));

        gone.accept();
        gone.resume();
        gone.awaitCount(3, seconds(10));
        assertThat(gone.numbers()).containsExactly(1, 2, 3);
        assertThat(gone.shown().path("status").asString()).isEqualTo("ACTIVE");
        assertThat(gone.shown().path("pauseReason").asString("")).isEmpty();
    }

    @Test
    void aDeletedSubscriptionSendsNothingMoreAndItsCodeIsFree() {
        SubscribedTarget target = subscribe("deleted", body -> body.put("mode", "BLOCK_ON_ERROR"));
        target.answer((_, _) -> WebhookReply.status(400));
        target.postMany("g", 3);
        target.awaitStatus(1, "ERROR", seconds(10));
        List<String> jobs = List.of(target.jobOf(2), target.jobOf(3));

        api.delete("/api/subscriptions/" + target.id()).expectSuccess();
        api.get("/api/subscriptions/" + target.id()).expect(404);
        for (String job : jobs) {
            await().atMost(seconds(15)).until(() -> api.jobStatus(job).equals("CANCELLED"));
        }
        SubscribedTarget again =
                SubscribedTarget.create(api, receiver, target.code(), target.type() + ":again", DEFAULTS);
        assertThat(again.id()).isNotEqualTo(target.id());
        assertThat(api.post("/api/events", SubscribedTarget.event(target.type(), "g", 9))
                        .expect(201)
                        .path("dispatchJobCount")
                        .asInt())
                .isZero();
        target.staysAt(1, seconds(1));
    }

    private String explained(String job) {
        return api.get("/api/dispatch/jobs/" + job + "/explain").expect(200).body();
    }
}
