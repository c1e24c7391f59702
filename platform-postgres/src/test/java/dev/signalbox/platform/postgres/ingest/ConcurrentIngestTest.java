package dev.signalbox.platform.postgres.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.jdbc.connection.TimeLimits;
import dev.signalbox.platform.StoreException;
import dev.signalbox.platform.event.EventBodies;
import dev.signalbox.platform.event.EventFormat;
import dev.signalbox.platform.ingest.BatchResult;
import dev.signalbox.platform.ingest.IngestAnswer;
import dev.signalbox.platform.ingest.IngestEvent;
import dev.signalbox.platform.ingest.IngestJob;
import dev.signalbox.platform.ingest.IngestRequest;
import dev.signalbox.platform.ingest.IngestResult;
import dev.signalbox.platform.input.InputLimits;
import dev.signalbox.platform.matching.MatchingKey;
import dev.signalbox.platform.postgres.PlatformTestDatabase;
import dev.signalbox.platform.postgres.PostgresPlatform;
import dev.signalbox.platform.postgres.database.DeduplicationKey;
import dev.signalbox.platform.store.PlatformFixture;
import dev.signalbox.postgres.connection.PostgresSettings;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Several nodes at once. */
class ConcurrentIngestTest {
    private PlatformTestDatabase database;
    private PlatformFixture one;
    private PlatformFixture two;

    @BeforeEach
    void start() throws Exception {
        database = PlatformTestDatabase.create();
        one = new PlatformFixture(database.store());
        two = new PlatformFixture(database.store());
    }

    @AfterEach
    void stop() throws Exception {
        database.close();
    }

