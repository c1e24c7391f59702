package dev.signalbox.postgres.owntable;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimSource.ClaimRequest;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import dev.signalbox.core.source.ClaimSource.SettleResult;
import dev.signalbox.core.source.SourceException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** An empty table with one owner, and shorthands for operations on it. */
abstract class OwnTableTestBase {
    PostgresOwnTableFixture table;
    PostgresOwnTable source;
    Incarnation owner;

    @BeforeEach
    void openTable() throws SQLException {
        table = new PostgresOwnTableFixture();
        source = table.newSource(Ordering.BLOCK, false);
        owner = table.join("first");
    }

    @AfterEach
    void closeTable() {
        table.close();
    }

    static ClaimRequest request(int messages, int perGroup) {
        return request(Shards.ALL, messages, perGroup);
    }

    static ClaimRequest request(Shards shards, int messages, int perGroup) {
        return new ClaimRequest(shards, messages, 1 << 20, perGroup, Set.of(), Set.of());
    }

    ClaimResult claim() throws SourceException {
        return source.claim(owner, request(100, 100));
    }

    static List<String> ids(ClaimResult claimResult) {
        return claimResult.messages().stream().map(Message::id).toList();
    }

    SettleResult settle(ClaimResult claimResult, Verdict.Final verdict) throws SourceException {
        return source.settle(owner, all(claimResult, verdict));
    }

    static List<Settlement> all(ClaimResult claimResult, Verdict.Final verdict) {
        return claimResult.messages().stream()
                .map(message -> new Settlement(message, verdict))
                .toList();
    }

    /** Claims and completes until nothing is left, and returns the delivery order. */
    List<String> drain() throws SourceException {
        List<String> delivered = new ArrayList<>();
        ClaimResult claimResult = claim();
        while (!claimResult.messages().isEmpty() || claimResult.more()) {
            delivered.addAll(ids(claimResult));
            settle(claimResult, Verdict.COMPLETE);
            claimResult = claim();
        }
        return delivered;
    }

    /** A writer whose transaction stays open until the test ends it. */
    final class Writer implements AutoCloseable {
        private final Connection connection;

        Writer() throws SQLException {
            connection = table.connect();
            connection.setAutoCommit(false);
        }

        /** Allocates a transaction id without writing to the outbox. */
        Writer begin() throws SQLException {
            return run("SELECT pg_current_xact_id()");
        }

        Writer insert(String id, @Nullable String group) throws SQLException {
            String quoted = group == null ? "NULL" : "'" + group + "'";
            return run(
                    "INSERT INTO signalbox_outbox (id, message_group, type, payload) VALUES ('%s', %s, 'EVENT', '{}')"
                            .formatted(id, quoted));
        }

        Writer insertAt(long position, String id, String group) throws SQLException {
            return run("INSERT INTO signalbox_outbox (position, id, message_group, type, payload)"
                    + " VALUES (%d, '%s', '%s', 'EVENT', '{}')".formatted(position, id, group));
        }

        Writer run(String sql) throws SQLException {
            try (Statement statement = connection.createStatement()) {
                statement.execute(sql);
            }
            return this;
        }

        void commit() throws SQLException {
            connection.commit();
        }

        void rollBack() throws SQLException {
            connection.rollback();
        }

        @Override
        public void close() throws SQLException {
            connection.close();
        }
    }
}
