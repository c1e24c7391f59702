package dev.signalbox.platform.store;

import static dev.signalbox.platform.store.PlatformFixture.batch;
import static dev.signalbox.platform.store.PlatformFixture.bytes;
import static dev.signalbox.platform.store.PlatformFixture.event;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.platform.event.ContextEntry;
import dev.signalbox.platform.event.Event;
import dev.signalbox.platform.event.EventBodies;
import dev.signalbox.platform.event.EventFormat;
import dev.signalbox.platform.event.EventSearch;
import dev.signalbox.platform.ingest.BatchResult;
import dev.signalbox.platform.ingest.EventAnswers;
import dev.signalbox.platform.ingest.EventIngest;
import dev.signalbox.platform.ingest.IngestAnswer;
import dev.signalbox.platform.ingest.IngestEvent;
import dev.signalbox.platform.ingest.IngestJob;
import dev.signalbox.platform.ingest.IngestRequest;
import dev.signalbox.platform.ingest.IngestResult;
import dev.signalbox.platform.input.InputLimits;
import dev.signalbox.platform.input.InvalidInputException;
import dev.signalbox.platform.input.PageRequest;
import dev.signalbox.platform.job.Job;
import dev.signalbox.platform.job.JobKind;
import dev.signalbox.platform.job.JobSearch;
import dev.signalbox.platform.job.JobStatus;
import dev.signalbox.platform.matching.MatchedSubscription;
import dev.signalbox.platform.matching.MatchingKey;
import dev.signalbox.platform.matching.TypeMatches;
import dev.signalbox.platform.registry.EventType;
import dev.signalbox.platform.registry.Subscription;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every store does with events. Each test needs an empty store. */
public abstract class IngestStoreContract {
    private PlatformFixture node;

    protected abstract PlatformStore emptyStore() throws Exception;

    @BeforeEach
    void openStore() throws Exception {
        node = new PlatformFixture(emptyStore());
    }

    private Event find(Tsid id) throws Exception {
        return node.store.events().find(id).orElseThrow();
    }

    private List<Job> jobsOf(Event event) throws Exception {
        JobSearch search = new JobSearch(
                null, null, null, null, null, null, null, event.id(), null, null, null, PageRequest.first());
        return node.store.jobs().search(search).items();
    }

