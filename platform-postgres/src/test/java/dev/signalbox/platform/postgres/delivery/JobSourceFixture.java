package dev.signalbox.platform.postgres.delivery;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimSource.ClaimRequest;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import dev.signalbox.core.source.ClaimSource.DueRetries;
import dev.signalbox.core.source.ClaimSource.SettleResult;
import dev.signalbox.core.source.OutletDemand;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.core.time.Clock;
import dev.signalbox.jdbc.FencedStatements;
import dev.signalbox.platform.delivery.AttemptJournal;
import dev.signalbox.platform.delivery.AttemptReport;
import dev.signalbox.platform.delivery.DirectOutlet;
import dev.signalbox.platform.delivery.OutletSettings;
import dev.signalbox.platform.postgres.PlatformTestDatabase;
import dev.signalbox.platform.store.PlatformFixture;
import dev.signalbox.postgres.connection.PostgresConnections;
import dev.signalbox.postgres.lease.PostgresLeaseFence;
import dev.signalbox.postgres.lease.PostgresSideSchema;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** An empty platform with one node that owns all streams, and shorthands for what happens to its jobs. */
final class JobSourceFixture implements AutoCloseable {
    static final String QUEUE = "signalbox_platform.queue";

    private static final AtomicInteger REPORTS = new AtomicInteger();

    final PlatformTestDatabase database;
    final PostgresConnections connections;
    final PlatformFixture node;
    /** Of the node that owns the streams. */
    AttemptJournal journal = new AttemptJournal();

    final Map<Long, DirectOutlet> learned = new HashMap<>();
    /** The version of the settings under which the last claim found its jobs. */
    long settingsVersion;

    private final OutletSettings settings = new OutletSettings() {
        @Override
        public void learn(long stream, DirectOutlet outlet) {
            learned.put(stream, outlet);
        }

        @Override
        public void reach(long version) {
            settingsVersion = version;
        }

        @Override
        public void forgetVersion() {
            settingsVersion = 0;
        }
    };

    PostgresJobSource source;
    Incarnation owner;

    JobSourceFixture() throws SQLException {
        database = PlatformTestDatabase.create();
        connections = database.connect();
        PostgresSideSchema.prepare(connections);
        node = new PlatformFixture(database.store());
        source = newSource(journal);
        owner = join("first");
    }

    PostgresJobSource newSource(AttemptJournal ofNode) {
        return new PostgresJobSource(
                new PostgresLeaseFence(connections),
                connections::borrow,
                node.store.jobs(),
                ofNode,
                settings,
                Clock.SYSTEM);
    }

    FencedStatements statements() {
        return new FencedStatements("queue", new PostgresLeaseFence(connections), connections::borrow);
    }

    Incarnation join(String name) throws SQLException {
        execute("INSERT INTO signalbox.nodes (incarnation, node, joined_at, expires_at) VALUES ('" + name
                + "', 'node', now(), now() + interval '1 hour')");
        own(name, -1);
        return new Incarnation(name);
    }

    /** Gives a shard, or all with -1, to this incarnation. */
    void own(String name, int shard) throws SQLException {
        execute("INSERT INTO signalbox.shards (relay, shard, incarnation) VALUES ('" + PostgresJobSource.RELAY + "', "
                + shard + ", '" + name
                + "') ON CONFLICT (relay, shard) DO UPDATE SET incarnation = excluded.incarnation");
    }

    /** No node owns a stream any more. */
    void disown() throws SQLException {
        execute("DELETE FROM signalbox.shards");
    }

    void fence(Incarnation incarnation) throws SQLException {
        execute("DELETE FROM signalbox.nodes WHERE incarnation = '" + incarnation + "'");
    }

    /** Another node takes over from a dead one. */
    void takeOver(String name) throws Exception {
        fence(owner);
        owner = join(name);
        journal = new AttemptJournal();
        source = newSource(journal);
        source.gained(owner, Shards.ALL);
        source.recover(owner);
    }

    void execute(String... sql) throws SQLException {
        database.execute(sql);
    }

    String value(String sql) throws SQLException {
        return database.values(sql).getFirst();
    }

    /** Posts an event whose data is this number. */
    void post(String type, @Nullable String group, int data) throws Exception {
        String member = group == null ? "" : ",'messageGroup':'" + group + "'";
        node.post("{'type':'%s','data':%d%s}".formatted(type, data, member));
    }

    static ClaimRequest request(OutletDemand demand) {
        return new ClaimRequest(Shards.ALL, 100, 1 << 20, 100, Set.of(), Set.of(), DueRetries.NONE, demand);
    }

    static OutletDemand demand() {
        return new OutletDemand(Set.of(), Set.of(), Map.of(), 100);
    }

    ClaimResult claim() throws SourceException {
        return source.claim(owner, request(demand()));
    }

    /** The data of these messages. */
    static List<String> data(ClaimResult result) {
        return result.messages().stream()
                .map(message -> message.payload().utf8())
                .toList();
    }

    SettleResult settle(ClaimResult result, Verdict.Final verdict) throws SourceException {
        return settle(result.messages(), verdict);
    }

    SettleResult settle(List<Message> messages, Verdict.Final verdict) throws SourceException {
        return source.settle(
                owner,
                messages.stream()
                        .map(message -> new Settlement(message, verdict))
                        .toList());
    }

    /** Claims and completes until nothing is left, and returns what was delivered, in order. */
    List<String> drain() throws SourceException {
        List<String> delivered = new ArrayList<>();
        ClaimResult result = claim();
        while (!result.messages().isEmpty() || result.more()) {
            delivered.addAll(data(result));
            settle(result, Verdict.COMPLETE);
            result = claim();
        }
        return delivered;
    }

    Verdict.RetryAt retryIn(long millis) {
        return new Verdict.RetryAt(Clock.SYSTEM.nanos() + millis * 1_000_000, "answered 500");
    }

    void attempt(Message message, @Nullable String error) {
        attempted(message, report(error));
    }

    void attempted(Message message, AttemptReport report) {
        journal.begin(message.id());
        journal.end(message.id(), List.of(report));
    }

    /** Each is of a time of its own. */
    static AttemptReport report(@Nullable String error) {
        Instant at = Instant.parse("2026-01-02T03:04:05Z").plusSeconds(REPORTS.getAndIncrement());
        return new AttemptReport(at, 7, error == null ? 200 : 500, "body", error);
    }

    /** Columns of the job, joined by bars. */
    String job(String id, String columns) throws SQLException {
        return value("SELECT concat_ws('|', " + columns + ") FROM signalbox_platform.jobs WHERE id = " + number(id));
    }

    static long number(String id) {
        return Tsid.from(id).toLong();
    }

    long count(String table) throws SQLException {
        return database.count(table);
    }

    @Override
    public void close() {
        try {
            database.close();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
