package dev.signalbox.postgres.outbox;

import static dev.signalbox.postgres.outbox.PostgresTestOutboxes.all;
import static dev.signalbox.postgres.outbox.PostgresTestOutboxes.ids;
import static dev.signalbox.postgres.outbox.PostgresTestOutboxes.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.core.admin.MessageState;
import dev.signalbox.core.admin.OutboxAdmin.MessageFilter;
import dev.signalbox.core.admin.OutboxAdmin.MessageQuery;
import dev.signalbox.core.admin.OutboxAdmin.MessageSummary;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.outbox.OutboxSettings.Retention;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.admin.StatusTableAdmin;
import dev.signalbox.jdbc.layout.OutboxLayouts;
import dev.signalbox.postgres.admin.PostgresAdminDialect;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables whose only state is whether a row was sent. */
class SentLayoutTest {
    private static final OutboxSettings OWN = OutboxSettings.DEFAULTS.with(ClaimMode.OWN);

    private static OutboxLayout layout(String resource) {
        return resource.equals("sent-at.sql") ? OutboxLayouts.SENT_AT.layout() : OutboxLayouts.SENT_FLAG.layout();
    }

    private static OutboxTestDatabase create(String resource) throws Exception {
        OutboxTestDatabase outboxTestDatabase = OutboxTestDatabase.create();
        outboxTestDatabase.run(OutboxTestDatabase.resource(resource));
        for (int i = 1; i <= 3; i++) {
            outboxTestDatabase.run("INSERT INTO outbox_events (id, message_group, payload, created_at)"
                    + " VALUES ('m%1$d', 'g', '{}', timestamp '2024-01-01' + interval '%1$d s')".formatted(i));
        }
        return outboxTestDatabase;
    }

    private static StatusTableAdmin admin(OutboxTestDatabase outboxTestDatabase, OutboxLayout layout) {
        return new StatusTableAdmin(
                PostgresAdminDialect.INSTANCE,
                layout,
                PostgresTestOutboxes.RELAY,
                true,
                outboxTestDatabase.source("postgres")::getConnection,
                OWN);
    }

    private static List<MessageSummary> failed(StatusTableAdmin admin) throws Exception {
        return admin.page(new MessageQuery(MessageState.FAILED, new MessageFilter(null, null, null, null), 10, null))
                .messages();
    }

