package dev.signalbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.testkit.server.LocalPgBouncer;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PoolingProxyTest extends EndToEndTest {
    @Test
    void aLeaderRefusesAProxyThatPoolsTransactionsAndSaysWhatToDo() throws IOException, InterruptedException {
        world.application().write(10, Application.spreadOver(2));
        try (LocalPgBouncer proxy = proxy("transaction")) {
            Program program = world.launch(
                    "refused",
                    through(proxy).processor("coordination", "leader").properties(),
                    Map.of());

            assertThat(program.exitCode(seconds(20))).isEqualTo(1);
            assertThat(program.log())
                    .contains("127.0.0.1:" + proxy.port(), "pool_mode=session")
                    .doesNotContain(Outbox.PASSWORD, "\tat ");
            assertThat(world.receiver().seen()).isEmpty();
        }
    }

    @Test
    void shardsWorkBehindAProxyThatPoolsTransactions() throws IOException {
        world.application().write(10, Application.spreadOver(2));
        try (LocalPgBouncer proxy = proxy("transaction")) {
            world.leader(through(proxy));
            world.awaitSettled(seconds(10));
            world.ledger().assertNothingLostAndInOrder().assertNoDuplicates();
        }
    }

    @Test
    void aProxyThatKeepsSessionsWorks() throws IOException {
        world.application().write(10, Application.spreadOver(2));
        try (LocalPgBouncer proxy = proxy("session")) {
            world.leader(through(proxy));
            world.awaitSettled(seconds(10));
            world.ledger().assertNothingLostAndInOrder().assertNoDuplicates();
        }
    }

    private LocalPgBouncer proxy(String poolMode) throws IOException {
        Outbox outbox = world.outbox();
        return LocalPgBouncer.start(
                "port=%d user=%s password=%s".formatted(outbox.server().port(), outbox.role(), Outbox.PASSWORD),
                poolMode,
                "ignore_startup_parameters = extra_float_digits,options");
    }

    private ConfigText through(LocalPgBouncer proxy) {
        return world.seedZero().processor("database-url", world.outbox().urlThrough(proxy.port()));
    }
}