    @Test
    void anEventComesBackWithAllItsFieldsAndItsJobs() throws Exception {
        Subscription one = node.subscribe("one", "order.created", "'maxAgeSeconds':60");
        node.subscribe("two", "order.created");
        node.subscribe("other", "order.paid");

        IngestResult result = node.post("""
                {'type':'order.created','specVersion':'1.2','source':'shop','subject':'order:1','time':'2026-01-31T08:30:00.123456Z',
                 'data':{'n': 1.0},'correlationId':'c','causationId':'d','deduplicationId':'e','messageGroup':'g',
                 'contextData':[{'key':'a','value':'é'},{'key':'a','value':'2'}]}""");

        Event event = find(result.event().id());
        assertThat(result.duplicate()).isFalse();
        assertThat(event).isEqualTo(result.event());
        assertThat(event.jobCount()).isEqualTo(2);
        assertThat(event.time()).isEqualTo(Instant.parse("2026-01-31T08:30:00.123456Z"));
        List<Job> jobs = jobsOf(event);
        assertThat(jobs).hasSize(2);
        Job job = jobs.stream()
                .filter(it -> one.id().equals(it.fields().subscriptionId()))
                .findFirst()
                .orElseThrow();
        assertThat(job.status()).isEqualTo(JobStatus.QUEUED);
        assertThat(job.fields().kind()).isEqualTo(JobKind.EVENT);
        assertThat(job.fields().code()).isEqualTo("order.created");
        assertThat(job.fields().messageGroup()).isEqualTo("one:g");
        assertThat(job.fields().targetUrl()).isEqualTo("https://example.com/one");
        assertThat(job.fields().correlationId()).isEqualTo("c");
        assertThat(Objects.requireNonNull(job.fields().payload()).text()).isEqualTo("{\"n\": 1.0}");
        assertThat(Objects.requireNonNull(job.fields().expiresAt()))
                .isEqualTo(job.id().getInstant().plusSeconds(60));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1.0",
                "1e400",
                "-0.0",
                "12345678901234567890123",
                "{ \"a\" :  [ 1.10,\t2 ] , \"b\":\"\\u00e9\\u0000\\ud800 \\/ é 😀\" }",
                "\"{\\\"amount\\\": 99.990}\"",
                "\"no JSON\"",
                "null",
                "{\"a\":1,\"a\":2}"
            })
    void dataIsKeptToTheDigit(String data) throws Exception {
        Event event = node.ingest
                .post(EventBodies.single("", EventFormat.PLAIN, bytes("{\"type\":\"t\",\"data\" :  " + data + " }")))
                .event();

        assertThat(Objects.requireNonNull(find(event.id()).fields().data()).text())
                .isEqualTo(data);
    }

    @Test
    void aReplayIsAnsweredWithTheOriginal() throws Exception {
        node.subscribe("s", "t");
        Event first = node.post("{'type':'t','deduplicationId':'d','data':1}").event();
        node.subscribe("later", "t");

        IngestResult again = node.post("{'type':'t','deduplicationId':'d','data':2}");

        assertThat(again.duplicate()).isTrue();
        assertThat(again.event()).isEqualTo(first);
        assertThat(jobsOf(first)).hasSize(1);
        assertThat(node.post("{'type':'t','deduplicationId':'d','clientId':'acme'}")
                        .duplicate())
                .as("each client has its own")
                .isFalse();
        assertThat(node.post("{'type':'t'}").duplicate()).isFalse();
        assertThat(node.post("{'type':'t'}").duplicate()).isFalse();
    }

    @Test
    void aBatchMixesNewAndOldEvents() throws Exception {
        node.subscribe("s", "t");
        Event old = node.post("{'type':'t','id':'old'}").event();

        BatchResult result = node.ingest.batch(
                batch("[{'type':'t','id':'b'},{'type':'t','id':'old'},{'type':'u','id':'a'},{'type':'t','id':'b'}]"));

        assertThat(result.events().get(1)).isEqualTo(old);
        assertThat(result.duplicateCount()).isEqualTo(2);
        assertThat(result.dispatchJobCount()).isEqualTo(1);
        assertThat(node.store.events().search(EventSearch.all()).totalItems()).isEqualTo(3);
        assertThat(node.store.jobs().search(JobSearch.all()).totalItems()).isEqualTo(2);
    }

    @Test
    void aBatchWithABadItemLeavesNothing() throws Exception {
        EventBodies.Batch bad = batch("[{'type':'t'},{'type':''}]");

        assertThatThrownBy(() -> node.ingest.batch(bad)).isInstanceOf(InvalidInputException.class);
        assertThat(node.store.events().search(EventSearch.all()).items()).isEmpty();

        node.ingest.partialBatch(bad);
        assertThat(node.store.events().search(EventSearch.all()).items()).hasSize(1);
    }

    @Test
    void whetherATypeIsRegisteredIsExactOnEveryNode() throws Exception {
        PlatformFixture strict = new PlatformFixture(node.store, EventIngest.UnknownTypes.REJECT);
        String event = "{'type':'shop:sales:order:created'}";
        assertThatThrownBy(() -> strict.post(event)).isInstanceOf(InvalidInputException.class);

        Tsid type = node.store
                .eventTypes()
                .create(
                        node.ids.next(),
                        EventType.readNew(PlatformFixture.quoted("{'code':'shop:sales:order:created','name':'n'}")))
                .id();
        assertThat(strict.post(event).duplicate()).isFalse();

        node.store.eventTypes().archive(type);
        assertThatThrownBy(() -> strict.post(event)).isInstanceOf(InvalidInputException.class);
        assertThatThrownBy(() -> strict.ingest.batch(batch("[" + event + "]")))
                .isInstanceOf(InvalidInputException.class);
        assertThat(strict.ingest.partialBatch(batch("[" + event + "]")).events())
                .isEmpty();
        assertThat(node.store.events().search(EventSearch.all()).totalItems()).isEqualTo(1);
    }

    @Test
    void aLargeOriginalComesWithoutItsData() throws Exception {
        String large = "{'type':'t','id':'large','data':'" + "x".repeat(InputLimits.LISTED_DATA_BYTES) + "'}";
        Event first = node.post(large).event();

        Event again = node.post(large).event();

        assertThat(again.id()).isEqualTo(first.id());
        assertThat(again.dataLeftOut()).isTrue();
        assertThat(find(first.id())).isEqualTo(first);
        String answer = new String(
                EventAnswers.batch(node.ingest.batch(batch("[" + large.replace("'large'", "'new'") + "]"))),
                StandardCharsets.UTF_8);
        assertThat(answer).contains("\"dataOmitted\":true").hasSizeLessThan(1_000);
    }

    @Test
    void nothingIsStoredByAnOutdatedVersion() throws Exception {
        long version =
                node.store.matching().load(Set.of(new MatchingKey("t", ""))).version();
        Subscription subscription = node.subscribe("s", "t");
        IngestEvent event = new IngestEvent(node.ids.next(), event("{'type':'t','id':'x'}"), List.of());

        assertThat(node.store.ingest().ingest(new IngestRequest(version, List.of(event))))
                .isInstanceOf(IngestAnswer.Outdated.class);
        assertThat(node.store.events().find(event.id())).isEmpty();

        IngestAnswer locked = node.store.ingest().ingestLocked(Set.of(MatchingKey.of(event.draft())), rows -> {
            List<IngestJob> jobs = new ArrayList<>();
            for (TypeMatches matches : rows.matches().values()) {
                for (MatchedSubscription match : matches.subscriptions()) {
                    jobs.add(new IngestJob(node.ids.next(), match.id()));
                }
            }
            return new IngestRequest(rows.version(), List.of(new IngestEvent(event.id(), event.draft(), jobs)));
        });
        assertThat(locked).isInstanceOf(IngestAnswer.Stored.class);
        assertThat(jobsOf(find(event.id())))
                .singleElement()
                .extracting(job -> job.fields().subscriptionId())
                .isEqualTo(subscription.id());
    }

    @Test
    void anIdThatIsTakenIsToldAndNothingIsStored() throws Exception {
        Event stored = node.post("{'type':'t'}").event();
        long version =
                node.store.matching().load(Set.of(new MatchingKey("t", ""))).version();
        IngestEvent other = new IngestEvent(node.ids.next(), event("{'type':'t'}"), List.of());
        IngestEvent clash = new IngestEvent(stored.id(), event("{'type':'t'}"), List.of());

        assertThat(node.store.ingest().ingest(new IngestRequest(version, List.of(other, clash))))
                .isInstanceOf(IngestAnswer.IdTaken.class);
        assertThat(node.store.events().find(other.id())).isEmpty();
    }

    @Test
    void eventsAreFoundByEachCriterion() throws Exception {
        Event wanted = node.post("""
                {'type':'t','source':'s','subject':'u','correlationId':'c','causationId':'d','messageGroup':'g','clientId':'acme',
                 'contextData':[{'key':'k','value':'v'},{'key':'l','value':'w'}]}""").event();
        node.post("{'type':'o','contextData':[{'key':'k','value':'w'}]}");
        ContextEntry one = new ContextEntry("k", "v");
        ContextEntry two = new ContextEntry("l", "w");
        PageRequest<Tsid> page = PageRequest.first();

        List<EventSearch> searches = List.of(
                new EventSearch("acme", null, null, null, null, null, null, null, null, List.of(), page),
                new EventSearch(null, "t", null, null, null, null, null, null, null, List.of(), page),
                new EventSearch(null, null, "s", null, null, null, null, null, null, List.of(), page),
                new EventSearch(null, null, null, "u", null, null, null, null, null, List.of(), page),
                new EventSearch(null, null, null, null, "c", null, null, null, null, List.of(), page),
                new EventSearch(null, null, null, null, null, "d", null, null, null, List.of(), page),
                new EventSearch(null, null, null, null, null, null, "g", null, null, List.of(), page),
                new EventSearch(null, null, null, null, null, null, null, null, null, List.of(one), page),
                new EventSearch(null, "t", null, null, null, null, null, null, null, List.of(two, one), page));
        for (EventSearch search : searches) {
            assertThat(node.store.events().search(search).items())
                    .as(search.toString())
                    .containsExactly(wanted);
            assertThat(node.store.events().search(search).totalItems()).isEqualTo(1);
        }
        EventSearch both = new EventSearch(
                null, null, null, null, null, null, null, null, null, List.of(one, new ContextEntry("l", "x")), page);
        assertThat(node.store.events().search(both).items()).isEmpty();
    }

    @Test
    void eventsArePagedByTimeAndPlace() throws Exception {
        List<Tsid> ids = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            ids.addFirst(node.post("{'type':'t'}").event().id());
        }
        Instant now = ids.getFirst().getInstant();

        assertThat(search(null, null, PageRequest.of(1, 2))).containsExactlyElementsOf(ids.subList(2, 4));
        assertThat(search(null, null, PageRequest.beyond(ids.get(1), 2))).containsExactlyElementsOf(ids.subList(2, 4));
        assertThat(search(now.plusSeconds(1), null, PageRequest.first())).isEmpty();
        assertThat(search(null, now.minusSeconds(60), PageRequest.first())).isEmpty();
        assertThat(search(now.minusSeconds(60), now.plusSeconds(1), PageRequest.first()))
                .hasSize(5);
        assertThat(search(Instant.EPOCH, Instant.parse("9999-12-31T00:00:00Z"), PageRequest.first()))
                .hasSize(5);
    }

    private List<Tsid> search(@Nullable Instant after, @Nullable Instant before, PageRequest<Tsid> page)
            throws Exception {
        EventSearch search = new EventSearch(null, null, null, null, null, null, null, after, before, List.of(), page);
        return node.store.events().search(search).items().stream()
                .map(Event::id)
                .toList();
    }
}