    private static <T> List<T> all(List<Callable<T>> work) throws Exception {
        CyclicBarrier together = new CyclicBarrier(work.size());
        List<T> results = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<T>> futures = new ArrayList<>();
            for (Callable<T> each : work) {
                futures.add(threads.submit(() -> {
                    together.await();
                    return each.call();
                }));
            }
            for (Future<T> future : futures) {
                results.add(future.get());
            }
        }
        return results;
    }

    @Test
    void fiftyPostsOfOneIdOverTwoNodesMakeOneEventAndOneSetOfJobs() throws Exception {
        one.subscribe("a", "t");
        one.subscribe("b", "t");
        List<Callable<IngestResult>> posts = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            PlatformFixture node = i % 2 == 0 ? one : two;
            posts.add(() -> node.post("{'type':'t','deduplicationId':'d'}"));
        }

        List<IngestResult> results = all(posts);

        assertThat(results)
                .extracting(it -> it.event().id())
                .containsOnly(results.getFirst().event().id());
        assertThat(results).filteredOn(it -> !it.duplicate()).hasSize(1);
        assertThat(results).allSatisfy(it -> assertThat(it.event().jobCount()).isEqualTo(2));
        assertThat(database.count("events")).isEqualTo(1);
        assertThat(database.count("jobs")).isEqualTo(2);
        assertThat(database.count("queue")).isEqualTo(2);
    }

    @Test
    void batchesWithTheSameKeysInAnyOrderDoNotDeadlock() throws Exception {
        for (int round = 0; round < 5; round++) {
            List<Callable<BatchResult>> batches = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                EventBodies.Batch batch = batch(round, i % 2 == 0);
                PlatformFixture node = i % 2 == 0 ? one : two;
                batches.add(() -> node.ingest.batch(batch));
            }
            List<BatchResult> results = all(batches);
            assertThat(results.stream().mapToInt(BatchResult::duplicateCount).sum())
                    .isEqualTo(7 * 100);
        }
        assertThat(database.count("events")).isEqualTo(500);
        assertNoDeadlocks();
    }

    /** Both requests hold a key and wait for a third one, before each comes to the other's. */
    @Test
    void keysInOppositeOrderAreTakenInOneOrder() throws Exception {
        PostgresSettings patient = database.settings()
                .withLimits(TimeLimits.DEFAULTS.withStatement(Duration.ofSeconds(10), Duration.ofSeconds(8)));
        PlatformFixture first = new PlatformFixture(PostgresPlatform.of(database.connect(patient)));
        PlatformFixture second = new PlatformFixture(PostgresPlatform.of(database.connect(patient)));
        try (Connection blocker = database.open();
                Statement statement = blocker.createStatement();
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            blocker.setAutoCommit(false);
            statement.execute("INSERT INTO signalbox_platform.deduplication_keys (key, id) VALUES ('"
                    + DeduplicationKey.ofEvent("", "middle") + "', 1)");
            Future<BatchResult> ahead = threads.submit(() -> first.ingest.batch(
                    PlatformFixture.batch("[{'type':'t','id':'a'},{'type':'t','id':'middle'},{'type':'t','id':'b'}]")));
            Future<BatchResult> back = threads.submit(() -> second.ingest.batch(
                    PlatformFixture.batch("[{'type':'t','id':'b'},{'type':'t','id':'middle'},{'type':'t','id':'a'}]")));
            await().until(() -> database.values("SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                                    + " AND datname = current_database()")
                            .size()
                    == 2);
            blocker.rollback();

            assertThat(ahead.get().duplicateCount() + back.get().duplicateCount())
                    .isEqualTo(3);
        }
        assertNoDeadlocks();
    }

    private void assertNoDeadlocks() throws Exception {
        database.disconnect();
        assertThat(database.values("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"))
                .as("the server had none to break")
                .containsExactly("0");
    }

    private static EventBodies.Batch batch(int round, boolean ascending) throws Exception {
        List<String> events = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            events.add("{\"type\":\"t\",\"id\":\"" + round + "-" + i + "\"}");
        }
        if (!ascending) {
            Collections.reverse(events);
        }
        return EventBodies.batch("", EventFormat.PLAIN, PlatformFixture.bytes("[" + String.join(",", events) + "]"));
    }

    @Test
    void noEventMissesASubscriptionThatWasThereBeforeIt() throws Exception {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        AtomicInteger subscribed = new AtomicInteger();
        AtomicBoolean done = new AtomicBoolean();
        List<String> missed = Collections.synchronizedList(new ArrayList<>());
        AtomicInteger posted = new AtomicInteger();
        one.post("{'type':'t'}"); // both nodes have a cache
        two.post("{'type':'t'}");
        List<Callable<Boolean>> work = new ArrayList<>();
        work.add(() -> {
            for (int i = 0; i < 60; i++) {
                PlatformFixture node = random.nextBoolean() ? one : two;
                boolean wanted = random.nextInt(4) > 0;
                node.subscribe("s" + i, wanted ? "t" : "other");
                subscribed.addAndGet(wanted ? 1 : 0);
            }
            done.set(true);
            return true;
        });
        for (int i = 0; i < 6; i++) {
            PlatformFixture node = i % 2 == 0 ? one : two;
            work.add(() -> {
                while (!done.get()) {
                    int before = subscribed.get();
                    int jobs = node.post("{'type':'t'}").event().jobCount();
                    posted.incrementAndGet();
                    if (jobs < before) {
                        missed.add("%d of %d".formatted(jobs, before));
                    }
                }
                return true;
            });
        }

        all(work);

        assertThat(missed).as("seed %d, %d events", seed, posted.get()).isEmpty();
        assertThat(posted.get()).isPositive();
        assertThat(two.post("{'type':'t'}").event().jobCount()).isEqualTo(subscribed.get());
    }

    @Test
    void theMostJobsOfARequestAreStoredTogether() throws Exception {
        long version =
                one.store.matching().load(Set.of(new MatchingKey("t", ""))).version();
        List<Tsid> subscriptions = new ArrayList<>();
        for (int i = 0; i < InputLimits.JOBS_PER_REQUEST / 100; i++) {
            subscriptions.add(one.ids.next());
        }
        List<IngestEvent> events = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            List<IngestJob> jobs = new ArrayList<>();
            for (Tsid subscription : subscriptions) {
                jobs.add(new IngestJob(one.ids.next(), subscription));
            }
            events.add(new IngestEvent(
                    one.ids.next(), PlatformFixture.event("{'type':'t','id':'" + i + "','messageGroup':'g'}"), jobs));
        }

        assertThat(one.store.ingest().ingest(new IngestRequest(version, events)))
                .isInstanceOf(IngestAnswer.Stored.class);
        assertThat(database.count("queue")).isEqualTo(InputLimits.JOBS_PER_REQUEST);
    }

    @Test
    void jobsOfARequestGetTheirPlacesInItsOrder() throws Exception {
        one.subscribe("s", "t");
        List<Tsid> events = one.ingest.batch(batch(0, false)).events().stream()
                .map(it -> it.id())
                .toList();

        List<String> order = database.values("SELECT j.event FROM signalbox_platform.queue q"
                + " JOIN signalbox_platform.jobs j ON j.id = q.job ORDER BY q.position");

        assertThat(order)
                .isEqualTo(events.stream().map(it -> Long.toString(it.toLong())).toList());
    }

    @Test
    void aConnectionThatBreaksInTheMiddleLeavesEventsWithAllTheirJobsOrNothing() throws Exception {
        one.subscribe("a", "t");
        one.subscribe("b", "t");
        AtomicBoolean done = new AtomicBoolean();
        AtomicInteger broken = new AtomicInteger();
        AtomicInteger stored = new AtomicInteger();
        List<Callable<Boolean>> work = new ArrayList<>();
        work.add(() -> {
            while (broken.get() < 15) {
                database.values(
                        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                                + " WHERE application_name LIKE 'signalbox/%' AND datname = current_database() AND state = 'active'");
            }
            done.set(true);
            return true;
        });
        for (int i = 0; i < 4; i++) {
            int thread = i;
            work.add(() -> {
                for (int n = 0; !done.get(); n++) {
                    EventBodies.Batch batch = batch(thread * 1_000_000 + n, true);
                    try {
                        one.ingest.batch(batch);
                        stored.addAndGet(100);
                    } catch (StoreException e) {
                        broken.incrementAndGet();
                    }
                }
                return true;
            });
        }

        all(work);

        assertThat(database.values("SELECT count(*) FROM signalbox_platform.events e WHERE job_count <>"
                        + " (SELECT count(*) FROM signalbox_platform.jobs j"
                        + " JOIN signalbox_platform.queue q ON q.stream = j.stream AND q.position = j.position"
                        + " WHERE j.event = e.id)"))
                .containsExactly("0");
        assertThat(database.values("SELECT DISTINCT count(*) % 100 FROM signalbox_platform.events"))
                .as("batches are whole")
                .containsExactly("0");
        assertThat(database.count("jobs")).isEqualTo(2 * database.count("events"));
        assertThat(database.count("deduplication_keys")).isEqualTo(database.count("events"));
        assertThat(database.count("events")).isGreaterThanOrEqualTo(stored.get());
    }
}
