package dev.signalbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.signalbox.example.wallet.CommandTraffic;
import dev.signalbox.example.wallet.RandomCommands;
import dev.signalbox.example.wallet.WalletService;
import dev.signalbox.example.wallet.WalletSettings;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The example with its own settings, except that its events go to an external destination. */
class WalletTest extends EndToEndTest {
    private static final int WALLETS = 10;
    private static final Pattern CHANGE =
            Pattern.compile("\"type\":\"(DepositMade|WithdrawalMade)\".*\"walletId\":\"([^\"]*)\",\"amount\":(\\d+)");

    @Test
    void whatTheEventsAddUpToIsWhatTheWalletsHold() throws IOException {
        PostgresTestDatabase postgresTestDatabase = world.outbox();
        try (WalletService service = WalletService.start(new WalletSettings(
                postgresTestDatabase.url(), PostgresServer.SUPERUSER, PostgresTestDatabase.PASSWORD, 0))) {
            postgresTestDatabase.execute("GRANT SELECT ON events TO " + postgresTestDatabase.role());
            postgresTestDatabase.execute("GRANT CREATE ON SCHEMA public TO " + postgresTestDatabase.role());
            world.launch("wallet", settings().properties(), environment()).awaitReady();
            RandomCommands randomCommands = new RandomCommands(
                    WALLETS, new Random(5), () -> UUID.randomUUID().toString());
            try (CommandTraffic commandTraffic = new CommandTraffic(service.wallets(), randomCommands, 200)) {
                await().atMost(seconds(20)).until(() -> commandTraffic.counts().done() >= 200);
            }

            long changes = eventsWith("wallet_id=");
            await().atMost(seconds(10)).until(() -> items("/Wallets").size() >= changes);
            assertThat(items("/Wallets")).as("each once").hasSize((int) changes);
            for (int person = 0; person < WALLETS; person++) {
                String wallet = "person-" + person;
                assertThat(balances())
                        .containsEntry(
                                wallet,
                                service.wallets().find(wallet).orElseThrow().balance());
            }
            long payments = eventsWith("payment_id=", "transfer_id=");
            await().atMost(seconds(10)).until(() -> items("/Payments").size() == payments);
        }
    }

    private ConfigText settings() throws IOException {
        Properties own = new Properties();
        try (InputStream in = WalletService.class.getResourceAsStream("wallet.properties")) {
            own.load(Objects.requireNonNull(in));
        }
        ConfigText config = new ConfigText();
        own.stringPropertyNames().forEach(key -> config.set(key, own.getProperty(key)));
        return config.set("crablet.outbox.topics.wallet-events.publishers", "Wallets,StatisticsPublisher")
                .set("crablet.outbox.topics.payment-events.publishers", "Payments")
                .publisher("Wallets", world.receiver(), Map.of())
                .publisher("Payments", world.receiver(), Map.of());
    }

    private Map<String, String> environment() {
        return Map.of(
                "WALLET_DB_URL",
                world.outbox().url(),
                "WALLET_DB_USERNAME",
                world.outbox().role(),
                "WALLET_DB_PASSWORD",
                PostgresTestDatabase.PASSWORD);
    }

    private long eventsWith(String... tags) {
        return world.outbox()
                .count(
                        "events e",
                        "EXISTS (SELECT 1 FROM unnest(e.tags) AS t WHERE t ~ '^(" + String.join("|", tags) + ")')");
    }

    private List<String> items(String path) {
        return world.receiver().kept().stream()
                .filter(receivedRequest -> receivedRequest.path().equals(path))
                .flatMap(receivedRequest -> receivedRequest.items().stream())
                .map(ReceivedItem::raw)
                .toList();
    }

    private Map<String, Long> balances() {
        Map<String, Long> balances = new TreeMap<>();
        for (String event : items("/Wallets")) {
            Matcher change = CHANGE.matcher(event);
            if (change.find()) {
                long sign = change.group(1).equals("DepositMade") ? 1 : -1;
                balances.merge(change.group(2), sign * Long.parseLong(change.group(3)), Long::sum);
            }
        }
        return balances;
    }
}
