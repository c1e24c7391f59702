package dev.signalbox.mysql.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.coordination.RelaySharing;
import dev.signalbox.jdbc.fixture.UnreachableDatabase;
import dev.signalbox.jdbc.lease.CoordinatorChoice;
import dev.signalbox.jdbc.lease.LeaseCoordinator;
import dev.signalbox.jdbc.lease.LockOnlyCoordinator;
import dev.signalbox.jdbc.lease.SideSchemaState;
import dev.signalbox.mysql.connection.MySqlConnections;
import dev.signalbox.mysql.connection.MySqlDatabaseFixture;
import dev.signalbox.mysql.connection.MySqlSettings;
import dev.signalbox.mysql.connection.MySqlTestServer;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The side schema, with different rights. */
abstract class SideSchemaContract {
    private static final int TABLES = 9;

    private final List<String> users = new ArrayList<>();
    private MySqlDatabaseFixture database;
    private String name;

    abstract MySqlTestServer server() throws Exception;

    @BeforeEach
    void create() throws Exception {
        database = MySqlDatabaseFixture.create(server());
        name = database.value("SELECT DATABASE()");
        for (String table : MySqlSideSchema.creations().keySet()) {
            database.run("DROP TABLE " + table);
        }
    }

    @AfterEach
    void drop() throws SQLException {
        for (String user : users) {
            database.run("DROP USER " + user);
        }
        database.close();
    }

    @Test
    void missingColumnsAreAddedAndWhatIsThereStays() throws Exception {
        String user = user("ALL");
        prepareAs(user);
        database.run("ALTER TABLE signalbox_suspects DROP COLUMN ended_at");
        database.run("INSERT INTO signalbox_suspects (relay, id, level) VALUES ('r', 'm', 1)");

        assertThat(prepareAs(user)).isEqualTo(new SideSchemaState.Available());
        assertThat(database.value("SELECT CONCAT(level, coalesce(ended_at, ' before')) FROM signalbox_suspects"))
                .isEqualTo("1 before");
    }

    @Test
    void whoMayCreateCreatesThemOnce() throws Exception {
        String user = user("ALL");
        assertThat(prepareAs(user)).isEqualTo(new SideSchemaState.Available());
        assertThat(tables()).isEqualTo(TABLES);
        assertThat(prepareAs(user)).isEqualTo(new SideSchemaState.Available());
    }

    @Test
    void whatAnAdministratorCreatedIsUsedWithoutTheRightToCreate() throws Exception {
        String user = user("SELECT");
        administer(user);

        assertThat(prepareAs(user)).isEqualTo(new SideSchemaState.Available());
    }

    @Test
    void tablesThatAreMissingAreAddedToThoseThatAreThere() throws Exception {
        String user = user("ALL");
        prepareAs(user);
        database.run("DROP TABLE signalbox_relays");

        assertThat(prepareAs(user)).isEqualTo(new SideSchemaState.Available());
        assertThat(tables()).isEqualTo(TABLES);
    }

    @Test
    void aTableThatMayOnlyBeReadMakesThemUnavailable() throws Exception {
        String user = user("SELECT");
        administer(user);
        database.run("REVOKE DELETE ON signalbox_claims FROM " + user);

        assertThat(prepareAs(user))
                .isInstanceOfSatisfying(
                        SideSchemaState.Unavailable.class,
                        state -> assertThat(state.reason()).isEqualTo("this user may not delete signalbox_claims"));
    }

    @Test
    void whereTheyCanBeHadShardsAreSpreadOrALeaderIsElected() throws Exception {
        try (var connections = connect(user("ALL"));
                var shards = CoordinatorChoice.of(new MySqlLeases(connections), "node", RelaySharing.SPREAD);
                var leader = CoordinatorChoice.of(new MySqlLeases(connections), "node", RelaySharing.WHOLE)) {
            assertThat(shards.coordinator()).isInstanceOf(LeaseCoordinator.class);
            assertThat(shards.sharing()).isEqualTo(RelaySharing.SPREAD);
            assertThat(shards.fence().byLeaseRow()).isTrue();
            assertThat(leader.sharing()).isEqualTo(RelaySharing.WHOLE);
        }
    }