    private static String unsent(OutboxTestDatabase outboxTestDatabase, OutboxLayout layout) throws Exception {
        String open = layout.columns().status() == null ? "processed_at IS NULL" : "NOT sent";
        return outboxTestDatabase.value(
                "SELECT coalesce(string_agg(id, ',' ORDER BY id), '') FROM outbox_events WHERE " + open);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sent-flag.sql", "sent-at.sql"})
    void aDeadLetterIsRecordedBesideTheTableAndNeitherBlocksNorComesAgain(String resource) throws Exception {
        OutboxTestDatabase outboxTestDatabase = create(resource);
        OutboxLayout layout = layout(resource);
        PostgresOutbox outbox = PostgresTestOutboxes.of(outboxTestDatabase, layout, OWN);
        Incarnation me = outboxTestDatabase.join("me");
        ClaimResult claimResult = outbox.claim(me, request(10, 10));
        assertThat(ids(claimResult)).containsExactly("m1", "m2", "m3");
        assertThat(claimResult.messages()).extracting(Message::type).containsOnly("message");

        outbox.settle(
                me,
                List.of(
                        new Settlement(claimResult.messages().get(0), new Verdict.Park("no such order")),
                        new Settlement(claimResult.messages().get(1), Verdict.COMPLETE),
                        new Settlement(claimResult.messages().get(2), new Verdict.Release())));
        assertThat(unsent(outboxTestDatabase, layout)).isEqualTo("m1,m3");
        assertThat(ids(outbox.claim(me, request(10, 10)))).containsExactly("m3");
        Incarnation other = outboxTestDatabase.join("other");
        assertThat(ids(PostgresTestOutboxes.of(outboxTestDatabase, layout, OWN).claim(other, request(10, 10))))
                .doesNotContain("m1", "m2");

        StatusTableAdmin admin = admin(outboxTestDatabase, layout);
        assertThat(failed(admin)).singleElement().satisfies(dead -> {
            assertThat(dead.id()).isEqualTo("m1");
            assertThat(dead.lastError()).isEqualTo("no such order");
            assertThat(dead.changedAt()).isNotNull();
        });
        assertThat(admin.find("m1").orElseThrow().summary().state()).isEqualTo(MessageState.FAILED);
        assertThat(admin.find("m2").orElseThrow().summary().state()).isEqualTo(MessageState.COMPLETED);
        assertThat(admin.backlog().messages()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sent-flag.sql", "sent-at.sql"})
    void anOperatorRetriesOrDiscardsADeadLetter(String resource) throws Exception {
        OutboxTestDatabase outboxTestDatabase = create(resource);
        OutboxLayout layout = layout(resource);
        PostgresOutbox outbox = PostgresTestOutboxes.of(outboxTestDatabase, layout, OWN);
        Incarnation me = outboxTestDatabase.join("me");
        outbox.settle(me, all(outbox.claim(me, request(10, 10)), new Verdict.Park("no")));
        assertThat(outbox.claim(me, request(10, 10)).messages()).isEmpty();

        StatusTableAdmin admin = admin(outboxTestDatabase, layout);
        assertThat(admin.retry(List.of("m2", "m9"))).containsExactly("m2");
        assertThat(admin.discard(List.of("m3"))).containsExactly("m3");
        ClaimResult again = outbox.claim(me, request(10, 10));
        assertThat(ids(again)).containsExactly("m2");
        assertThat(again.messages().getFirst().attempts()).isZero();
        outbox.settle(me, all(again, Verdict.COMPLETE));
        assertThat(unsent(outboxTestDatabase, layout)).isEqualTo("m1");
        assertThat(outboxTestDatabase.value("SELECT string_agg(id, ',') FROM signalbox.failures"))
                .isEqualTo("m1");
    }

    @Test
    void aFlagAndATimeMayStandTogetherAndATypeMayHaveAColumn() throws Exception {
        OutboxTestDatabase outboxTestDatabase = create("sent-flag.sql");
        outboxTestDatabase.run(
                "ALTER TABLE outbox_events ADD kind text DEFAULT 'OrderPlaced', ADD sent_at timestamptz");
        OutboxLayout usual = OutboxLayouts.SENT_FLAG.layout();
        OutboxLayout layout = usual.with(usual.columns().and(Map.of("type", "kind", "processed_at", "sent_at")), null);
        PostgresOutbox outbox = PostgresTestOutboxes.of(
                outboxTestDatabase, layout, OWN.with(new Retention.DeleteAfter(Duration.ofDays(1))));
        Incarnation me = outboxTestDatabase.join("me");
        ClaimResult claimResult = outbox.claim(me, request(10, 10));
        assertThat(claimResult.messages()).extracting(Message::type).containsOnly("OrderPlaced");
        outbox.settle(me, all(claimResult, Verdict.COMPLETE));
        assertThat(outboxTestDatabase.value("SELECT count(*) FROM outbox_events WHERE sent AND sent_at IS NOT NULL"))
                .isEqualTo("3");
        outboxTestDatabase.run("UPDATE outbox_events SET sent_at = now() - interval '2 days' WHERE id <> 'm3'");
        assertThat(outbox.sweep(me).deleted()).isEqualTo(2);
    }

    @Test
    void whatCannotWorkIsSaid() throws Exception {
        OutboxTestDatabase outboxTestDatabase = create("sent-flag.sql");
        OutboxLayout layout = OutboxLayouts.SENT_FLAG.layout();
        assertThatThrownBy(() -> PostgresTestOutboxes.of(outboxTestDatabase, layout, OutboxSettings.DEFAULTS)
                        .check())
                .hasMessageContaining("held by ownership");
        assertThatThrownBy(() -> PostgresTestOutboxes.of(
                                outboxTestDatabase, layout, OWN.with(new Retention.DeleteAfter(Duration.ofDays(1))))
                        .check())
                .hasMessageContaining("no time of sending");
        outboxTestDatabase.run("ALTER TABLE outbox_events ALTER sent DROP NOT NULL");
        assertThatThrownBy(() ->
                        PostgresTestOutboxes.of(outboxTestDatabase, layout, OWN).check())
                .hasMessageContaining("column sent may be NULL");
    }

    @Test
    void theOfferedIndexIsFound() throws Exception {
        for (String resource : List.of("sent-flag.sql", "sent-at.sql")) {
            OutboxTestDatabase outboxTestDatabase = create(resource);
            PostgresOutbox outbox = PostgresTestOutboxes.of(outboxTestDatabase, layout(resource), OWN);
            assertThat(outbox.check())
                    .singleElement()
                    .asString()
                    .startsWith("there is no index on (message_group, created_at) WHERE ");
            outboxTestDatabase.run("CREATE INDEX ON outbox_events (message_group, created_at) WHERE "
                    + (resource.equals("sent-at.sql") ? "processed_at IS NULL" : "sent = FALSE"));
            assertThat(outbox.check()).isEmpty();
        }
    }
}
