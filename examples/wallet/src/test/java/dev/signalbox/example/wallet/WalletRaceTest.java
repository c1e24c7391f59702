package dev.signalbox.example.wallet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Eight clients use five wallets at once, over HTTP. */
class WalletRaceTest {
    private static final int THREADS = 8;
    private static final int WALLETS = 5;
    private static final int COMMANDS = 40;
    private static final long START = 500;

    @Test
    void noMoneyIsMadeOrLostAndNoWalletIsOverdrawn() throws Exception {
        try (WalletService service = WalletService.start(TestDatabase.create().settings());
                ApiClient apiClient = new ApiClient(service.uri())) {
            for (int wallet = 0; wallet < WALLETS; wallet++) {
                apiClient.open("w" + wallet, "Owner");
                apiClient.deposit("w" + wallet, "start-" + wallet, START);
            }

            long withdrawn = race(apiClient);

            long sum = 0;
            for (int wallet = 0; wallet < WALLETS; wallet++) {
                long balance = apiClient.balance("w" + wallet);
                assertThat(balance).isNotNegative();
                sum += balance;
            }
            assertThat(withdrawn).isPositive();
            assertThat(sum).isEqualTo(WALLETS * START - withdrawn);
        }
    }

    /** Returns the amount taken out. */
    private static long race(ApiClient apiClient) throws Exception {
        long seed = System.nanoTime();
        System.out.println("Wallet race, seed " + seed);
        List<Callable<Long>> people = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            int number = thread;
            people.add(() -> spend(apiClient, number, new Random(seed + number)));
        }
        long withdrawn = 0;
        try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            for (Future<Long> person : threads.invokeAll(people)) {
                withdrawn += person.get();
            }
        }
        return withdrawn;
    }

    private static long spend(ApiClient apiClient, int person, Random random) throws Exception {
        long withdrawn = 0;
        for (int i = 0; i < COMMANDS; i++) {
            String id = person + "-" + i;
            int from = random.nextInt(WALLETS);
            long amount = 1L + random.nextInt(200);
            if (random.nextInt(5) == 0) {
                withdrawn += isDone(apiClient.withdraw("w" + from, id, amount)) ? amount : 0;
            } else {
                int to = (from + 1 + random.nextInt(WALLETS - 1)) % WALLETS;
                isDone(apiClient.transfer("w" + from, "w" + to, id, amount));
            }
        }
        return withdrawn;
    }

    /** A command either succeeds or is rejected for lack of money. */
    private static boolean isDone(ApiClient.Reply reply) {
        if (reply.status() == 201) {
            return true;
        }
        assertThat(reply.error()).as(reply.body().toString()).isEqualTo("not_enough_money");
        return false;
    }
}