    @Test
    void whereTheyCannotALockElectsALeaderAndTheLogSaysWhyAndWhatToRun() throws Exception {
        String user = user("SELECT");
        try (var connections = connect(user);
                var coordinationSetup =
                        CoordinatorChoice.of(new MySqlLeases(connections), "node", RelaySharing.SPREAD)) {
            assertThat(coordinationSetup.coordinator()).isInstanceOf(LockOnlyCoordinator.class);
            assertThat(coordinationSetup.sharing()).isEqualTo(RelaySharing.WHOLE);
            assertThat(coordinationSetup.fence().byLeaseRow()).isFalse();
            MySqlLeases leases = new MySqlLeases(connections);
            assertThat(leases.prepareSideSchema())
                    .isInstanceOfSatisfying(
                            SideSchemaState.Unavailable.class,
                            state -> assertThat(CoordinatorChoice.degraded(leases, RelaySharing.SPREAD, state))
                                    .contains(
                                            "The tables signalbox_*",
                                            "command denied",
                                            "only one node works",
                                            "CREATE TABLE IF NOT EXISTS signalbox_nodes",
                                            "GRANT SELECT, INSERT, UPDATE, DELETE ON signalbox_claims TO '")
                                    .doesNotContain("\n", "secret"));
        }
        assertThat(tables()).isZero();
    }

    @Test
    void theScriptForAnAdministratorIsEnough() throws Exception {
        String user = user("SELECT");
        try (var connections = connect(user)) {
            MySqlLeases leases = new MySqlLeases(connections);
            assertThat(leases.prepareSideSchema()).isInstanceOf(SideSchemaState.Unavailable.class);
            for (String statement : leases.administratorScript().strip().split(";\n?", -1)) {
                if (statement.isBlank()) {
                    continue;
                }
                database.run(statement);
            }
            assertThat(leases.prepareSideSchema()).isEqualTo(new SideSchemaState.Available());
        }
    }

    @Test
    void manyNodesCreateThemAtOnce() throws Exception {
        String user = user("ALL");
        List<Callable<SideSchemaState>> nodes = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            nodes.add(() -> prepareAs(user));
        }
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<SideSchemaState> result : threads.invokeAll(nodes)) {
                assertThat(result.get()).isEqualTo(new SideSchemaState.Available());
            }
        }
        assertThat(tables()).isEqualTo(TABLES);
    }

    @Test
    void withoutADatabaseThereIsNoPlaceForThem() throws Exception {
        String url = database.settings().url().replace("/" + name, "/");
        try (var connections = MySqlConnections.open(MySqlSettings.of(url, server().user(), ""), "node")) {
            assertThat(MySqlSideSchema.prepare(connections))
                    .isInstanceOfSatisfying(
                            SideSchemaState.Unavailable.class,
                            state -> assertThat(state.reason()).contains("names no database"));
        }
    }

    @Test
    void anUnreachableDatabaseIsAnErrorAndNotADegradedStart() {
        var settings = MySqlSettings.of("jdbc:mariadb://127.0.0.1:1/nowhere", "app", "hidden");
        try (var connections = MySqlConnections.open(settings.withLimits(UnreachableDatabase.HASTY), "node")) {
            UnreachableDatabase.assertNotDegraded(new MySqlLeases(connections), "127.0.0.1:1");
        }
    }

    /** Creates a user with this right in the database. */
    private String user(String right) throws SQLException {
        String user = "'" + name + "_" + users.size() + "'@'127.0.0.1'";
        database.run("CREATE USER " + user + " IDENTIFIED BY 'secret'");
        users.add(user);
        database.run("GRANT " + right + " ON " + name + ".* TO " + user);
        return user;
    }

    private void administer(String user) throws SQLException {
        for (String creation : MySqlSideSchema.creations().values()) {
            database.run(creation);
        }
        for (String addition : MySqlSideSchema.additions().values()) {
            database.run(addition);
        }
        for (String grant : MySqlSideSchema.grants(user)) {
            database.run(grant);
        }
    }

    private MySqlConnections connect(String user) {
        String plain = user.substring(1, user.indexOf("'@"));
        return MySqlConnections.open(MySqlSettings.of(database.settings().url(), plain, "secret"), "node");
    }

    private SideSchemaState prepareAs(String user) throws SQLException {
        try (var connections = connect(user)) {
            return MySqlSideSchema.prepare(connections);
        }
    }

    private int tables() throws SQLException {
        return Integer.parseInt(database.value("SELECT count(*) FROM information_schema.tables"
                + " WHERE table_schema = DATABASE() AND table_name LIKE 'signalbox\\_%'"));
    }
}
