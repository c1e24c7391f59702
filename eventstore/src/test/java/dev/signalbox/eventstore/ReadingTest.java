package dev.signalbox.eventstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReadingTest {
    private TestDatabase database;
    private EventStore store;

    @BeforeEach
    void create() throws SQLException {
        database = TestDatabase.withTables(1);
        store = database.store();
    }

    @AfterEach
    void drop() throws SQLException {
        database.close();
    }

    @Test
    void itemsAreAlternativesTypesTooAndTagsAllCount() {
        append("A", "x=1");
        append("A", "x=1", "y=1");
        append("B", "x=1");
        append("B", "y=1");
        append("C");

        assertThat(read(Query.all())).containsExactly("A", "A", "B", "B", "C");
        assertThat(read(Query.of(QueryItem.types("B", "C")))).containsExactly("B", "B", "C");
        assertThat(read(Query.of(QueryItem.tagged("x", "1")))).containsExactly("A", "A", "B");
        assertThat(read(Query.of(QueryItem.tagged("x", "1").tag("y", "1")))).containsExactly("A");
        assertThat(read(Query.of(QueryItem.types("A", "B").tag("y", "1")))).containsExactly("A", "B");
        assertThat(read(Query.of(QueryItem.types("C"), QueryItem.types("A").tag("y", "1"))))
                .containsExactly("A", "C");
        assertThat(read(Query.of(QueryItem.types("C"), QueryItem.types("C")))).containsExactly("C");
        assertThat(read(Query.of(QueryItem.tagged("x", "2")))).isEmpty();
    }

    @Test
    void anEmptyLogHasACursorToo() {
        ProjectionResult<String> nothing = store.project(Query.all(), "initial", (state, event) -> "changed");
        assertThat(nothing.state()).isEqualTo("initial");
        assertThat(nothing.cursor().position()).isZero();
    }

    @Test
    void aStreamThatIsNotReadToItsEndGivesTheConnectionBack() {
        store.append(IntStream.range(0, 5_000)
                .mapToObj(i -> new AppendEvent("A", List.of(), Integer.toString(i)))
                .toList());
        for (int i = 0; i < 3; i++) {
            try (Stream<StoredEvent> events = store.query(Query.all())) {
                assertThat(events.limit(2).map(StoredEvent::data)).containsExactly("0", "1");
            }
        }
        assertThat(store.project(Query.all(), 0, (count, event) -> count + 1).state())
                .isEqualTo(5_000);
    }

    @Test
    void aStreamReadsInPortions() throws SQLException {
        store.append(IntStream.range(0, 5_000)
                .mapToObj(i -> new AppendEvent("A", List.of(), Integer.toString(i)))
                .toList());
        try (Stream<StoredEvent> events = store.query(Query.all())) {
            events.limit(1).forEach(event -> assertThat(event.data()).isEqualTo("0"));
            String open =
                    database.value("SELECT state FROM pg_stat_activity WHERE query LIKE '%pg_current_snapshot()::text%'"
                            + " AND pid <> pg_backend_pid()");
            assertThat(open).isEqualTo("idle in transaction");
        }
    }

    private void append(String type, String... tags) {
        store.append(
                List.of(new AppendEvent(type, Stream.of(tags).map(Tag::parse).toList(), "{}")));
    }

    private List<String> read(Query query) {
        try (Stream<StoredEvent> events = store.query(query)) {
            return events.map(StoredEvent::type).toList();
        }
    }
}
