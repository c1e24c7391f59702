package dev.signalbox.postgres.outbox;

import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.delivery.Settlement;
import dev.signalbox.core.delivery.Verdict;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.source.ClaimRequest;
import dev.signalbox.core.source.Claimed;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.outbox.OutboxSettings;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Short words for the tests of this package. */
final class Outboxes {
    static final String RELAY = "public.outbox_events";

    private Outboxes() {}

    static PostgresOutbox flowcatalyst(Database database, OutboxSettings settings) {
        return of(database, OutboxLayout.flowcatalyst(), settings);
    }

    static PostgresOutbox of(Database database, OutboxLayout layout, OutboxSettings settings) {
        return new PostgresOutbox(
                layout,
                RELAY,
                database.fenceAs("postgres", true),
                database.source("postgres")::getConnection,
                settings);
    }

    /** Inserts a row that was created at this second of a day long ago. */
    static void insert(Database database, String id, @Nullable String group, int second) throws SQLException {
        String quoted = group == null ? "NULL" : "'" + group + "'";
        database.run("""
                INSERT INTO outbox_events (id, type, message_group, payload, status, created_at)
                VALUES ('%s', 'EVENT', %s, 'payload of %s', 'PENDING', timestamp '2024-01-01' + interval '%d s')""".formatted(id, quoted, id, second));
    }

    static ClaimRequest request(int messages, int perGroup) {
        return new ClaimRequest(Shards.ALL, messages, Long.MAX_VALUE, perGroup, Set.of(), Set.of());
    }

    static ClaimRequest holding(Set<String> groups, Set<String> messages) {
        return new ClaimRequest(Shards.ALL, 100, Long.MAX_VALUE, 10, groups, messages);
    }

    static List<String> ids(Claimed claimed) {
        return claimed.messages().stream().map(Message::id).toList();
    }

    static List<Settlement> all(Claimed claimed, Verdict.Final verdict) {
        return claimed.messages().stream()
                .map(message -> new Settlement(message, verdict))
                .toList();
    }
}
