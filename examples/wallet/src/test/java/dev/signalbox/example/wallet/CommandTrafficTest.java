package dev.signalbox.example.wallet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.signalbox.example.wallet.domain.Statement;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class CommandTrafficTest {
    @Test
    void peopleUseTheirWallets() throws Exception {
        try (WalletService service = WalletService.start(TestDatabase.create().settings())) {
            RandomCommands randomCommands =
                    new RandomCommands(3, new Random(1), () -> UUID.randomUUID().toString());
            CommandTraffic commandTraffic = new CommandTraffic(service.wallets(), randomCommands, 200);
            try (commandTraffic) {
                await().until(() -> commandTraffic.counts().done() >= 20);
            }
            assertThat(commandTraffic.counts().failed()).isZero();
            for (int person = 0; person < 3; person++) {
                Statement statement = service.wallets().find("person-" + person).orElseThrow();
                assertThat(statement.balance()).isNotNegative();
            }
        }
    }
}
