package dev.signalbox.e2e.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.signalbox.e2e.SignalboxProcess;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Many posts of one event at once, over two nodes. */
@Execution(ExecutionMode.SAME_THREAD)
class PlatformDeduplicationTest extends PlatformTest {
    private static final int POSTS = 50;

    @SuppressWarnings("NullAway.Init") // set before the first test
    private PlatformApi second;

    @BeforeAll
    void launchTheSecond() {
        SignalboxProcess other = fixture.start("second", config());
        second = new PlatformApi(other.port());
    }

    @Test
    void fiftyPostsOfOneEventMakeOneEventAndOneSetOfJobs() throws Exception {
        SubscribedTarget one = subscribe("dedup", DEFAULTS);
        SubscribedTarget two = SubscribedTarget.create(second, receiver, one.code() + "-two", one.type(), DEFAULTS);
        for (int round = 1; round <= 5; round++) {
            ObjectNode event =
                    SubscribedTarget.event(one.type(), "g", round).put("deduplicationId", one.code() + round);
            List<ApiAnswer> answers = atOnce(i -> both(i).post("/api/events", event));

            assertThat(answers.stream().filter(it -> it.status() == 201))
                    .as("created")
                    .hasSize(1);
            assertThat(answers.stream().filter(it -> it.status() == 200))
                    .as("replays")
                    .hasSize(POSTS - 1);
            assertThat(ids(answers)).as("one event").hasSize(1);
            assertThat(answers).allMatch(it -> it.path("dispatchJobCount").asInt() == 2);
            one.awaitCount(round, seconds(10));
            two.awaitCount(round, seconds(10));
        }
        one.staysAt(5, seconds(2));
        assertThat(two.received()).hasSize(5);
        assertThat(one.jobs()).hasSize(5);
        assertThat(two.jobs()).hasSize(5);
    }

    private static Set<String> ids(List<ApiAnswer> answers) {
        return answers.stream()
                .map(it -> it.path("event").path("id").asString())
                .collect(Collectors.toSet());
    }

    @Test
    void batchesWithTheSameEventsInAnyOrderNeitherDeadlockNorDouble() throws Exception {
        SubscribedTarget target = subscribe("dedup-batch", DEFAULTS);
        List<ApiAnswer> answers = atOnce(i -> {
            List<Integer> numbers = new ArrayList<>();
            for (int number = 1; number <= 40; number++) {
                numbers.add(number);
            }
            Collections.rotate(numbers, i);
            if (i % 3 == 0) {
                Collections.reverse(numbers);
            }
            ArrayNode batch = PlatformApi.array();
            numbers.forEach(number -> batch.add(SubscribedTarget.event(target.type(), "g" + number, number)
                    .put("deduplicationId", target.code() + number)));
            return both(i).post("/api/events/batch", batch);
        });

        assertThat(answers).allMatch(it -> it.status() == 201 || it.status() == 200, "succeeds");
        int duplicates = answers.stream()
                .mapToInt(it -> it.path("duplicateCount").asInt())
                .sum();
        int jobs = answers.stream()
                .mapToInt(it -> it.path("dispatchJobCount").asInt())
                .sum();
        assertThat(duplicates).isEqualTo(40 * (POSTS - 1));
        assertThat(jobs).isEqualTo(40);
        target.awaitCount(40, seconds(15));
        target.staysAt(40, seconds(1));
        assertThat(target.numbers()).doesNotHaveDuplicates();
    }

    @Test
    void anIdServesAsKeyAndRepeatsWithinABatchCountOnce() {
        SubscribedTarget target = subscribe("dedup-id", DEFAULTS);
        ObjectNode event = SubscribedTarget.event(target.type(), "g", 1).put("id", "shop-" + target.code());
        JsonNode answer = api.post(
                        "/api/events/batch", PlatformApi.array().add(event).add(event))
                .expect(201)
                .json();
        assertThat(answer.path("duplicateCount").asInt()).isEqualTo(1);
        assertThat(answer.path("dispatchJobCount").asInt()).isEqualTo(1);
        assertThat(answer.path("events").get(0).path("id").asString())
                .isNotEqualTo("shop-" + target.code())
                .isEqualTo(answer.path("events").get(1).path("id").asString());
        ApiAnswer replay = second.post("/api/events", event).expect(200);
        assertThat(replay.path("event").path("id").asString())
                .isEqualTo(answer.path("events").get(0).path("id").asString());
        target.awaitCount(1, seconds(10));
        target.staysAt(1, seconds(1));
    }

    @Test
    void postsOfOneIdempotencyKeyMakeOneJob() throws Exception {
        String path = "/idempotent-at-once";
        ObjectNode job = PlatformApi.object()
                .put("code", "mail.send")
                .put("targetUrl", receiver.url(path))
                .put("idempotencyKey", "key-1");
        List<ApiAnswer> answers = atOnce(i -> both(i).post("/api/dispatch/jobs", job));

        assertThat(answers.stream().filter(it -> it.status() == 201)).hasSize(1);
        assertThat(answers.stream().map(it -> it.text("id")).distinct()).hasSize(1);
        fixture.awaitReceived(path, 1, seconds(10));
        await().during(seconds(1))
                .atMost(seconds(5))
                .until(() -> receiver.at(path).size() == 1);
    }

    @Test
    void noEventMissesASubscriptionThatWasAnsweredBeforeOnTheOtherNode() {
        String type = "e2e:exact";
        for (int round = 1; round <= 20; round++) {
            SubscribedTarget target =
                    SubscribedTarget.create(round % 2 == 0 ? api : second, receiver, "exact" + round, type, DEFAULTS);
            JsonNode answer = both(round)
                    .post("/api/events", SubscribedTarget.event(type, "g", round))
                    .expect(201)
                    .json();
            assertThat(answer.path("dispatchJobCount").asInt())
                    .as("round " + round)
                    .isEqualTo(1);
            target.awaitCount(1, seconds(10));
            target.api().delete("/api/subscriptions/" + target.id()).expectSuccess();
            assertThat(both(round)
                            .post("/api/events", SubscribedTarget.event(type, "g", round))
                            .expect(201)
                            .path("dispatchJobCount")
                            .asInt())
                    .as("after the deletion in round " + round)
                    .isZero();
        }
    }

    private PlatformApi both(int number) {
        return number % 2 == 0 ? api : second;
    }

    private static List<ApiAnswer> atOnce(IntFunction<ApiAnswer> post) throws Exception {
        CountDownLatch start = new CountDownLatch(1);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<ApiAnswer>> posts = new ArrayList<>();
            for (int i = 0; i < POSTS; i++) {
                int number = i;
                Callable<ApiAnswer> task = () -> {
                    start.await();
                    return post.apply(number);
                };
                posts.add(threads.submit(task));
            }
            start.countDown();
            List<ApiAnswer> answers = new ArrayList<>();
            for (Future<ApiAnswer> it : posts) {
                answers.add(it.get());
            }
            return answers;
        }
    }
}
