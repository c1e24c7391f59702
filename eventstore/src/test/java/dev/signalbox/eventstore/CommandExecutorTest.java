package dev.signalbox.eventstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.eventstore.Wallets.Transfer;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CommandExecutorTest {
    private static final Transfer TRANSFER = new Transfer("w1", "w2", 10);

    private TestDatabase database;
    private EventStore store;
    private final List<Duration> pauses = new ArrayList<>();

    @BeforeEach
    void create() throws SQLException {
        database = TestDatabase.withTables();
        store = database.store();
        store.append(List.of(Wallets.moved("DepositMade", "w1", 100)));
    }

    @AfterEach
    void drop() throws SQLException {
        database.close();
    }

    @Test
    void aCommandIsStoredWithTheTransactionOfItsEvents() throws SQLException {
        List<Long> positions = executor(Wallets::transfer, Retry.never()).execute(TRANSFER, "{\"user\":\"emmy\"}");

        assertThat(positions).hasSize(3).isSorted();
        assertThat(database.value("""
                SELECT string_agg(e.type, ',' ORDER BY position) || c.type || (c.data ->> 'amount') || (c.metadata ->> 'user')
                FROM commands c JOIN events e USING (transaction_id) GROUP BY c.transaction_id""")).isEqualTo("MoneyTransferred,WithdrawalMade,DepositMadeTransfer10emmy");
        assertThat(Wallets.balance(store, "w1").state()).isEqualTo(90);
    }

    @Test
    void aCommandThatChangesNothingIsNotStored() throws SQLException {
        assertThat(executor(Wallets::transfer, Retry.never()).execute(new Transfer("w2", "w1", 1)))
                .isEmpty();
        assertThat(database.value("SELECT count(*) FROM commands")).isEqualTo("0");
    }

    @Test
    void aLostRaceIsReportedAtOnceIfNothingElseIsAskedFor() throws SQLException {
        AtomicInteger calls = new AtomicInteger();
        CommandExecutor executor = executor(disturbed(calls, 100), Retry.never());
        assertThatThrownBy(() -> executor.execute(TRANSFER)).isInstanceOf(LostRaceException.class);
        assertThat(calls).hasValue(1);
        assertThat(database.value("SELECT count(*) FROM commands")).isEqualTo("0");
    }

    @Test
    void aLostRaceIsTriedAgainWithAFreshDecision() {
        AtomicInteger calls = new AtomicInteger();
        assertThat(executor(disturbed(calls, 2), Retry.attempts(5)).execute(TRANSFER))
                .hasSize(3);
        assertThat(calls).hasValue(3);
        assertThat(pauses).hasSize(2);
    }

    @Test
    void triesAreBounded() {
        AtomicInteger calls = new AtomicInteger();
        CommandExecutor executor = executor(disturbed(calls, 100), Retry.attempts(4));
        assertThatThrownBy(() -> executor.execute(TRANSFER)).isInstanceOf(LostRaceException.class);
        assertThat(calls).hasValue(4);
        assertThat(pauses).hasSize(3);
    }

    @Test
    void waitsAreBoundedAndByChance() {
        Retry retry = Retry.attempts(100);
        Random random = new Random(7);
        for (int attempt = 1; attempt <= 100; attempt++) {
            assertThat(retry.waitAfter(attempt, random)).isBetween(Duration.ZERO, Duration.ofMillis(500));
        }
        assertThat(retry.waitAfter(1, random)).isLessThanOrEqualTo(Duration.ofMillis(10));
    }

    @Test
    void aRepeatedCommandIsNotTriedAgain() throws SQLException {
        CommandHandler<Transfer> once = (store, transfer) -> {
            CommandResult result = Wallets.transfer(store, transfer);
            AppendCondition condition = AppendCondition.builder()
                    .withIdempotencyCheck("MoneyTransferred", "from_wallet_id", "w1")
                    .build();
            return CommandResult.of(result.events(), condition);
        };
        CommandExecutor executor = executor(once, Retry.attempts(5));
        executor.execute(TRANSFER);
        assertThatThrownBy(() -> executor.execute(TRANSFER)).isInstanceOf(RepeatedCommandException.class);
        assertThat(pauses).isEmpty();
        assertThat(database.value("SELECT count(*) FROM commands")).isEqualTo("1");
    }

    @Test
    void aHandlersOwnExceptionRollsBackAndComesThrough() throws SQLException {
        CommandExecutor executor = executor(
                (store, transfer) -> {
                    store.append(List.of(Wallets.moved("DepositMade", "w1", 1)));
                    throw new UnsupportedOperationException("closed on Sundays");
                },
                Retry.attempts(3));
        assertThatThrownBy(() -> executor.execute(TRANSFER)).hasMessage("closed on Sundays");
        assertThat(database.events()).isEqualTo(1);
    }

    @Test
    void aCommandWithoutAHandlerIsRefused() {
        CommandExecutor executor = executor(Wallets::transfer, Retry.never());
        assertThatThrownBy(() -> executor.execute("transfer"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("java.lang.String");
        assertThatThrownBy(() -> CommandExecutor.on(database.source())
                        .handler(Transfer.class, Wallets::transfer, Transfer::json)
                        .handler(Transfer.class, Wallets::transfer, Transfer::json))
                .hasMessageContaining("two handlers");
    }

    /** A handler with a concurrent deposit during its first calls. */
    private CommandHandler<Transfer> disturbed(AtomicInteger calls, int disturbances) {
        return (mine, transfer) -> {
            CommandResult result = Wallets.transfer(mine, transfer);
            if (calls.incrementAndGet() <= disturbances) {
                store.append(List.of(Wallets.moved("DepositMade", "w1", 1)));
            }
            return result;
        };
    }

    private CommandExecutor executor(CommandHandler<Transfer> handler, Retry retry) {
        return CommandExecutor.on(database.source())
                .handler(Transfer.class, handler, Transfer::json)
                .retry(retry)
                .pause((duration, reason) -> pauses.add(duration))
                .build();
    }
}
