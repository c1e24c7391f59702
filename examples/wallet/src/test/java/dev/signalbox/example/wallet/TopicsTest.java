package dev.signalbox.example.wallet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.eventstore.EventStore;
import dev.signalbox.eventstore.Query;
import dev.signalbox.eventstore.StoredEvent;
import dev.signalbox.eventstore.Tag;
import dev.signalbox.example.wallet.domain.WalletCommand.Deposit;
import dev.signalbox.example.wallet.domain.WalletCommand.OpenWallet;
import dev.signalbox.example.wallet.domain.WalletCommand.Transfer;
import dev.signalbox.example.wallet.domain.WalletCommand.Withdraw;
import dev.signalbox.example.wallet.domain.Wallets;
import java.io.InputStream;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The events that the topics of {@code wallet.properties} select. */
class TopicsTest {
    private static final Properties FILE = new Properties();
    private static List<StoredEvent> log;
    private static WalletService service;

    @BeforeAll
    static void useWallets() throws Exception {
        try (InputStream in = TopicsTest.class.getResourceAsStream("wallet.properties")) {
            FILE.load(Objects.requireNonNull(in));
        }
        TestDatabase database = TestDatabase.create();
        service = WalletService.start(database.settings());
        Wallets wallets = service.wallets();
        wallets.execute(new OpenWallet("alice", "Alice"));
        wallets.execute(new OpenWallet("bob", "Bob"));
        wallets.execute(new Deposit("d1", "alice", 100, Optional.empty()));
        wallets.execute(new Deposit("d2", "alice", 100, Optional.of("p1")));
        wallets.execute(new Withdraw("w1", "alice", 50, Optional.of("p2")));
        wallets.execute(new Transfer("t1", "alice", "bob", 70, Optional.of("p3")));
        log = log(database);
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    private static List<StoredEvent> log(TestDatabase database) throws Exception {
        try (Connection connection = DriverManager.getConnection(database.url(), TestDatabase.USER, "")) {
            connection.setAutoCommit(false);
            try (Stream<StoredEvent> events = EventStore.in(connection).query(Query.all())) {
                return events.toList();
            }
        }
    }

    @Test
    void everyChangeOfAWalletIsAWalletEvent() {
        List<String> keys = keys("wallet-events.required-tags");
        assertThat(types(event -> keys.stream().allMatch(key -> event.tag(key).isPresent())))
                .containsExactly(
                        "WalletOpened",
                        "WalletOpened",
                        "DepositMade",
                        "DepositMade",
                        "WithdrawalMade",
                        "WithdrawalMade",
                        "DepositMade");
    }

    @Test
    void aTransferIsOnePaymentEvent() {
        List<String> keys = keys("payment-events.any-of-tags");
        assertThat(types(event -> keys.stream().anyMatch(key -> event.tag(key).isPresent())))
                .containsExactly("DepositMade", "WithdrawalMade", "MoneyTransferred");
    }

    @Test
    void aTransferIsThreeEventsOfOneTransaction() {
        List<StoredEvent> transfer = log.subList(log.size() - 3, log.size());
        assertThat(transfer)
                .extracting(StoredEvent::type)
                .containsExactly("MoneyTransferred", "WithdrawalMade", "DepositMade");
        assertThat(transfer)
                .extracting(StoredEvent::transactionId)
                .containsOnly(transfer.getFirst().transactionId());
        assertThat(transfer.get(0).tags())
                .containsExactlyInAnyOrder(
                        Tag.of("transfer_id", "t1"),
                        Tag.of("from_wallet_id", "alice"),
                        Tag.of("to_wallet_id", "bob"),
                        Tag.of("payment_id", "p3"));
        assertThat(transfer.get(1).tags()).containsExactly(Tag.of("wallet_id", "alice"));
        assertThat(transfer.get(2).tags()).containsExactly(Tag.of("wallet_id", "bob"));
    }

    private static List<String> keys(String setting) {
        return List.of(FILE.getProperty("crablet.outbox.topics." + setting, "").split(",", -1));
    }

    private static List<String> types(Predicate<StoredEvent> chosen) {
        return log.stream().filter(chosen).map(StoredEvent::type).toList();
    }
}
