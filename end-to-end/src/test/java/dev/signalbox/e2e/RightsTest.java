package dev.signalbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class RightsTest {
    @Test
    void aSideSchemaThatAnAdministratorHasMadeIsUsed() throws Exception {
        try (PostgresScenarioFixture world = new PostgresScenarioFixture(PostgresTestDatabase.Rights.SCHEMA_GIVEN)) {
            deliver(world);
            assertThat(world.outbox().count("pg_tables", "schemaname = 'signalbox'"))
                    .isPositive();
        }
    }

    @Test
    void withoutAnySideSchemaASingleNodeWorksAndSaysSo() throws Exception {
        try (PostgresScenarioFixture world = new PostgresScenarioFixture(PostgresTestDatabase.Rights.NOTHING)) {
            String log = deliver(world);
            assertThat(world.outbox().count("pg_namespace", "nspname = 'signalbox'"))
                    .isZero();
            assertThat(log.lines().filter(line -> line.contains("signalbox") && line.contains("schema")))
                    .as(log)
                    .isNotEmpty();
        }
    }

    @Test
    void withoutAnySideSchemaAKilledNodesRowsComeBackAfterTheTimeOut() {
        try (PostgresScenarioFixture world = new PostgresScenarioFixture(PostgresTestDatabase.Rights.NOTHING)) {
            world.receiver().answer(_ -> new ReceiverReply.Silence());
            world.application().write(20, OutboxWriter.spreadOver(4));
            ConfigText config = world.flowCatalyst().processor("processing-timeout-seconds", "4");
            SignalboxProcess killed = world.leader(config);
            await().atMost(EndToEndTest.seconds(5))
                    .until(() -> !world.receiver().kept().isEmpty());
            killed.kill();
            world.receiver().accept();
            world.leader(config);
            world.awaitSettled(EndToEndTest.seconds(15));
            world.ledger().assertNothingLostAndInOrder();
        }
    }

    private static String deliver(PostgresScenarioFixture world) throws InterruptedException {
        world.application().write(100, OutboxWriter.spreadOver(10));
        SignalboxProcess signalboxProcess = world.leader(world.flowCatalyst());
        world.awaitSettled(EndToEndTest.seconds(10));
        world.ledger().assertNothingLostAndInOrder().assertNoDuplicates();
        assertThat(signalboxProcess.stop()).isZero();
        return signalboxProcess.log();
    }
}
