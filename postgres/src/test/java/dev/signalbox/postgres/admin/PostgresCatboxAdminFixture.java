package dev.signalbox.postgres.admin;

import dev.signalbox.jdbc.layout.OutboxLayouts;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Catbox's table on PostgreSQL. */
final class PostgresCatboxAdminFixture extends PostgresAdminFixture {
    private static final Duration LEASE = Duration.ofMinutes(5);
    private static final String STATE = """
            CASE WHEN t.sent_at IS NOT NULL THEN 'COMPLETED' WHEN t.in_progress_until IS NULL THEN 'PENDING'
                 WHEN t.in_progress_until = 'infinity' THEN 'FAILED' ELSE 'PROCESSING' END""";

    PostgresCatboxAdminFixture() throws SQLException {
        super(OutboxLayouts.CATBOX.layout(), """
                CREATE TABLE outbox_events (
                    id VARCHAR(40) PRIMARY KEY, event_type VARCHAR(20) NOT NULL, aggregate_id VARCHAR(255), payload TEXT NOT NULL,
                    created_at TIMESTAMP NOT NULL, sent_at TIMESTAMP, in_progress_until TIMESTAMP);
                CREATE INDEX ON outbox_events (aggregate_id, created_at) WHERE sent_at IS NULL AND in_progress_until IS NULL;
                CREATE INDEX ON outbox_events (aggregate_id, in_progress_until)
                    WHERE sent_at IS NULL AND in_progress_until IS NOT NULL""");
    }

    @Override
    public void insert(String status, @Nullable String group, int from, int to) throws SQLException {
        String name = group == null ? "ungrouped" : group;
        database().execute("""
                INSERT INTO outbox_events
                SELECT '%2$s-' || lpad(s::text, 6, '0'), CASE WHEN s %% 2 = 0 THEN 'EVEN' ELSE 'ODD' END, %3$s, '{"n":' || s || '}',
                       timestamp '2024-01-01' + s * interval '1 s',
                       CASE WHEN '%1$s' = 'COMPLETED' THEN timestamp '2024-02-01' + s * interval '1 s' END,
                       CASE '%1$s' WHEN 'FAILED' THEN 'infinity'
                                   WHEN 'PROCESSING' THEN timestamp '2024-02-01 00:05' + s * interval '1 s' END
                FROM generate_series(%4$d, %5$d) s;
                INSERT INTO signalbox.failures (relay, id, attempts, error, parked, changed_at)
                SELECT '%6$s', '%2$s-' || lpad(s::text, 6, '0'), 0, 'HTTP 400 because of ' || s, true,
                       timestamptz '2024-02-01Z' + s * interval '1 s'
                FROM generate_series(%4$d, %5$d) s WHERE '%1$s' = 'FAILED'""".formatted(status, name, group == null ? "NULL" : "'" + group + "'", from, to, RELAY));
    }

    @Override
    public void insertMany(int rows, int groups, String oldest) throws SQLException {
        database().execute("""
                INSERT INTO outbox_events (id, event_type, aggregate_id, payload, created_at)
                SELECT 'm' || s, 'EVENT', 'group ' || lpad((s %% %d)::text, 5, '0'), '{}', now() AT TIME ZONE 'UTC'
                FROM generate_series(1, %d) s;
                UPDATE outbox_events SET created_at = now() AT TIME ZONE 'UTC' - interval '2 days' WHERE id = '%s';
                ANALYZE outbox_events""".formatted(groups, rows, oldest));
    }

    @Override
    public void createdAgo(@Nullable String status, Duration ago) throws SQLException {
        database()
                .execute("UPDATE outbox_events t SET created_at = now() AT TIME ZONE 'UTC' - interval '"
                        + ago.toSeconds() + " s'" + (status == null ? "" : " WHERE " + STATE + " = '" + status + "'"));
    }

    @Override
    public void mark(String id, Instant since) throws SQLException {
        database()
                .execute("UPDATE outbox_events SET in_progress_until = timestamptz '" + since.plus(LEASE)
                        + "' AT TIME ZONE 'UTC' WHERE id = '" + id + "'");
    }

    /** The record of a claim has the same time as the marks of its rows. */
    @Override
    public void claim(String incarnation, String node, String id, Instant at) throws SQLException {
        super.claim(incarnation, node, id, at.plus(LEASE));
    }

    @Override
    String state() {
        return STATE;
    }

    @Override
    public String row(String id) throws SQLException {
        return database()
                .value("SELECT " + STATE + " || coalesce(g.attempts, 0) || coalesce(g.changed_at::text, '')"
                        + " || coalesce(g.error, '') FROM outbox_events t LEFT JOIN signalbox.failures g ON g.id = t.id WHERE t.id = '"
                        + id + "'");
    }
}
