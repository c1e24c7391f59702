package dev.signalbox.testkit.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.admin.EventAdmin;
import dev.signalbox.core.admin.EventAdmin.EventPage;
import dev.signalbox.core.admin.EventAdmin.EventQuery;
import dev.signalbox.core.admin.EventAdmin.OutboxEvent;
import dev.signalbox.core.admin.MessageState;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The contract of {@link EventAdmin}, against a real database. */
public abstract class EventAdminContract {
    private OutboxAdminFixture table;
    private EventAdmin admin;

    /** An empty table of Catbox's. */
    protected abstract OutboxAdminFixture fixture() throws Exception;

    @BeforeEach
    void open() throws Exception {
        table = fixture();
        admin = (EventAdmin) table.admin(false);
    }

    @AfterEach
    void close() throws Exception {
        if (table != null) { // null if the server is missing
            table.close();
        }
    }

    protected final OutboxAdminFixture table() {
        return table;
    }

    protected final EventAdmin admin() {
        return admin;
    }

    @Test
    void pagesAreNumberedSortedAndCounted() throws Exception {
        table.insert("COMPLETED", "a", 1, 30);
        table.insert("PENDING", "b", 1, 3);
        table.insert("PROCESSING", "c", 1, 2);
        table.insert("FAILED", "d", 1, 1);

        EventPage second = admin.search(query(EventQuery.Filter.ALL, EventQuery.Sort.ID, false, 1, 20));
        assertThat(ids(second)).hasSize(16).startsWith("a-000021").endsWith("d-000001");
        assertThat(second.total()).isEqualTo(36);
        assertThat(second.more()).isFalse();
        assertThat(ids(admin.search(query(EventQuery.Filter.PENDING, EventQuery.Sort.CREATED_AT, true, 0, 20))))
                .as("what was given up does not wait")
                .containsExactly("b-000003", "c-000002", "b-000002", "c-000001", "b-000001");
        var odd = new EventQuery.Filter("ODD", null, "a", false);
        EventPage some = admin.search(query(odd, EventQuery.Sort.SENT_AT, true, 0, 2));
        assertThat(ids(some)).containsExactly("a-000029", "a-000027");
        assertThat(some.total()).isEqualTo(15);
        var attack = new EventQuery.Filter("' OR 1=1 --", null, "A", true);
        assertThat(admin.search(query(attack, EventQuery.Sort.IN_PROGRESS_UNTIL, false, 0, 5)))
                .isEqualTo(new EventPage(List.of(), 0, false));
    }

    @Test
    void anEventIsShownAsItIsInTheTable() throws Exception {
        table.insert("FAILED", "d", 7, 7);
        table.payload("d-000007", "ä".repeat(20_000));

        OutboxEvent event = admin.search(query(EventQuery.Filter.ALL, EventQuery.Sort.ID, false, 0, 5))
                .events()
                .getFirst();

        assertThat(event.eventType()).isEqualTo("ODD");
        assertThat(event.aggregateId()).isEqualTo("d");
        assertThat(event.numbered()).isFalse();
        assertThat(event.state()).isEqualTo(MessageState.FAILED);
        assertThat(event.createdAt()).isEqualTo(Instant.parse("2024-01-01T00:00:07Z"));
        assertThat(event.sentAt()).isNull();
        assertThat(event.inProgressUntil()).isEqualTo(Instant.parse("9999-12-31T00:00:00Z"));
        assertThat(event.lastError()).isEqualTo("HTTP 400 because of 7");
        assertThat(event.payload().cut()).isTrue();
        assertThat(event.payload().text()).hasSize(16_384);
    }

    @Test
    void aTableIsCountedOnlyAsFarAsPagesGo() throws Exception {
        table.insert("COMPLETED", "a", 1, 10_500);

        EventPage last = admin.search(query(EventQuery.Filter.ALL, EventQuery.Sort.ID, false, 49, 200));

        assertThat(ids(last)).hasSize(200).endsWith("a-010000");
        assertThat(last.total()).isEqualTo(10_000);
        assertThat(last.more()).isTrue();
    }

    @Test
    void onlyWhatWasDeliveredIsReplayed() throws Exception {
        table.insert("COMPLETED", "a", 1, 2);
        table.insert("FAILED", "f", 1, 1);
        table.insert("PENDING", "p", 1, 1);
        table.insert("PROCESSING", "q", 1, 1);

        assertThat(admin.replay(List.of("a-000001", "f-000001", "p-000001", "q-000001", "A-000002", "unknown")))
                .containsExactly("a-000001");

        assertThat(table.row("a-000001")).isEqualTo("PENDING0");
        assertThat(table.count("COMPLETED")).isEqualTo(1);
        assertThat(table.count("FAILED")).isEqualTo(1);
        assertThat(table.count("PROCESSING")).isEqualTo(1);
    }

    protected static EventQuery query(
            EventQuery.Filter filter, EventQuery.Sort sort, boolean descending, int page, int size) {
        return new EventQuery(filter, sort, descending, page, size);
    }

    private static List<String> ids(EventPage page) {
        return page.events().stream().map(OutboxEvent::id).toList();
    }
}
