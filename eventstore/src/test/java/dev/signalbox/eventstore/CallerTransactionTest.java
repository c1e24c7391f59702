package dev.signalbox.eventstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.postgresql.jdbc.PreferQueryMode;

class CallerTransactionTest {
    private static final List<AppendEvent> EVENTS = List.of(Wallets.moved("DepositMade", "w1", 10));

    private TestDatabase database;

    @BeforeEach
    void create() throws SQLException {
        database = TestDatabase.withTables();
        database.execute("DROP TABLE IF EXISTS business; CREATE TABLE business (id int)");
    }

    @AfterEach
    void drop() throws SQLException {
        database.close();
    }

    @Test
    void eventsAreCommittedWithTheBusinessRow() throws SQLException {
        try (Connection connection = database.transaction()) {
            insertBusinessRow(connection);
            EventStore.in(connection).append(EVENTS);
            assertThat(database.events()).isZero();
            connection.commit();
        }
        assertThat(database.events()).isEqualTo(1);
        assertThat(database.value("SELECT count(*) FROM business")).isEqualTo("1");
    }

    @Test
    void aRollbackLeavesNothing() throws SQLException {
        try (Connection connection = database.transaction()) {
            insertBusinessRow(connection);
            EventStore.in(connection).append(EVENTS);
            connection.rollback();
        }
        assertThat(database.events()).isZero();
        assertThat(database.value("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'"))
                .isEqualTo("0");
    }

    @Test
    void aLostRaceLeavesTheTransactionUsable() throws SQLException {
        EventStore store = database.store();
        DecisionModel model = Wallets.model("w1");
        Cursor cursor = Wallets.balance(store, "w1").cursor();
        store.append(EVENTS);
        try (Connection connection = database.transaction()) {
            EventStore mine = EventStore.in(connection);
            AppendCondition stale = model.toAppendCondition(cursor).build();
            assertThatThrownBy(() -> mine.appendIf(EVENTS, stale)).isInstanceOf(LostRaceException.class);
            insertBusinessRow(connection);
            connection.commit();
        }
        assertThat(database.value("SELECT count(*) FROM business")).isEqualTo("1");
        assertThat(database.events()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {Connection.TRANSACTION_REPEATABLE_READ, Connection.TRANSACTION_SERIALIZABLE})
    void aSnapshotFromBeforeTheLocksIsRefusedForConditions(int isolation) throws SQLException {
        try (Connection connection = database.transaction()) {
            connection.setTransactionIsolation(isolation);
            EventStore store = EventStore.in(connection);
            Cursor cursor = Wallets.balance(store, "w1").cursor();
            AppendCondition condition =
                    Wallets.model("w1").toAppendCondition(cursor).build();
            AppendCondition once = AppendCondition.builder()
                    .withIdempotencyCheck("DepositMade", "wallet_id", "w1")
                    .build();

            assertThatThrownBy(() -> store.appendIf(EVENTS, condition))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("READ COMMITTED");
            assertThatThrownBy(() -> store.appendIf(EVENTS, once)).hasMessageContaining("READ COMMITTED");
            assertThat(store.append(EVENTS)).hasSize(1);
        }
    }

    @Test
    void anInsertThatIsNotInTheTransactionOfItsLocksDoesNothing() throws SQLException {
        try (Connection connection = database.transaction()) {
            EventStore.in(connection).append(EVENTS);
            connection.commit();
            try (PreparedStatement insert = connection.prepareStatement(EventStoreSql.APPEND.sql())) {
                insert.setArray(1, connection.createArrayOf("text", new String[] {"T"}));
                insert.setArray(2, connection.createArrayOf("text", new String[] {"{}"}));
                insert.setArray(3, connection.createArrayOf("text", new String[] {"{}"}));
                try (ResultSet rows = insert.executeQuery()) {
                    assertThat(rows.next()).isFalse();
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"extended", "simple", "extendedCacheEverything"})
    void locksAreHeldForTheInsertInEachOfTheDriversModes(String mode) throws Exception {
        PGSimpleDataSource source = database.sourceAs("postgres");
        source.setPreferQueryMode(PreferQueryMode.of(mode));
        Cursor cursor = Wallets.balance(database.store(), "w1").cursor();
        AppendCondition condition =
                Wallets.model("w1").toAppendCondition(cursor).build();
        try (Connection other = database.transaction()) {
            EventStore.in(other).append(EVENTS);
            CompletableFuture<List<Long>> stale =
                    CompletableFuture.supplyAsync(() -> EventStore.on(source).appendIf(EVENTS, condition));
            await().until(() -> database.waiting() == 1);
            other.commit();
            assertThatThrownBy(stale::get).hasCauseInstanceOf(LostRaceException.class);
        }
        assertThat(EventStore.on(source).append(EVENTS)).hasSize(1);
    }

    @Test
    void aPoolWithoutAutoCommitWillDo() throws SQLException {
        HikariConfig config = new HikariConfig();
        config.setDataSource(database.sourceAs("postgres"));
        config.setAutoCommit(false);
        config.setMaximumPoolSize(1);
        try (HikariDataSource pool = new HikariDataSource(config)) {
            EventStore.on(pool).append(EVENTS);
            assertThat(database.events()).isEqualTo(1);
        }
    }

    @Test
    void autoCommitIsRefused() throws SQLException {
        try (Connection connection = database.transaction()) {
            connection.setAutoCommit(true);
            assertThatThrownBy(() -> EventStore.in(connection).append(EVENTS))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("setAutoCommit(false)");
        }
    }

    @Test
    void aFailedAppendLeavesNothingAndAConnectionThatWorks() throws SQLException {
        EventStore store = database.store();
        List<AppendEvent> broken = List.of(
                EVENTS.getFirst(),
                AppendEvent.builder("Broken").data("{not json").build());
        for (int i = 0; i < 5; i++) {
            assertThatThrownBy(() -> store.append(broken))
                    .isInstanceOf(EventStoreException.class)
                    .hasMessageContaining("json");
        }
        assertThat(database.events()).isZero();
        assertThat(store.append(EVENTS)).hasSize(1);
    }

    private static void insertBusinessRow(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO business VALUES (1)");
        }
    }
}
