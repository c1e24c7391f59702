package dev.signalbox.eventstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts are stored unchanged, or rejected with a reason. */
class StoredTextTest {
    private static final String[] NASTY = {
        "'; DROP TABLE events; --",
        "\"}', '{}'); DELETE FROM events; --",
        "{a,b}",
        "\\\",\\\"x",
        "NULL",
        "",
        " padded ",
        "a=b=c",
        "line\nbreak\ttab",
        "? $1 ${query}",
        "snow ☃, clef 𝄞"
    };

    @Test
    void tagsAndDataSurviveWhateverTheyContain() throws SQLException {
        try (TestDatabase database = TestDatabase.withTables()) {
            EventStore store = database.store();
            for (String value : NASTY) {
                AppendEvent event = AppendEvent.builder("Type " + value.strip())
                        .tag("key", value)
                        .tag("other", "x")
                        .data("{ \"b\": 1.0, \"a\": \"\\u0000\" }")
                        .build();
                Query same = Query.of(QueryItem.types(event.type()).tag("key", value));
                store.appendIf(
                        List.of(event),
                        AppendCondition.builder().withIdempotencyCheck(same).build());
                assertStored(store, same, event);
            }
            assertThat(database.events()).isEqualTo(NASTY.length);
        }
    }

    private static void assertStored(EventStore store, Query query, AppendEvent event) {
        try (Stream<StoredEvent> found = store.query(query)) {
            assertThat(found).singleElement().satisfies(stored -> {
                assertThat(stored.type()).isEqualTo(event.type());
                assertThat(stored.tags()).isEqualTo(event.tags());
                assertThat(stored.data()).isEqualTo(event.data());
                assertThat(stored.hasTag("other", "x")).isTrue();
            });
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a=b", "nul\0", "half \ud800"})
    void keysThatCannotBeStoredAreRefused(String key) {
        assertThatThrownBy(
                        () -> AppendEvent.builder("T").tag(key, "v").data("{}").build())
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> QueryItem.tagged(key, "v")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void limitsAreNamedInTheError() {
        assertRefused(() -> AppendEvent.builder("x".repeat(65)), "at most 64");
        assertRefused(() -> AppendEvent.builder(" "), "blank");
        assertRefused(() -> QueryItem.tagged("k".repeat(65), "v"), "at most 64");
        assertRefused(() -> QueryItem.tagged("key", "€".repeat(700)), "At most 2000 bytes of tag key");
        assertRefused(() -> QueryItem.tagged("key", "nul\0"), "value of tag key contains the character NUL");
        assertRefused(() -> new AppendEvent("T", List.of(), "\0"), "NUL");
        assertRefused(() -> new AppendEvent("T", tags(65), "{}"), "At most 64 tags of an event");
        String mostThatIsPublished = "ü".repeat((10 << 20) / 2);
        assertThat(new AppendEvent("T", List.of(), mostThatIsPublished).data()).isEqualTo(mostThatIsPublished);
        assertRefused(() -> new AppendEvent("T", List.of(), mostThatIsPublished + "1"), "bytes of data");
        assertRefused(() -> new QueryItem(List.of(), tags(65)), "At most 64 tags in a query item");
        assertRefused(() -> new Query(Collections.nCopies(101, QueryItem.types("T"))), "At most 100 items");
        assertRefused(() -> new Retry(0, java.time.Duration.ZERO, java.time.Duration.ZERO), "attempts");
        assertThatThrownBy(() -> AppendEvent.builder("T").build())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("has no data");
    }

    @Test
    void anAppendHasLimitsToo() throws SQLException {
        try (TestDatabase database = TestDatabase.withTables()) {
            EventStore store = database.store();
            AppendEvent event =
                    AppendEvent.builder("T").tag("a", "b").data("{}").build();
            assertRefused(() -> store.append(List.of()), "no events");
            assertRefused(() -> store.append(Collections.nCopies(10_001, event)), "At most 10000 events");
            List<AppendEvent> many = IntStream.range(0, 2_000)
                    .mapToObj(i -> AppendEvent.builder("T")
                            .tag("id", "" + i)
                            .data("" + i)
                            .build())
                    .toList();
            assertThat(store.append(many)).isSorted().hasSize(2_000);
            try (Stream<StoredEvent> found = store.query(Query.all())) {
                assertThat(found.map(StoredEvent::data))
                        .isEqualTo(many.stream().map(AppendEvent::data).toList());
            }
        }
    }

    private static List<Tag> tags(int count) {
        return IntStream.range(0, count).mapToObj(i -> Tag.of("k", "v" + i)).toList();
    }

    private static void assertRefused(org.assertj.core.api.ThrowableAssert.ThrowingCallable call, String reason) {
        assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessageContaining(reason);
    }
}
