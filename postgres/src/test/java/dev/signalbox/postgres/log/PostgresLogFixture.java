package dev.signalbox.postgres.log;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.log.Cursor;
import dev.signalbox.core.log.DeadLetter;
import dev.signalbox.core.log.DeferredGroupRow;
import dev.signalbox.core.log.EventLog;
import dev.signalbox.core.log.LogEvent.Grouping;
import dev.signalbox.core.log.LogStart;
import dev.signalbox.core.log.OpenResult;
import dev.signalbox.core.log.ProgressUpdate;
import dev.signalbox.core.log.Topic;
import dev.signalbox.core.log.reader.SharedLogReader;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.postgres.connection.PostgresConnections;
import dev.signalbox.postgres.connection.PostgresDatabaseFixture;
import dev.signalbox.postgres.lease.PostgresLeaseFence;
import dev.signalbox.postgres.lease.PostgresSideSchema;
import dev.signalbox.testkit.log.LogFixture;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A log with one feed, in its own database. */
final class PostgresLogFixture implements LogFixture {
    static final FeedKey FEED = new FeedKey("wallet-events", "api");
    private static final Topic WALLETS = new Topic(List.of("topic"), List.of(), List.of(), List.of());

    private final PostgresDatabaseFixture database;
    private final PostgresConnections connections;
    private final Connection writes;
    private final Deque<Connection> idle = new ArrayDeque<>();
    private final Kind kind;
    private final AtomicInteger reads = new AtomicInteger();
    private EventLog feed;
    private PostgresLog log;

    /** The layout of the tables. */
    enum Kind {
        /** The tables of Crablet; groups are the values of a tag. */
        CRABLET("""
                CREATE TABLE events (
                    type varchar(64) NOT NULL,
                    tags text[] NOT NULL,
                    data json NOT NULL,
                    transaction_id xid8 NOT NULL DEFAULT pg_current_xact_id(),
                    position bigserial PRIMARY KEY,
                    occurred_at timestamptz NOT NULL DEFAULT clock_timestamp());
                CREATE INDEX ON events (transaction_id, position);
                CREATE INDEX ON events USING gin (tags)"""),
        /** Signalbox's own log; groups are a column, and consecutive events lie in different partitions. */
        OWN(String.join(";\n", SignalboxLogTable.ddl(SignalboxLogTable.DEFAULT_TABLE)) + """
                ;
                CREATE TABLE one PARTITION OF signalbox_log FOR VALUES FROM ('2026-01-01') TO ('2026-01-02');
                CREATE TABLE two PARTITION OF signalbox_log FOR VALUES FROM ('2026-01-02') TO ('2026-01-03')""");

        private final String ddl;

        Kind(String ddl) {
            this.ddl = ddl;
        }

        private LogTable table() {
            return this == CRABLET ? LogTable.crablet() : LogTable.own(SignalboxLogTable.DEFAULT_TABLE);
        }

        private Grouping grouping() {
            return this == CRABLET ? new Grouping("wallet") : Grouping.BY_COLUMN;
        }

        private String insert(long position, @Nullable String group, String tag) {
            return switch (this) {
                case CRABLET ->
                    "INSERT INTO events (type, tags, data, position) VALUES ('Deposit', '{%s}', '{\"n\":%d}', %d)"
                            .formatted(group == null ? tag : tag + ",wallet=" + group, position, position);
                case OWN ->
                    ("INSERT INTO signalbox_log (type, tags, payload, position, message_group, created_at) VALUES ('Deposit',"
                                    + " '{%s}', '{\"n\":%d}', %d, %s, timestamptz '2026-01-01 12:00Z' + interval '%d days')")
                            .formatted(
                                    tag, position, position, group == null ? "NULL" : "'" + group + "'", position % 3);
            };
        }
    }

    PostgresLogFixture() throws SQLException {
        this(Kind.CRABLET);
    }

    PostgresLogFixture(Kind kind) throws SQLException {
        this.kind = kind;
        database = PostgresDatabaseFixture.create();
        connections = PostgresConnections.open(database.settings(), "log");
        PostgresSideSchema.prepare(connections);
        database.execute(kind.ddl);
        writes = database.connect();
        log = newLog();
        feed = newFeed();
    }

    /** Reuses the database, because creating one takes a second per scenario. */
    void empty() {
        run("TRUNCATE " + kind.table().table() + " RESTART IDENTITY");
        run("TRUNCATE signalbox.pairs, signalbox.parked, signalbox.dead_letters, signalbox.suspects, signalbox.nodes");
        run("DROP TABLE IF EXISTS outbox_topic_progress");
        log = newLog();
        feed = newFeed();
    }

    PostgresLog newLog() {
        return newLog(kind.table());
    }

    PostgresLog log(String table) {
        LogTable crablet = LogTable.crablet();
        return newLog(new LogTable(new TableName(null, table), crablet.progress(), crablet.columns()));
    }

