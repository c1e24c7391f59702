package dev.signalbox.eventstore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.eventstore.Wallets.Transfer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Sixteen threads move money between ten wallets. */
class WalletRaceTest {
    private static final int THREADS = 16;
    private static final int WALLETS = 10;
    private static final int TRANSFERS = 60;
    private static final long START = 100;

    @Test
    void balancesAddUpAndNoWalletIsEverOverdrawn() throws Exception {
        try (TestDatabase database = TestDatabase.withTables()) {
            for (int wallet = 0; wallet < WALLETS; wallet++) {
                database.store().append(List.of(Wallets.moved("DepositMade", "w" + wallet, START)));
            }
            CommandExecutor executor = CommandExecutor.on(database.source())
                    .handler(Transfer.class, Wallets::transfer, Transfer::json)
                    .retry(Retry.attempts(50))
                    .build();

            long appended = race(executor);

            assertThat(appended).isPositive();
            Map<String, Long> balances = replay(database.store());
            assertThat(balances.values().stream().mapToLong(Long::longValue).sum())
                    .isEqualTo(WALLETS * START);
            assertThat(database.events()).isEqualTo(WALLETS + appended);
            assertThat(database.value("SELECT count(*) FROM commands")).isEqualTo(Long.toString(appended / 3));
        }
    }

    private static long race(CommandExecutor executor) throws Exception {
        long seed = System.nanoTime();
        System.out.println("Wallet race, seed " + seed);
        List<Callable<Long>> racers = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            Random random = new Random(seed + thread);
            racers.add(() -> {
                long appended = 0;
                for (int i = 0; i < TRANSFERS; i++) {
                    int from = random.nextInt(WALLETS);
                    int to = (from + 1 + random.nextInt(WALLETS - 1)) % WALLETS;
                    Transfer transfer = new Transfer("w" + from, "w" + to, 1 + random.nextInt(80));
                    appended += executor.execute(transfer).size();
                }
                return appended;
            });
        }
        long appended = 0;
        try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            for (Future<Long> racer : threads.invokeAll(racers)) {
                appended += racer.get();
            }
        }
        return appended;
    }

    /** Replays the log: in the order of positions, too, no balance may be negative. */
    private static Map<String, Long> replay(EventStore store) {
        Map<String, Long> balances = new HashMap<>();
        try (Stream<StoredEvent> log = store.query(Query.all())) {
            log.filter(event -> event.tag("wallet_id").isPresent()).forEach(event -> {
                String wallet = event.tag("wallet_id").orElseThrow();
                long balance = balances.merge(wallet, Wallets.change(event), Long::sum);
                assertThat(balance)
                        .as("balance at position " + event.position())
                        .isNotNegative();
            });
        }
        return balances;
    }
}
