package dev.signalbox.platform.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.platform.StoreException;
import dev.signalbox.platform.StoreUnreachableException;
import dev.signalbox.platform.event.Event;
import dev.signalbox.platform.event.EventBodies;
import dev.signalbox.platform.event.EventDraft;
import dev.signalbox.platform.event.EventFormat;
import dev.signalbox.platform.id.NodeNumber;
import dev.signalbox.platform.id.TsidIds;
import dev.signalbox.platform.ingest.EventIngest.UnknownTypes;
import dev.signalbox.platform.input.FieldError;
import dev.signalbox.platform.input.InputLimits;
import dev.signalbox.platform.input.InputTooLargeException;
import dev.signalbox.platform.input.InvalidInputException;
import dev.signalbox.platform.matching.MatchedSubscription;
import dev.signalbox.platform.matching.MatchingChanges;
import dev.signalbox.platform.matching.MatchingKey;
import dev.signalbox.platform.matching.MatchingRows;
import dev.signalbox.platform.matching.MatchingStore;
import dev.signalbox.platform.matching.SubscriptionMatcher;
import dev.signalbox.platform.matching.TypeMatches;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class EventIngestTest {
    private final Store store = new Store();
    private final EventIngest ingest = ingest(UnknownTypes.ACCEPT);

    private EventIngest ingest(UnknownTypes unknownTypes) {
        TsidIds ids = new TsidIds(_ -> new NodeNumber(1, "me", 1_800_000_000_000L, 60_000), () -> 0);
        return new EventIngest(new SubscriptionMatcher(store, () -> 0), store, ids, unknownTypes);
    }

    /** A store in memory. A permit lets one statement through. The type "wanted" has one subscription, "wide" very many. */
    private static final class Store implements IngestStore, MatchingStore {
        final List<Integer> statements = new CopyOnWriteArrayList<>();
        final Map<String, Event> byKey = new ConcurrentHashMap<>();
        final Semaphore permits = new Semaphore(1_000);
        final Set<String> registered = ConcurrentHashMap.newKeySet();
        Predicate<IngestRequest> fails = _ -> false;
        boolean answersAreLost;
        boolean unreachable;
        long version = 1;
        int outdated;
        int idsTaken;
        int locked;

        @Override
        public IngestAnswer ingest(IngestRequest request) throws StoreException {
            permits.acquireUninterruptibly();
            statements.add(request.events().size());
            if (unreachable) {
                throw new StoreUnreachableException("planned", new IOException("no connection"));
            }
            if (fails.test(request)) {
                throw new StoreException("planned", null, answersAreLost);
            }
            if (outdated > 0) {
                outdated--;
                version++;
            }
            if (idsTaken-- > 0) {
                return new IngestAnswer.IdTaken();
            }
            return request.version() == version ? store(request) : new IngestAnswer.Outdated();
        }

        private IngestAnswer store(IngestRequest request) {
            List<IngestResult> results = new ArrayList<>();
            for (IngestEvent event : request.events()) {
                Event stored = new Event(event.id(), event.draft(), event.jobs().size());
                String key = event.draft().deduplicationId();
                Event before = key == null ? null : byKey.putIfAbsent(key, stored);
                results.add(new IngestResult(before == null ? stored : before, before != null));
            }
            return new IngestAnswer.Stored(results);
        }

        @Override
        public IngestAnswer ingestLocked(Set<MatchingKey> keys, RequestBuilder build) throws StoreException {
            locked++;
            return store(build.build(load(keys)));
        }

        @Override
        public MatchingRows load(Set<MatchingKey> keys) {
            Map<MatchingKey, TypeMatches> matches = new HashMap<>();
            for (MatchingKey key : keys) {
                matches.put(key, new TypeMatches(registered.contains(key.type()), subscriptions(key.type())));
            }
            return new MatchingRows(version, matches);
        }

        private static List<MatchedSubscription> subscriptions(String type) {
            return switch (type) {
                case "wanted" -> List.of(new MatchedSubscription(Tsid.from(5), Set.of("1.0")));
                case "wide" ->
                    Collections.nCopies(
                            InputLimits.JOBS_PER_REQUEST * 2 / 3, new MatchedSubscription(Tsid.from(6), Set.of()));
                default -> List.of();
            };
        }

        @Override
        public MatchingChanges changesSince(long since) {
            return new MatchingChanges(version, false, Set.of());
        }
    }

    /** Lets no statement through, until the test releases permits or fails. */
    private record ClosedGate(Semaphore permits) implements AutoCloseable {
        ClosedGate {
            permits.drainPermits();
        }

        @Override
        public void close() {
            permits.release(1_000);
        }
    }

    private static EventDraft event(String json) throws Exception {
        return EventBodies.single("", EventFormat.PLAIN, json.getBytes(StandardCharsets.UTF_8));
    }

    private static EventBodies.Batch batch(String json) throws Exception {
        return EventBodies.batch("", EventFormat.PLAIN, json.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void anEventGetsAJobForEachSubscriptionThatTakesItsVersion() throws Exception {
        assertThat(ingest.post(event("{\"type\":\"wanted\"}")).event().jobCount())
                .isEqualTo(1);
        assertThat(ingest.post(event("{\"type\":\"wanted\",\"specVersion\":\"2.0\"}"))
                        .event()
                        .jobCount())
                .isZero();
        assertThat(ingest.post(event("{\"type\":\"other\"}")).event().jobCount())
                .isZero();
    }

    @Test
    void postsThatArriveWhileTwoStatementsAreUnderWayGoTogether() throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
                ClosedGate _ = new ClosedGate(store.permits)) {
            List<Future<IngestResult>> posts = post(threads, 0, 2);
            await().until(() -> store.permits.getQueueLength() == 2);
            posts.addAll(post(threads, 2, 152));
            await().until(() -> ingest.waitingPosts() == 150);

            store.permits.release(1_000);

            for (int i = 0; i < posts.size(); i++) {
                assertThat(posts.get(i).get().event().fields().deduplicationId())
                        .isEqualTo("d" + i);
            }
        }
        assertThat(store.statements).containsExactlyInAnyOrder(1, 1, 100, 50);
    }

    private List<Future<IngestResult>> post(ExecutorService threads, int from, int to) {
        List<Future<IngestResult>> posts = new ArrayList<>();
        for (int i = from; i < to; i++) {
            String json = "{\"type\":\"wanted\",\"deduplicationId\":\"d" + i + "\"}";
            posts.add(threads.submit(() -> ingest.post(event(json))));
        }
        return posts;
    }

    @Test
    void aGroupIsLimitedInBytes() throws Exception {
        String large = "{\"type\":\"t\",\"data\":\"" + "x".repeat(100_000) + "\"}";
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
                ClosedGate _ = new ClosedGate(store.permits)) {
            List<Future<IngestResult>> posts = post(threads, 0, 2);
            await().until(() -> store.permits.getQueueLength() == 2);
            for (int i = 0; i < 4; i++) {
                posts.add(threads.submit(() -> ingest.post(event(large))));
            }
            await().until(() -> ingest.waitingPosts() == 4);
            store.permits.release(1_000);
            for (Future<IngestResult> post : posts) {
                assertThat(post.get().duplicate()).isFalse();
            }
        }
        assertThat(store.statements).containsExactlyInAnyOrder(1, 1, 2, 2);
    }

    @Test
    void onlyTheGuiltyPostOfAFailedGroupFails() throws Exception {
        store.fails = request ->
                request.events().stream().anyMatch(it -> "d3".equals(it.draft().deduplicationId()));
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
                ClosedGate _ = new ClosedGate(store.permits)) {
            List<Future<IngestResult>> posts = post(threads, 0, 2);
            await().until(() -> store.permits.getQueueLength() == 2);
            posts.addAll(post(threads, 2, 6));
            await().until(() -> ingest.waitingPosts() == 4);
            store.permits.release(1_000);

            for (int i = 0; i < posts.size(); i++) {
                Future<IngestResult> post = posts.get(i);
                if (i == 3) {
                    assertThatThrownBy(post::get)
                            .isInstanceOf(ExecutionException.class)
                            .hasCauseInstanceOf(StoreException.class);
                } else {
                    assertThat(post.get().duplicate()).isFalse();
                }
            }
        }
    }

    @Test
    void aRegistryThatChangesAllTheTimeIsLocked() throws Exception {
        ingest.post(event("{\"type\":\"t\"}"));
        store.outdated = 1;
        ingest.post(event("{\"type\":\"t\"}"));
        assertThat(store.locked).isZero();

        store.outdated = 100;
        assertThat(ingest.post(event("{\"type\":\"wanted\"}")).event().jobCount())
                .isEqualTo(1);
        assertThat(store.locked).isEqualTo(1);
    }

    @Test
    void takenIdsAreReplaced() throws Exception {
        store.idsTaken = 2;
        assertThat(ingest.post(event("{\"type\":\"t\"}")).duplicate()).isFalse();
        store.idsTaken = 100;
        assertThatThrownBy(() -> ingest.post(event("{\"type\":\"t\"}"))).isInstanceOf(StoreException.class);
    }

    @Test
    void aReplayIsAnsweredWithTheOriginal() throws Exception {
        IngestResult first = ingest.post(event("{\"type\":\"wanted\",\"deduplicationId\":\"d\",\"data\":1}"));
        IngestResult again = ingest.post(event("{\"type\":\"wanted\",\"deduplicationId\":\"d\",\"data\":2}"));

        assertThat(again.duplicate()).isTrue();
        assertThat(again.event()).isEqualTo(first.event());
        assertThat(new String(EventAnswers.single(again), StandardCharsets.UTF_8))
                .startsWith("{\"event\":{\"id\":\"" + first.event().id())
                .contains("\"data\":1,")
                .endsWith(",\"dispatchJobCount\":1}");
    }

    @Test
    void ofEqualEventsInABatchTheFirstCounts() throws Exception {
        BatchResult result = ingest.batch(batch("""
                [{"type":"wanted","id":"a","data":1},{"type":"wanted","id":"a","data":2},{"type":"wanted"}]"""));

        assertThat(store.statements).containsExactly(2);
        assertThat(result.events().get(1)).isEqualTo(result.events().get(0));
        assertThat(new String(EventAnswers.batch(result), StandardCharsets.UTF_8))
                .endsWith("\"count\":3,\"dispatchJobCount\":2,\"duplicateCount\":1}");
    }

    @Test
    void aBatchWithABadItemStoresNothing() throws Exception {
        EventBodies.Batch bad = batch("[{\"type\":\"wanted\"},{\"type\":\"\"},{\"type\":\"t\",\"time\":0}]");

        assertThatThrownBy(() -> ingest.batch(bad))
                .isInstanceOfSatisfying(
                        InvalidInputException.class,
                        e -> assertThat(e.errors())
                                .containsExactly(
                                        new FieldError(1, "type", "is required"),
                                        new FieldError(2, "time", "must be a string")));
        assertThat(store.statements).isEmpty();

        BatchResult partial = ingest.partialBatch(bad);
        assertThat(new String(EventAnswers.partialBatch(partial), StandardCharsets.UTF_8))
                .startsWith("{\"results\":[{\"status\":\"CREATED\",\"eventId\":")
                .contains("{\"status\":\"REJECTED\",\"error\":\"type is required\"}")
                .endsWith("\"count\":1,\"dispatchJobCount\":1,\"duplicateCount\":0}");
    }

    @Test
    void aGroupThatMayBeStoredIsNotRepeated() throws Exception {
        store.fails = request -> request.events().size() > 1;
        store.answersAreLost = true;
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
                ClosedGate _ = new ClosedGate(store.permits)) {
            List<Future<IngestResult>> posts = post(threads, 0, 2);
            await().until(() -> store.permits.getQueueLength() == 2);
            posts.addAll(post(threads, 2, 6));
            await().until(() -> ingest.waitingPosts() == 4);
            store.permits.release(1_000);

            for (Future<IngestResult> post : posts.subList(2, 6)) {
                assertThatThrownBy(post::get)
                        .cause()
                        .isInstanceOfSatisfying(
                                StoreException.class,
                                e -> assertThat(e.mayHaveChanged()).isTrue());
            }
        }
        assertThat(store.statements).containsExactlyInAnyOrder(1, 1, 4);
    }

    @Test
    void aGroupThatDidNotReachTheDatabaseIsNotRepeated() throws Exception {
        store.unreachable = true;
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
                ClosedGate _ = new ClosedGate(store.permits)) {
            List<Future<IngestResult>> posts = post(threads, 0, 2);
            await().until(() -> store.permits.getQueueLength() == 2);
            posts.addAll(post(threads, 2, 6));
            await().until(() -> ingest.waitingPosts() == 4);
            store.permits.release(1_000);

            for (Future<IngestResult> post : posts) {
                assertThatThrownBy(post::get)
                        .cause()
                        .isInstanceOfSatisfying(
                                StoreException.class,
                                e -> assertThat(e.mayHaveChanged()).isFalse());
            }
        }
        assertThat(store.statements).as("none waits for the database again").containsExactlyInAnyOrder(1, 1, 4);
    }

    @Test
    void postsWithManySubscriptionsGoAlone() throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
                ClosedGate _ = new ClosedGate(store.permits)) {
            List<Future<IngestResult>> posts = post(threads, 0, 2);
            await().until(() -> store.permits.getQueueLength() == 2);
            for (int i = 0; i < 3; i++) {
                posts.add(threads.submit(() -> ingest.post(event("{\"type\":\"wide\"}"))));
            }
            await().until(() -> ingest.waitingPosts() == 3);
            store.permits.release(1_000);
            for (Future<IngestResult> post : posts) {
                assertThat(post.get().duplicate()).isFalse();
            }
        }
        assertThat(store.statements).containsExactly(1, 1, 1, 1, 1);
    }

    @Test
    void aBatchWithTooManyJobsIsRefusedAsAWhole() throws Exception {
        EventBodies.Batch batch = batch("[{\"type\":\"wide\"},{\"type\":\"wide\"}]");

        assertThatThrownBy(() -> ingest.batch(batch))
                .isInstanceOf(InputTooLargeException.class)
                .hasMessageContaining("limit of " + InputLimits.JOBS_PER_REQUEST + " jobs");
        assertThatThrownBy(() -> ingest.partialBatch(batch)).isInstanceOf(InputTooLargeException.class);
        assertThat(store.statements).isEmpty();
    }

    @Test
    void whatAnotherNodeRegistersAndArchivesCountsAtOnce() throws Exception {
        EventIngest strict = ingest(UnknownTypes.REJECT);
        assertThatThrownBy(() -> strict.post(event("{\"type\":\"late\"}"))).isInstanceOf(InvalidInputException.class);

        store.registered.add("late");
        store.version++;
        assertThat(strict.post(event("{\"type\":\"late\"}")).duplicate()).isFalse();
        assertThat(strict.post(event("{\"type\":\"late\"}")).duplicate())
                .as("from the cache")
                .isFalse();

        store.registered.remove("late");
        store.version++;
        assertThatThrownBy(() -> strict.post(event("{\"type\":\"late\"}"))).isInstanceOf(InvalidInputException.class);
        store.outdated = 100;
        assertThatThrownBy(() -> strict.batch(batch("[{\"type\":\"late\"}]")))
                .isInstanceOfSatisfying(
                        InvalidInputException.class,
                        e -> assertThat(e.errors())
                                .containsExactly(
                                        new FieldError(0, "type", "is not a registered event type, or is archived")));
    }

    @Test
    void unknownTypesAreRejectedIfConfigured() throws Exception {
        EventIngest strict = ingest(UnknownTypes.REJECT);
        store.registered.add("wanted");

        assertThat(strict.post(event("{\"type\":\"wanted\"}")).event().jobCount())
                .isEqualTo(1);
        assertThatThrownBy(() -> strict.post(event("{\"type\":\"other\"}")))
                .isInstanceOfSatisfying(
                        InvalidInputException.class,
                        e -> assertThat(e.errors())
                                .containsExactly(new FieldError(
                                        null, "type", "is not a registered event type, or is archived")));
        BatchResult partial = strict.partialBatch(batch("[{\"type\":\"other\"},{\"type\":\"wanted\"}]"));
        assertThat(partial.items().get(0)).isInstanceOf(BatchResult.Item.Refused.class);
        assertThat(partial.items().get(1)).isInstanceOf(BatchResult.Item.Stored.class);
    }
}
