package dev.signalbox.postgres.outbox;

import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimSource.ClaimRequest;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.layout.OutboxLayouts;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Shorthands for the tests of this package. */
final class PostgresTestOutboxes {
    static final String RELAY = "public.outbox_events";

    private PostgresTestOutboxes() {}

    static PostgresOutbox flowcatalyst(OutboxTestDatabase outboxTestDatabase, OutboxSettings settings) {
        return of(outboxTestDatabase, OutboxLayouts.FLOWCATALYST.layout(), settings);
    }

    static PostgresOutbox of(OutboxTestDatabase outboxTestDatabase, OutboxLayout layout, OutboxSettings settings) {
        return new PostgresOutbox(
                layout,
                RELAY,
                outboxTestDatabase.fenceAs("postgres", true),
                outboxTestDatabase.source("postgres")::getConnection,
                settings);
    }

    /** Inserts a row with this second of a fixed day in the past as its creation time. */
    static void insert(OutboxTestDatabase outboxTestDatabase, String id, @Nullable String group, int second)
            throws SQLException {
        String quoted = group == null ? "NULL" : "'" + group + "'";
        outboxTestDatabase.run("""
                INSERT INTO outbox_events (id, type, message_group, payload, status, created_at)
                VALUES ('%s', 'EVENT', %s, 'payload of %s', 'PENDING', timestamp '2024-01-01' + interval '%d s')""".formatted(id, quoted, id, second));
    }

    static ClaimRequest request(int messages, int perGroup) {
        return new ClaimRequest(Shards.ALL, messages, Long.MAX_VALUE, perGroup, Set.of(), Set.of());
    }

    static ClaimRequest holding(Set<String> groups, Set<String> messages) {
        return new ClaimRequest(Shards.ALL, 100, Long.MAX_VALUE, 10, groups, messages);
    }

    static List<String> ids(ClaimResult claimResult) {
        return claimResult.messages().stream().map(Message::id).toList();
    }

    static List<Settlement> all(ClaimResult claimResult, Verdict.Final verdict) {
        return claimResult.messages().stream()
                .map(message -> new Settlement(message, verdict))
                .toList();
    }
}