    private PostgresLog newLog(LogTable table) {
        return new PostgresLog(
                table,
                "public." + table.table(),
                "node",
                new PostgresLeaseFence(connections),
                this::borrow,
                new SharedLogReader.Settings(new EventLog.Limits(5, 1 << 20), 1 << 20, 2));
    }

    private Connection borrow() throws SQLException {
        reads.incrementAndGet();
        return connections.borrow();
    }

    /** The number of statements that need no fence. */
    int reads() {
        return reads.get();
    }

    PostgresLog log() {
        return log;
    }

    private EventLog newFeed() {
        return log.feed(settings(kind, FEED));
    }

    static FeedSettings settings(FeedKey key) {
        return settings(Kind.CRABLET, key);
    }

    static FeedSettings settings(Kind kind, FeedKey key) {
        return new FeedSettings(key, WALLETS, kind.grouping(), new LogStart.Beginning());
    }

    private final class Transaction implements Writer {
        private final Connection connection;
        private boolean over;

        Transaction() {
            try {
                connection = idle.isEmpty() ? database.connect() : idle.pop();
                connection.setAutoCommit(false);
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void takeXid() {
            PostgresLogFixture.run(connection, "SELECT pg_current_xact_id()");
        }

        @Override
        public long append(@Nullable String group) {
            long position = takePosition();
            appendAt(position, group);
            return position;
        }

        @Override
        public void appendAt(long position, @Nullable String group) {
            PostgresLogFixture.run(connection, kind.insert(position, group, "topic"));
        }

        @Override
        public void appendOther() {
            PostgresLogFixture.run(connection, kind.insert(takePosition(), null, "payment=1"));
        }

        @Override
        public void commit() {
            end("COMMIT");
        }

        @Override
        public void rollBack() {
            end("ROLLBACK");
        }

        private void end(String how) {
            if (!over) {
                over = true;
                PostgresLogFixture.run(connection, how);
                idle.push(connection);
            }
        }
    }

    @Override
    public Writer begin() {
        return new Transaction();
    }

    @Override
    public long takePosition() {
        return Long.parseLong(value("SELECT nextval('" + kind.table().table() + "_position_seq')"));
    }

    @Override
    public EventLog feed() {
        return feed;
    }

    @Override
    public Incarnation join(String name) {
        run("INSERT INTO signalbox.nodes VALUES ('%s', 'node', now(), now() + interval '1 hour')".formatted(name));
        return new Incarnation(name);
    }

    @Override
    public void fence(Incarnation incarnation) {
        run("DELETE FROM signalbox.nodes WHERE incarnation = '%s'".formatted(incarnation.value()));
    }

    @Override
    public void outdateEnds() {
        run("UPDATE signalbox.suspects SET ended_at = ended_at - interval '30 minutes'");
    }

    @Override
    public void moveTo(long position) {
        run("UPDATE outbox_topic_progress SET last_position = " + position);
    }

    @Override
    public void pause(boolean wanted) {
        run("UPDATE outbox_topic_progress SET status = '%s'".formatted(wanted ? "PAUSED" : "ACTIVE"));
    }

    @Override
    public void replay(long position) {
        try {
            log.admin().replay(FEED, position);
        } catch (SourceException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The state that the next owner would find. */
    private OpenResult.Opened look() {
        Incarnation visitor = join("visitor");
        try {
            EventLog visited = newLog().feed(settings(kind, FEED));
            OpenResult.Opened found = (OpenResult.Opened) visited.open(visitor);
            visited.leave(visitor);
            return found;
        } catch (SourceException e) {
            throw new IllegalStateException(e);
        } finally {
            fence(visitor);
        }
    }

    @Override
    public Cursor cursor() {
        return look().feedState().cursor();
    }

    @Override
    public List<Long> ahead() {
        ProgressUpdate.FeedState feedState = look().feedState();
        return feedState.settledBeyondCursor();
    }

    @Override
    public List<DeferredGroupRow> deferredGroups() {
        return look().deferredGroups();
    }

    @Override
    public List<DeadLetter> deadLetters() {
        try {
            return log.admin().deadLetters(FEED, 0, 1_000).stream()
                    .map(it -> new DeadLetter(it.position(), it.group(), it.attempts(), it.reason()))
                    .toList();
        } catch (SourceException e) {
            throw new IllegalStateException(e);
        }
    }

    void run(String sql) {
        run(writes, sql);
    }

    String value(String sql) {
        try (PreparedStatement statement = writes.prepareStatement(sql);
                ResultSet row = statement.executeQuery()) {
            row.next();
            return row.getString(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    Connection connect() throws SQLException {
        return database.connect();
    }

    private static void run(Connection connection, String sql) {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.execute();
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    @Override
    public void close() {
        connections.close();
        try {
            writes.close();
            database.close();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
