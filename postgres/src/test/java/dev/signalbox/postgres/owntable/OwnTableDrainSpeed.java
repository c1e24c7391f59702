package dev.signalbox.postgres.owntable;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimSource.ClaimRequest;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import dev.signalbox.postgres.connection.PostgresConnections;
import dev.signalbox.postgres.connection.PostgresSettings;
import dev.signalbox.postgres.lease.PostgresLeaseFence;
import dev.signalbox.postgres.lease.PostgresSideSchema;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** Drains the table alternately with a raw loop and with the adapter, and prints the rates. */
final class OwnTableDrainSpeed {
    private static final int ROWS = 100_000;
    private static final int BATCH = 500;

    private static final String RAW = """
            DELETE FROM signalbox_outbox t
            USING (SELECT shard, position FROM signalbox_outbox ORDER BY shard, position LIMIT 500) n
            WHERE t.shard = n.shard AND t.position = n.position
            RETURNING t.id, t.message_group, t.type, t.payload, t.attempts, t.created_at""";

    private OwnTableDrainSpeed() {}

    /** Takes a JDBC URL and a user of a server that the run may fill with data. */
    public static void main(String[] args) throws Exception {
        PostgresSettings settings = PostgresSettings.of(args[0], args[1], "");
        try (PostgresConnections connections = PostgresConnections.open(settings, "speed")) {
            PostgresSideSchema.prepare(connections);
            run(connections, "DROP TABLE IF EXISTS signalbox_outbox, signalbox_outbox_failed");
            run(connections, PostgresOwnTable.ddl(PostgresOwnTable.DEFAULT_NAME));
            for (int round = 0; round < 5; round++) {
                fill(connections);
                double raw = raw(connections);
                fill(connections);
                double sequential = adapter(connections, round, false);
                fill(connections);
                double pipelined = adapter(connections, round, true);
                System.out.printf(
                        "raw %,.0f/s, one after the other %,.0f/s = %.2f, claim beside settle %,.0f/s = %.2f%n",
                        raw, sequential, sequential / raw, pipelined, pipelined / raw);
            }
        }
    }

    private static void run(PostgresConnections connections, String sql) throws Exception {
        try (Connection connection = connections.borrow();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static void fill(PostgresConnections connections) throws Exception {
        run(connections, "TRUNCATE signalbox_outbox");
        run(connections, """
                INSERT INTO signalbox_outbox (id, message_group, type, payload)
                SELECT 'm' || n, 'g' || n / 4 %% 1000, 'EVENT', repeat('x', 512) FROM generate_series(1, %d) n""".formatted(ROWS));
        run(connections, "VACUUM (ANALYZE) signalbox_outbox");
        run(connections, "CHECKPOINT");
    }

    private static double raw(PostgresConnections connections) throws Exception {
        long began = System.nanoTime();
        long bytes = 0;
        int rows;
        try (Connection connection = connections.borrow()) {
            do {
                rows = 0;
                try (PreparedStatement statement = connection.prepareStatement(RAW);
                        ResultSet found = statement.executeQuery()) {
                    while (found.next()) {
                        rows++;
                        bytes += found.getBytes("payload").length;
                    }
                }
            } while (rows > 0);
        }
        return rate(began, bytes / 512);
    }

    private static double adapter(PostgresConnections connections, int round, boolean pipelined) throws Exception {
        String name = "speed " + round + pipelined + System.nanoTime();
        run(
                connections,
                "INSERT INTO signalbox.nodes VALUES ('%s', 'node', now(), now() + interval '1 hour')".formatted(name));
        Incarnation owner = new Incarnation(name);
        PostgresOwnTable source = new PostgresOwnTable(
                PostgresOwnTable.DEFAULT_NAME,
                "public.signalbox_outbox",
                new PostgresLeaseFence(connections),
                connections::borrow,
                OutboxSettings.DEFAULTS);
        source.recover(owner);
        ClaimRequest request = new ClaimRequest(Shards.ALL, BATCH, 1 << 30, 25, Set.of(), Set.of());
        long began = System.nanoTime();
        int rows = pipelined ? beside(source, owner, request) : inTurn(source, owner, request);
        return rate(began, rows);
    }

    private static int inTurn(PostgresOwnTable source, Incarnation owner, ClaimRequest request) throws Exception {
        int rows = 0;
        ClaimResult claimResult = source.claim(owner, request);
        while (!claimResult.messages().isEmpty()) {
            rows += source.settle(owner, completed(claimResult)).recorded().size();
            claimResult = source.claim(owner, request);
        }
        return rows;
    }

    private static int beside(PostgresOwnTable source, Incarnation owner, ClaimRequest request) throws Exception {
        BlockingQueue<ClaimResult> claims = new ArrayBlockingQueue<>(2);
        Thread settler = Thread.ofVirtual().start(() -> {
            try {
                for (ClaimResult next = claims.take(); next.messages().size() > 0; next = claims.take()) {
                    source.settle(owner, completed(next));
                }
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        int rows = 0;
        while (rows < ROWS) {
            ClaimResult claimResult = source.claim(owner, request);
            rows += claimResult.messages().size();
            if (!claimResult.messages().isEmpty()) {
                claims.put(claimResult);
            }
        }
        claims.put(ClaimResult.NOTHING);
        settler.join();
        return rows;
    }

    private static List<Settlement> completed(ClaimResult claimResult) {
        return claimResult.messages().stream()
                .map(message -> new Settlement(message, Verdict.COMPLETE))
                .toList();
    }

    private static double rate(long began, long rows) {
        return rows * 1e9 / (System.nanoTime() - began);
    }
}
