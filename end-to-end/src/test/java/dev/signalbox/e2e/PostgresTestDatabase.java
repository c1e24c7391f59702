package dev.signalbox.e2e;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** A fresh database with the two tables of the seed, its indexes and nothing else, and a role with few rights. */
final class PostgresTestDatabase implements JdbcQueries {
    static final String EVENTS = "outbox_events";
    static final String JOBS = "outbox_dispatch_jobs";
    static final String PASSWORD = "db-pass-7Qx41";
    private static final AtomicInteger COUNT = new AtomicInteger();

    /** What the program's role may do besides SELECT and UPDATE on the two tables. */
    enum Rights {
        /** Create the side schema. */
        MAY_CREATE_SCHEMA,
        /** Create tables in a side schema that an administrator has made. */
        SCHEMA_GIVEN,
        /** Nothing: there is no side schema, and none can be made. */
        NOTHING
    }

    private final PostgresServer server = PostgresServer.running();
    private final String name = "shop" + ProcessHandle.current().pid() + "_" + COUNT.incrementAndGet();
    private final String role = name + "_relay";

    PostgresTestDatabase(Rights rights) {
        server.execute("postgres", "CREATE DATABASE " + name);
        List.of(EVENTS, JOBS).forEach(this::createTable);
        server.execute("postgres", "CREATE ROLE " + role + " LOGIN PASSWORD '" + PASSWORD + "'");
        execute("GRANT SELECT, UPDATE ON " + EVENTS + ", " + JOBS + " TO " + role);
        execute("REVOKE CREATE ON SCHEMA public FROM PUBLIC");
        switch (rights) {
            case MAY_CREATE_SCHEMA -> execute("GRANT CREATE ON DATABASE " + name + " TO " + role);
            case SCHEMA_GIVEN -> execute("CREATE SCHEMA signalbox AUTHORIZATION " + role);
            case NOTHING -> execute("REVOKE TEMPORARY ON DATABASE " + name + " FROM PUBLIC");
        }
    }

    private void createTable(String table) {
        execute("""
                CREATE TABLE %1$s (
                    id VARCHAR(13) PRIMARY KEY,
                    type VARCHAR(20) NOT NULL,
                    message_group VARCHAR(255),
                    payload TEXT NOT NULL,
                    status VARCHAR(20) NOT NULL,
                    retry_count INT NOT NULL DEFAULT 0,
                    created_at TIMESTAMP NOT NULL,
                    processed_at TIMESTAMP,
                    error_message TEXT
                );
                CREATE INDEX idx_%1$s_status
                    ON %1$s(status, message_group, created_at);
                """.formatted(table));
    }

    PostgresServer server() {
        return server;
    }

    String name() {
        return name;
    }

    String role() {
        return role;
    }

    String url() {
        return urlThrough(server.port());
    }

    /** The address by way of another port, where a proxy listens. */
    String urlThrough(int port) {
        return PostgresServer.url(name, port);
    }

    @Override
    public Connection connect() throws SQLException {
        return server.connect(name, PostgresServer.SUPERUSER);
    }

    @Override
    public Map<String, String> processor() {
        return Map.of(
                "database-type",
                "POSTGRESQL",
                "database-url",
                url(),
                "database-username",
                role,
                "database-password",
                PASSWORD);
    }

    @Override
    public Writer writer() {
        try {
            return new JdbcWriter(connect(), "clock_timestamp() AT TIME ZONE 'UTC'");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    void execute(String sql) {
        server.execute(name, sql);
    }

    /** How many events have that status. */
    long events(String status) {
        return count(EVENTS, "status = '" + status + "'");
    }

    /** Commits so many events at once, made by the database, which is faster. */
    void insertMany(long first, int count, int groups) {
        execute("""
                INSERT INTO %s
                SELECT 'E' || lpad(n::text, 12, '0'), 'EVENT', 'g' || n %% %2$d,
                    format('{"id":"E%%s","group":"g%%s","n":%%s,"type":"order.created"}', lpad(n::text, 12, '0'), n %% %2$d, n),
                    'PENDING', 0, clock_timestamp() AT TIME ZONE 'UTC'
                FROM generate_series(%3$d, %4$d) n
                """.formatted(EVENTS, groups, first, first + count - 1));
    }

    @Override
    public Map<Integer, String> owners() {
        return owners("""
                SELECT s.shard, n.node FROM signalbox.shards s JOIN signalbox.nodes n USING (incarnation)
                WHERE s.relay LIKE '%outbox_events' AND n.expires_at > now()
                """);
    }

    /** All that is in the table of events, as one checksum. */
    String checksum() {
        return value("SELECT md5(string_agg(e::text, ',' ORDER BY id)) FROM " + EVENTS + " e");
    }

    /** Ends every session of the program's role. */
    void endSessions() {
        execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '" + role + "'");
    }

    @Override
    public void close() {
        server.start();
        server.execute("postgres", "DROP DATABASE " + name + " WITH (FORCE)");
        server.execute("postgres", "DROP ROLE " + role);
    }
}
