package dev.signalbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.embedded.postgres.LocalPgBouncer;
import dev.signalbox.testkit.server.RequiredServer;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class PoolingProxyTest extends EndToEndTest {
    @Test
    void aLeaderRefusesAProxyThatPoolsTransactionsAndSaysWhatToDo() throws IOException, InterruptedException {
        world.application().write(10, OutboxWriter.spreadOver(2));
        try (LocalPgBouncer proxy = proxy("transaction")) {
            SignalboxProcess signalboxProcess = world.launch(
                    "refused",
                    through(proxy).processor("coordination", "leader").properties(),
                    Map.of());

            assertThat(signalboxProcess.exitCode(seconds(20))).isEqualTo(1);
            assertThat(signalboxProcess.log())
                    .contains("127.0.0.1:" + proxy.port(), "pool_mode=session")
                    .doesNotContain(PostgresTestDatabase.PASSWORD, "\tat ");
            assertThat(world.receiver().seen()).isEmpty();
        }
    }

    @Test
    void shardsWorkBehindAProxyThatPoolsTransactions() throws IOException, InterruptedException {
        world.application().write(10, OutboxWriter.spreadOver(2));
        try (LocalPgBouncer proxy = proxy("transaction")) {
            world.leader(through(proxy));
            world.awaitSettled(seconds(10));
            world.ledger().assertNothingLostAndInOrder().assertNoDuplicates();
        }
    }

    @Test
    @Tag("slow")
    void aProxyThatKeepsSessionsWorks() throws IOException, InterruptedException {
        world.application().write(10, OutboxWriter.spreadOver(2));
        try (LocalPgBouncer proxy = proxy("session")) {
            world.leader(through(proxy));
            world.awaitSettled(seconds(10));
            world.ledger().assertNothingLostAndInOrder().assertNoDuplicates();
        }
    }

    private LocalPgBouncer proxy(String poolMode) throws IOException, InterruptedException {
        RequiredServer.pgBouncer("nodes behind a pooling proxy");
        PostgresTestDatabase postgresTestDatabase = world.outbox();
        return LocalPgBouncer.start(
                "port=%d user=%s password=%s"
                        .formatted(
                                postgresTestDatabase.server().port(),
                                postgresTestDatabase.role(),
                                PostgresTestDatabase.PASSWORD),
                poolMode,
                "ignore_startup_parameters = extra_float_digits,options");
    }

    private ConfigText through(LocalPgBouncer proxy) {
        return world.flowCatalyst().processor("database-url", world.outbox().urlThrough(proxy.port()));
    }
}
