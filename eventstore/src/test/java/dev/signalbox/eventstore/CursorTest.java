package dev.signalbox.eventstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A cursor records which transactions were visible; positions alone do not. */
class CursorTest {
    private static final DecisionModel MODEL = Wallets.model("w1");

    private TestDatabase database;
    private EventStore store;

    @BeforeEach
    void create() throws SQLException {
        database = TestDatabase.withTables();
        store = database.store();
    }

    @AfterEach
    void drop() throws SQLException {
        database.close();
    }

    @Test
    void aLowerPositionThatIsCommittedLateIsAConflict() throws SQLException {
        try (Connection late = database.transaction()) {
            long lower = EventStore.in(late).append(List.of(deposit("w1"))).getFirst();
            long higher = store.append(List.of(deposit("w1"))).getFirst();
            ProjectionResult<Long> seen = Wallets.balance(store, "w1");
            late.commit();

            assertThat(lower).isLessThan(higher);
            assertThat(seen.state()).isEqualTo(10);
            assertThat(seen.cursor().position()).isEqualTo(higher);
            assertLost(seen.cursor(), lower);
        }
    }

    @Test
    void aTransactionWithALowNumberThatWritesLateIsAConflict() throws SQLException {
        try (Connection late = database.transaction()) {
            begin(late);
            store.append(List.of(deposit("w1")));
            Cursor seen = Wallets.balance(store, "w1").cursor();
            long position = EventStore.in(late).append(List.of(deposit("w1"))).getFirst();
            late.commit();

            assertLost(seen, position);
        }
    }

    @Test
    void anUnrelatedOpenTransactionHidesNoConflict() throws SQLException {
        try (Connection open = database.transaction()) {
            begin(open);
            store.append(List.of(deposit("w1")));
            Cursor seen = Wallets.balance(store, "w1").cursor();
            long position = store.append(List.of(deposit("w1"))).getFirst();

            assertLost(seen, position);
        }
    }

    @Test
    void anUnrelatedOpenTransactionMakesNoConflict() throws SQLException {
        try (Connection open = database.transaction()) {
            begin(open);
            EventStore.in(open).append(List.of(deposit("w2")));
            for (int i = 0; i < 3; i++) {
                store.append(List.of(deposit("w1")));
                Cursor seen = Wallets.balance(store, "w1").cursor();
                assertThat(appendIf(store, seen)).hasSize(1);
            }
            Cursor seen = Wallets.balance(store, "w1").cursor();
            open.commit();

            assertThat(appendIf(store, seen)).hasSize(1);
        }
    }

    @Test
    void whatTheReaderItselfHadAppendedIsSeenAlsoByTheNextTransaction() throws SQLException {
        try (Connection connection = database.transaction()) {
            EventStore mine = EventStore.in(connection);
            mine.append(List.of(deposit("w1")));
            Cursor seen = Wallets.balance(mine, "w1").cursor();
            assertThat(seen.reader()).isPositive();
            connection.commit();

            assertThat(appendIf(mine, seen)).hasSize(1);
            connection.commit();
            assertThatThrownBy(() -> appendIf(store, seen)).isInstanceOf(LostRaceException.class);
        }
    }

    @Test
    void whatTheReaderAppendsAfterwardsIsNot() throws SQLException {
        try (Connection connection = database.transaction()) {
            EventStore mine = EventStore.in(connection);
            mine.append(List.of(deposit("w2")));
            Cursor seen = Wallets.balance(mine, "w1").cursor();
            appendIf(mine, seen);

            assertThatThrownBy(() -> appendIf(mine, seen)).isInstanceOf(LostRaceException.class);
            assertThat(appendIf(mine, Wallets.balance(mine, "w1").cursor())).hasSize(1);
        }
    }

    @Test
    void anOldCursorIsAsGoodAsAFreshOne() throws SQLException {
        store.append(List.of(deposit("w1")));
        Cursor old = Wallets.balance(store, "w1").cursor();
        for (int i = 0; i < 3; i++) {
            store.append(Collections.nCopies(1_000, deposit("w2")));
        }
        assertThat(appendIf(store, old)).hasSize(1);
        assertThatThrownBy(() -> appendIf(store, old)).isInstanceOf(LostRaceException.class);
    }

    @Test
    void aCursorThatIsAheadOfTheServerIsRefused() {
        Cursor ahead = new Cursor(1, "4000000000:4000000000:", 0);
        assertThatThrownBy(() -> appendIf(store, ahead))
                .isInstanceOf(LostRaceException.class)
                .hasMessageContaining("failover");
    }

    @Test
    void aCursorTravelsAsText() {
        store.append(List.of(deposit("w1")));
        Cursor seen = Wallets.balance(store, "w1").cursor();
        assertThat(Cursor.parse(seen.toString())).isEqualTo(seen);
        assertThat(Cursor.parse("7@10:20:10,12+15")).isEqualTo(new Cursor(7, "10:20:10,12", 15));
        assertThat(Cursor.parse(Cursor.START.toString())).isEqualTo(Cursor.START);
        assertThatThrownBy(() -> Cursor.parse("7@10:20:'; DROP TABLE events"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Cursor(-1, "1:1:", 0)).isInstanceOf(IllegalArgumentException.class);
    }

    private void assertLost(Cursor seen, long position) {
        assertThatThrownBy(() -> appendIf(store, seen))
                .isInstanceOfSatisfying(
                        LostRaceException.class, e -> assertThat(e.position()).isEqualTo(position));
    }

    private static List<Long> appendIf(EventStore store, Cursor cursor) {
        return store.appendIf(
                List.of(deposit("w1")), MODEL.toAppendCondition(cursor).build());
    }

    private static AppendEvent deposit(String wallet) {
        return Wallets.moved("DepositMade", wallet, 10);
    }

    /** Assigns the transaction id, so that other snapshots see the transaction as open. */
    private static void begin(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_current_xact_id()");
        }
    }
}
