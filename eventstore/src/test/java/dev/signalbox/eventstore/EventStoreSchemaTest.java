package dev.signalbox.eventstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

class EventStoreSchemaTest {
    private static final List<AppendEvent> EVENTS = List.of(Wallets.moved("DepositMade", "w1", 10));

    private TestDatabase database;

    @BeforeEach
    void create() throws SQLException {
        database = TestDatabase.empty();
    }

    @AfterEach
    void drop() throws SQLException {
        database.close();
    }

    @Test
    void installingTwiceChangesNothing() throws SQLException {
        EventStoreSchema.install(database.source());
        database.store().append(EVENTS);
        EventStoreSchema.install(database.source());
        assertThat(database.events()).isEqualTo(1);
    }

    @Test
    void severalMayInstallAtOnce() throws Exception {
        Callable<Boolean> install = () -> {
            EventStoreSchema.install(database.source());
            return true;
        };
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            for (Future<Boolean> each : threads.invokeAll(Collections.nCopies(4, install))) {
                assertThat(each.get()).isTrue();
            }
        }
        assertThat(database.store().append(EVENTS)).hasSize(1);
    }

    @Test
    void whereAllIsThereNoRightToCreateIsNeeded() throws SQLException {
        EventStoreSchema.install(database.source());
        database.execute("CREATE ROLE events_app LOGIN");
        database.execute("GRANT SELECT, INSERT ON events, commands TO events_app");
        database.execute("GRANT USAGE ON SEQUENCE events_position_seq TO events_app");
        PGSimpleDataSource application = database.sourceAs("events_app");
        EventStoreSchema.install(application);
        EventStore store = EventStore.on(application);
        Cursor cursor = Wallets.balance(store, "w1").cursor();
        assertThat(store.appendIf(
                        EVENTS, Wallets.model("w1").toAppendCondition(cursor).build()))
                .hasSize(1);
        database.execute("DROP OWNED BY events_app");
        database.execute("DROP ROLE events_app");
    }

    @Test
    void aRestoredDumpIsRefusedUntilItIsAdopted() throws SQLException {
        EventStoreSchema.install(database.source());
        EventStore store = database.store();
        store.append(EVENTS);
        database.execute("UPDATE events SET transaction_id = '4000000000'");
        assertThatThrownBy(() -> EventStoreSchema.install(database.source()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("restored");

        database.execute("UPDATE events SET transaction_id = '3'"
                + " WHERE transaction_id >= pg_snapshot_xmax(pg_current_snapshot())");
        EventStoreSchema.install(database.source());
        Cursor cursor = Wallets.balance(store, "w1").cursor();
        assertThat(store.appendIf(
                        EVENTS, Wallets.model("w1").toAppendCondition(cursor).build()))
                .hasSize(1);
    }

    @Test
    void aPlanFromWhenTheLogWasEmptyDoesNotLast() throws SQLException {
        EventStoreSchema.install(database.source());
        database.execute("ALTER TABLE events SET (autovacuum_enabled = off)");
        try (Connection connection = database.transaction()) {
            EventStore store = EventStore.in(connection);
            for (int i = 0; i < 20; i++) {
                withdraw(store);
                connection.commit();
            }
            List<AppendEvent> others = Collections.nCopies(10_000, Wallets.moved("DepositMade", "w2", 1));
            store.append(others);
            store.append(others);
            connection.commit();
            long scans = scans(connection);
            for (int i = 0; i < 20; i++) {
                withdraw(store);
                connection.commit();
            }
            assertThat(scans(connection)).isEqualTo(scans);
        }
    }

    private static void withdraw(EventStore store) {
        Cursor cursor = Wallets.balance(store, "w1").cursor();
        store.appendIf(EVENTS, Wallets.model("w1").toAppendCondition(cursor).build());
    }

    /** The number of sequential scans of this session. */
    private static long scans(Connection connection) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute("SELECT pg_stat_force_next_flush()");
            connection.commit();
            try (var row =
                    statement.executeQuery("SELECT seq_scan FROM pg_stat_user_tables WHERE relname = 'events'")) {
                row.next();
                long scans = row.getLong(1);
                connection.commit();
                return scans;
            }
        }
    }
}
