package dev.signalbox.mysql.admin;

import dev.signalbox.mysql.connection.MySqlDatabaseFixture;
import dev.signalbox.mysql.connection.MySqlTestServer;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Catbox's table on MySQL or MariaDB, with the offered index. */
final class MySqlCatboxAdminFixture extends MySqlAdminFixture {
    private static final Duration LEASE = Duration.ofMinutes(5);
    private static final String STATE = """
            CASE WHEN sent_at IS NOT NULL THEN 'COMPLETED' WHEN in_progress_until IS NULL THEN 'PENDING'
                 WHEN in_progress_until > '9999-01-01' THEN 'FAILED' ELSE 'PROCESSING' END""";

    private MySqlCatboxAdminFixture(MySqlDatabaseFixture database) throws SQLException {
        super(database, database.makeCatbox());
        database.run("ALTER TABLE outbox_events ADD INDEX (sent_at, in_progress_until, aggregate_id, created_at)");
    }

    static MySqlCatboxAdminFixture on(MySqlTestServer server) throws SQLException {
        return new MySqlCatboxAdminFixture(MySqlDatabaseFixture.create(server));
    }

    @Override
    public void insert(String status, @Nullable String group, int from, int to) throws SQLException {
        String name = group == null ? "ungrouped" : group;
        database()
                .run(
                        "INSERT INTO outbox_events (id, event_type, aggregate_id, payload, created_at, sent_at, in_progress_until) "
                                + NUMBERS + """
                        SELECT concat(?, '-', lpad(s.n, 6, '0')), if(s.n % 2 = 0, 'EVEN', 'ODD'), ?, concat('{"n":', s.n, '}'),
                               timestamp '2024-01-01 00:00:00' + INTERVAL s.n SECOND,
                               if(? = 'COMPLETED', timestamp '2024-02-01 00:00:00' + INTERVAL s.n SECOND, NULL),
                               CASE ? WHEN 'FAILED' THEN '9999-12-31 00:00:00'
                                      WHEN 'PROCESSING' THEN timestamp '2024-02-01 00:05:00' + INTERVAL s.n SECOND END
                        FROM s WHERE s.n BETWEEN ? AND ? ORDER BY s.n""",
                        name,
                        group,
                        status,
                        status,
                        from,
                        to);
        database()
                .run(
                        "INSERT INTO signalbox_failures (relay, id, attempts, error, parked, changed_at) " + NUMBERS
                                + """
                        SELECT ?, concat(?, '-', lpad(s.n, 6, '0')), 0, concat('HTTP 400 because of ', s.n), true,
                               timestamp '2024-02-01 00:00:00' + INTERVAL s.n SECOND
                        FROM s WHERE s.n BETWEEN ? AND ? AND ? = 'FAILED'""",
                        RELAY,
                        name,
                        from,
                        to,
                        status);
    }

    @Override
    public void insertMany(int rows, int groups, String oldest) throws SQLException {
        database()
                .run(
                        "INSERT INTO outbox_events (id, event_type, aggregate_id, payload, created_at) " + NUMBERS
                                + """
                SELECT concat('m', s.n), 'EVENT', concat('group ', lpad(s.n % ?, 5, '0')), '{}', UTC_TIMESTAMP()
                FROM s WHERE s.n BETWEEN 1 AND ? ORDER BY s.n""",
                        groups,
                        rows);
        database().run("UPDATE outbox_events SET created_at = UTC_TIMESTAMP() - INTERVAL 2 DAY WHERE id = ?", oldest);
        database().run("ANALYZE TABLE outbox_events");
    }

    @Override
    public void createdAgo(@Nullable String status, Duration ago) throws SQLException {
        database()
                .run(
                        "UPDATE outbox_events SET created_at = UTC_TIMESTAMP() - INTERVAL ? SECOND WHERE coalesce(?, "
                                + STATE + ") = " + STATE,
                        ago.toSeconds(),
                        status);
    }

    @Override
    public void mark(String id, Instant since) throws SQLException {
        database().run("UPDATE outbox_events SET in_progress_until = ? WHERE id = ?", text(since.plus(LEASE)), id);
    }

    /** A claim that marks its rows is recorded with the same timestamp. */
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
                .value("SELECT concat(" + STATE + ", coalesce(g.attempts, 0), coalesce(g.changed_at, ''),"
                        + " coalesce(g.error, '')) FROM outbox_events t LEFT JOIN signalbox_failures g ON g.id = t.id WHERE t.id = '"
                        + id + "'");
    }
}
