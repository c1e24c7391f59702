package dev.signalbox.platform.postgres.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.platform.postgres.PlatformTestDatabase;
import dev.signalbox.platform.postgres.PostgresPlatform;
import dev.signalbox.platform.store.PlatformFixture;
import dev.signalbox.postgres.connection.PostgresConnections;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PlatformSchemaTest {
    private PlatformTestDatabase database;

    @BeforeEach
    void start() {
        database = PlatformTestDatabase.empty();
    }

    @AfterEach
    void stop() throws Exception {
        database.close();
    }

    @Test
    void severalNodesThatStartAtOnceInstallItOnce() throws Exception {
        int nodes = 4;
        CyclicBarrier together = new CyclicBarrier(nodes);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<PlatformSchemaState>> states = new ArrayList<>();
            for (int i = 0; i < nodes; i++) {
                PostgresConnections connections = database.connect();
                states.add(threads.submit(() -> {
                    together.await();
                    return PlatformSchema.prepare(connections);
                }));
            }
            for (Future<PlatformSchemaState> state : states) {
                assertThat(state.get()).isEqualTo(new PlatformSchemaState.Ready(2));
            }
        }
        assertThat(database.values("SELECT version FROM signalbox_platform.schema_version"))
                .containsExactly("1", "2");
        assertThat(database.count("registry")).isEqualTo(1);
        assertThat(database.values("SELECT count(*) FROM pg_trigger WHERE tgname = 'signalbox_wake'"))
                .containsExactly("1");
    }

    @Test
    void aRoleWithoutRightsIsToldWhatAnAdministratorRuns() throws Exception {
        String role = database.role("platform");
        PostgresConnections connections = database.connect(database.settingsFor(role));

        PlatformSchemaState.Unavailable missing = (PlatformSchemaState.Unavailable) PlatformSchema.prepare(connections);

        assertThat(missing.script())
                .isEqualTo("CREATE SCHEMA signalbox_platform AUTHORIZATION \"%s\";\n".formatted(role));
        database.execute(missing.script());
        assertThat(PlatformSchema.prepare(connections)).isEqualTo(new PlatformSchemaState.Ready(2));
        PlatformFixture node = new PlatformFixture(PostgresPlatform.of(connections));
        node.subscribe("s", "t");
        assertThat(node.post("{'type':'t'}").event().jobCount()).isEqualTo(1);
    }

    @Test
    void whatAnotherRoleHasCreatedIsHandedOver() throws Exception {
        PlatformSchema.prepare(database.connect());
        String role = database.role("platform");
        PostgresConnections connections = database.connect(database.settingsFor(role));

        PlatformSchemaState.Unavailable missing = (PlatformSchemaState.Unavailable) PlatformSchema.prepare(connections);

        assertThat(missing.script())
                .contains(
                        "ALTER SCHEMA signalbox_platform OWNER TO",
                        "ALTER TABLE signalbox_platform.\"events\" OWNER TO");
        database.execute(
                "GRANT CREATE, USAGE ON SCHEMA signalbox_platform TO " + role,
                "GRANT ALL ON ALL TABLES IN SCHEMA signalbox_platform TO " + role);
        assertThat(PlatformSchema.prepare(connections))
                .as("rights do not suffice: who drops a partition owns it")
                .isInstanceOf(PlatformSchemaState.Unavailable.class);
        database.execute(missing.script());
        assertThat(PlatformSchema.prepare(connections)).isEqualTo(new PlatformSchemaState.Ready(2));
    }

    @Test
    void aSchemaThatAnotherRoleCanAddToIsNotUsed() throws Exception {
        PlatformSchema.prepare(database.connect());
        String stranger = database.role("stranger");
        database.execute("GRANT CREATE ON SCHEMA signalbox_platform TO " + stranger);

        assertThatThrownBy(() -> PlatformSchema.prepare(database.connect()))
                .hasMessageContaining("REVOKE CREATE ON SCHEMA signalbox_platform FROM \"" + stranger + "\"");
    }

    @Test
    void whatIsThereIsOnlyLookedAt() throws Exception {
        PlatformSchema.prepare(database.connect());
        List<String> before = relations();

        assertThat(PlatformSchema.prepare(database.connect())).isEqualTo(new PlatformSchemaState.Ready(2));
        database.execute("INSERT INTO signalbox_platform.schema_version (version) VALUES (7)");
        assertThat(PlatformSchema.prepare(database.connect()))
                .as("a later version stays compatible")
                .isEqualTo(new PlatformSchemaState.Ready(7));
        assertThat(relations()).isEqualTo(before);
    }

    @Test
    void aNewerVersionIsAddedToAnOlderOne() throws Exception {
        PlatformSchema.prepare(database.connect());
        database.execute(
                "DROP TABLE signalbox_platform.secret_key",
                "DELETE FROM signalbox_platform.schema_version WHERE version = 2");

        assertThat(PlatformSchema.prepare(database.connect())).isEqualTo(new PlatformSchemaState.Ready(2));
        assertThat(database.count("secret_key")).isZero();
    }

    private List<String> relations() throws Exception {
        return database.values(
                "SELECT c.oid || ' ' || c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
                        + " WHERE n.nspname = 'signalbox_platform' ORDER BY 1");
    }
}
