package dev.signalbox.postgres.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.coordination.CoordinationException;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.postgres.connection.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RacingNodesTest {
    private static final Duration TTL = Duration.ofSeconds(30);
    private static final int NODES = 3;
    private static final int ROUNDS = 40;
    private static final int TAKEOVERS = 8;
    private static final int PATIENCE = 5_000;

    private static final String FENCED_WRITE = """
            WITH lease AS MATERIALIZED (
                SELECT incarnation FROM signalbox.nodes WHERE incarnation = ? FOR KEY SHARE
            )
            INSERT INTO ledger (incarnation) SELECT incarnation FROM lease
            """;

    private TestDatabase database;
    private final List<TestNode> nodes = new ArrayList<>();
    private final long seed = Long.getLong("signalbox.seed", new Random().nextLong());

    @BeforeEach
    void create() throws Exception {
        System.out.println("RacingNodesTest: -Dsignalbox.seed=" + seed);
        database = TestDatabase.create();
        TestNode.prepareSchema(database);
        database.execute("CREATE TABLE ledger (id bigserial PRIMARY KEY, incarnation text NOT NULL)");
        for (int i = 0; i < NODES; i++) {
            nodes.add(TestNode.leader("node-" + i, database.settings(), TTL));
        }
    }

    @AfterEach
    void drop() throws SQLException {
        nodes.forEach(TestNode::close);
        database.close();
    }

    @Test
    void neverDoTwoOwnARelayAtOnce() throws Exception {
        AtomicInteger owners = new AtomicInteger();
        AtomicInteger times = new AtomicInteger();
        race(() -> times.get() < ROUNDS, (node, random) -> {
            if (node.acquires()) {
                assertThat(owners.incrementAndGet()).isEqualTo(1);
                times.incrementAndGet();
                if (random.nextInt(4) == 0) {
                    node.loseLockSession(database);
                }
                assertThat(node.renew()).isTrue();
                assertThat(database.value("SELECT incarnation FROM signalbox.shards"))
                        .isEqualTo(node.incarnation().value());
                assertThat(owners.decrementAndGet()).isZero();
                node.release();
            }
        });
        assertThat(times).hasValueGreaterThanOrEqualTo(ROUNDS);
    }

    @Test
    void onceAnotherHasWrittenAFencedOwnerWritesNoMore() throws Exception {
        Set<Incarnation> everOwned = ConcurrentHashMap.newKeySet();
        race(() -> everOwned.size() < TAKEOVERS, (node, random) -> {
            try {
                workOrLose(node, random, everOwned);
            } catch (CoordinationException e) {
                // Its session was ended twice in one call: it may well ask again.
                assertThat(e).hasMessageContaining("terminating connection");
            }
        });
        assertThat(ownersInOrder()).doesNotHaveDuplicates().hasSizeGreaterThan(TAKEOVERS / 2);
    }

    private void workOrLose(TestNode node, Random random, Set<Incarnation> everOwned)
            throws SQLException, CoordinationException {
        if (!node.renew()) {
            node.joinAgain();
        }
        if (node.acquires()) {
            everOwned.add(node.incarnation());
        }
        // Whether the relay is still ours is not asked again: the fence alone has to keep zombies out.
        for (int i = 1 + random.nextInt(5); i > 0 && everOwned.contains(node.incarnation()); i--) {
            write(node);
            if (random.nextInt(4) == 0) {
                endSomebodysLease(random);
            }
        }
    }

    private interface Turn {
        void play(TestNode node, Random random) throws SQLException, CoordinationException;
    }

    private void race(BooleanSupplier goOn, Turn turn) throws Exception {
        List<Callable<Void>> racers = new ArrayList<>();
        for (int i = 0; i < NODES; i++) {
            TestNode node = nodes.get(i);
            Random random = new Random(seed + i);
            racers.add(() -> {
                for (int round = 0; round < PATIENCE && goOn.getAsBoolean(); round++) {
                    turn.play(node, random);
                }
                return null;
            });
        }
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Void> racer : threads.invokeAll(racers)) {
                racer.get();
            }
        }
    }

    private void endSomebodysLease(Random random) throws SQLException {
        // Any of them, whether it leads or not, and perhaps the one that is just taking over.
        TestNode victim = nodes.get(random.nextInt(NODES));
        database.execute("UPDATE signalbox.nodes SET expires_at = now() - interval '1 second' WHERE node = '"
                + victim.name() + "'");
        victim.loseLockSession(database);
    }

    private void write(TestNode node) throws SQLException {
        new LeaseFence(node.connections()).write(node.incarnation(), connection -> {
            try (PreparedStatement statement = connection.prepareStatement(FENCED_WRITE)) {
                statement.setString(1, node.incarnation().value());
                return statement.executeUpdate();
            }
        });
    }

    /** The writers in the order of their writes, each named once for every uninterrupted run. */
    private List<String> ownersInOrder() throws SQLException {
        List<String> runs = new ArrayList<>();
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT incarnation FROM ledger ORDER BY id")) {
            while (row.next()) {
                if (runs.isEmpty() || !runs.getLast().equals(row.getString(1))) {
                    runs.add(row.getString(1));
                }
            }
        }
        return runs;
    }
}
