package dev.signalbox.eventstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class IdempotencyTest {
    private static final List<AppendEvent> OPENED = List.of(AppendEvent.builder("WalletOpened")
            .tag("wallet_id", "w1")
            .data("{}")
            .build());
    private static final AppendCondition ONCE = AppendCondition.builder()
            .withIdempotencyCheck("WalletOpened", "wallet_id", "w1")
            .build();

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

    static Stream<Query> queriesForTheOpening() {
        return Stream.of(
                Query.of(QueryItem.types("WalletOpened").tag("wallet_id", "w1")),
                Query.of(QueryItem.tagged("wallet_id", "w1")),
                Query.of(QueryItem.types("Nothing", "WalletOpened")),
                Query.of(QueryItem.types("Nothing"), QueryItem.tagged("wallet_id", "w1")),
                Query.all());
    }

    @ParameterizedTest
    @MethodSource("queriesForTheOpening")
    void whatWasDoneIsNotDoneAgain(Query done) throws SQLException {
        AppendCondition once =
                AppendCondition.builder().withIdempotencyCheck(done).build();
        long position = store.appendIf(OPENED, once).getFirst();

        assertThatThrownBy(() -> store.appendIf(OPENED, once))
                .isInstanceOfSatisfying(
                        RepeatedCommandException.class,
                        e -> assertThat(e.position()).isEqualTo(position));
        assertThat(database.events()).isEqualTo(1);
    }

    @Test
    void somethingElseIsDone() {
        store.appendIf(OPENED, ONCE);
        AppendCondition other = AppendCondition.builder()
                .withIdempotencyCheck("WalletOpened", "wallet_id", "w2")
                .build();
        assertThat(store.appendIf(OPENED, other)).hasSize(1);
    }

    @Test
    void aRepetitionIsDistinguishedFromALostRace() {
        Cursor cursor = Wallets.balance(store, "w1").cursor();
        AppendCondition both = Wallets.model("w1")
                .toAppendCondition(cursor)
                .withIdempotencyCheck("WalletOpened", "wallet_id", "w1")
                .build();
        store.append(List.of(Wallets.moved("DepositMade", "w1", 1)));
        assertThatThrownBy(() -> store.appendIf(OPENED, both)).isInstanceOf(LostRaceException.class);
        store.append(OPENED);
        assertThatThrownBy(() -> store.appendIf(OPENED, both)).isInstanceOf(RepeatedCommandException.class);
    }

    @Test
    void theSecondOfTwoAtOnceWaitsForTheFirst() throws Exception {
        try (Connection first = database.transaction()) {
            EventStore.in(first).appendIf(OPENED, ONCE);
            CompletableFuture<List<Long>> second = CompletableFuture.supplyAsync(() -> store.appendIf(OPENED, ONCE));
            await().until(() -> database.waiting() == 1);
            first.commit();
            assertThatThrownBy(second::get).hasCauseInstanceOf(RepeatedCommandException.class);
        }
    }

    @Test
    void oneOfManyAtOnceSucceeds() throws Exception {
        List<Callable<List<Long>>> commands = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            commands.add(() -> store.appendIf(OPENED, ONCE));
        }
        int succeeded = 0;
        try (ExecutorService threads = Executors.newFixedThreadPool(16)) {
            for (Future<List<Long>> command : threads.invokeAll(commands)) {
                succeeded += succeeded(command) ? 1 : 0;
            }
        }
        assertThat(succeeded).isEqualTo(1);
        assertThat(database.events()).isEqualTo(1);
    }

    private static boolean succeeded(Future<List<Long>> command) throws InterruptedException {
        try {
            return !command.get().isEmpty();
        } catch (ExecutionException e) {
            assertThat(e.getCause()).isInstanceOf(RepeatedCommandException.class);
            return false;
        }
    }
}
