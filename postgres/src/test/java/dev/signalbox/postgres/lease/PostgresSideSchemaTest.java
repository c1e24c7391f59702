package dev.signalbox.postgres.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.core.coordination.RelaySharing;
import dev.signalbox.jdbc.fixture.UnreachableDatabase;
import dev.signalbox.jdbc.lease.CoordinatorChoice;
import dev.signalbox.jdbc.lease.LeaseCoordinator;
import dev.signalbox.jdbc.lease.LockOnlyCoordinator;
import dev.signalbox.jdbc.lease.SideSchemaState;
import dev.signalbox.postgres.connection.PostgresConnections;
import dev.signalbox.postgres.connection.PostgresDatabaseFixture;
import dev.signalbox.postgres.connection.PostgresSettings;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PostgresSideSchemaTest {
    private PostgresDatabaseFixture database;

    @BeforeEach
    void create() throws SQLException {
        database = PostgresDatabaseFixture.create();
    }

    @AfterEach
    void drop() throws SQLException {
        database.close();
    }

    @Test
    void aSuperuserCreatesItOnce() throws SQLException {
        assertThat(prepareAs(PostgresDatabaseFixture.SUPERUSER)).isEqualTo(new SideSchemaState.Available());
        assertThat(tables())
                .isEqualTo("claims,dead_letters,deliveries,failures,nodes,pairs,parked,relays,shards,suspects");
        assertThat(prepareAs(PostgresDatabaseFixture.SUPERUSER)).isEqualTo(new SideSchemaState.Available());
    }

    @Test
    void aRoleThatMayCreateInTheDatabaseCreatesIt() throws SQLException {
        String role = database.role("creator");
        database.execute("GRANT CREATE ON DATABASE " + database.name() + " TO " + role);

        assertThat(prepareAs(role)).isEqualTo(new SideSchemaState.Available());
    }

    @Test
    void whatAnAdministratorCreatedIsUsedWithoutTheRightToCreate() throws SQLException {
        String role = database.role("app");
        database.execute(PostgresSideSchema.administratorScript(role));

        assertThat(prepareAs(role)).isEqualTo(new SideSchemaState.Available());
    }

    @Test
    void itIsRefusedAsLongAsAnotherRoleMayCreateInIt() throws SQLException {
        String role = database.role("app");
        String other = database.role("other");
        database.execute(PostgresSideSchema.administratorScript(role));
        database.execute("GRANT USAGE, CREATE ON SCHEMA signalbox TO " + other);

        assertThatThrownBy(() -> prepareAs(role))
                .hasMessageContaining("the role " + other
                        + " may create objects in it (REVOKE CREATE ON SCHEMA signalbox" + " FROM \"" + other + "\")");
        database.execute("REVOKE CREATE ON SCHEMA signalbox FROM " + other);
        assertThat(prepareAs(role)).isEqualTo(new SideSchemaState.Available());
    }

    @Test
    void itIsRefusedIfEveryRoleOrAMemberOfAGroupMayCreateInIt() throws SQLException {
        String role = database.role("app");
        String group = database.role("many");
        database.execute(PostgresSideSchema.administratorScript(role));
        database.execute("GRANT CREATE ON SCHEMA signalbox TO PUBLIC");
        assertThatThrownBy(() -> prepareAs(role)).hasMessageContaining("the role PUBLIC may create objects in it");

        database.execute("REVOKE CREATE ON SCHEMA signalbox FROM PUBLIC; ALTER ROLE " + group + " NOLOGIN;"
                + " GRANT CREATE ON SCHEMA signalbox TO " + group + "; GRANT " + group + " TO " + role);
        assertThat(prepareAs(role)).as("only we are in the group").isEqualTo(new SideSchemaState.Available());
        database.execute("GRANT " + group + " TO " + database.role("other"));
        assertThatThrownBy(() -> prepareAs(role)).hasMessageContaining("the role " + group + " may create objects");
    }

    @Test
    void itIsRefusedIfAnotherRoleOwnsAnObjectInIt() throws SQLException {
        String role = database.role("app");
        String other = database.role("other");
        database.execute(PostgresSideSchema.administratorScript(role));
        database.execute("CREATE FUNCTION signalbox.trick(int) RETURNS int LANGUAGE sql AS 'SELECT 1';"
                + " ALTER FUNCTION signalbox.trick OWNER TO " + other);

        assertThatThrownBy(() -> prepareAs(role))
                .hasMessageContaining("the role " + other + " owns the function trick in it");
    }

    @Test
    void anAdministratorMayOwnItAndItsTables() throws SQLException {
        String administrator = database.role("dba");
        String role = database.role("app");
        database.execute(PostgresSideSchema.administratorScript(role) + "ALTER SCHEMA signalbox OWNER TO "
                + administrator
                + "; ALTER TABLE signalbox.nodes OWNER TO " + administrator + "; GRANT " + administrator + " TO "
                + database.role("colleague"));

        assertThat(prepareAs(role)).isEqualTo(new SideSchemaState.Available());
    }

    @Test
    void aStrangerWhoHoldsTheLockOfItsCreationPreventsNothing() throws SQLException {
        String stranger = database.role("stranger");
        try (Connection connection = DriverManager.getConnection(database.url(), stranger, "secret");
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "SELECT pg_advisory_lock(" + AdvisoryLockKey.ofBootstrap().value() + ")");

            assertThat(prepareAs(PostgresDatabaseFixture.SUPERUSER)).isEqualTo(new SideSchemaState.Available());
        }
    }

    @Test
    void onlyMissingTablesAreCreated() throws SQLException {
        String role = database.role("app");
        database.execute(PostgresSideSchema.administratorScript(role));
        database.execute("DROP TABLE signalbox.suspects");

        assertThat(prepareAs(role)).isInstanceOf(SideSchemaState.Unavailable.class);
        database.execute("GRANT CREATE ON SCHEMA signalbox TO " + role);
        assertThat(prepareAs(role)).isEqualTo(new SideSchemaState.Available());
        assertThat(tables())
                .isEqualTo("claims,dead_letters,deliveries,failures,nodes,pairs,parked,relays,shards,suspects");
    }

    @Test
    void missingColumnsAreAddedAndWhatIsThereStays() throws SQLException {
        database.execute(PostgresSideSchema.ddl());
        database.execute("ALTER TABLE signalbox.nodes DROP COLUMN relays, DROP COLUMN coordination");
        database.execute("ALTER TABLE signalbox.suspects DROP COLUMN ended_at");
        database.execute("DROP TABLE signalbox.relays");
        database.execute("INSERT INTO signalbox.nodes VALUES ('x', 'old', now(), now())");

        assertThat(prepareAs(PostgresDatabaseFixture.SUPERUSER)).isEqualTo(new SideSchemaState.Available());
        assertThat(database.value("SELECT concat_ws(' ', node, relays, coordination) FROM signalbox.nodes"))
                .isEqualTo("old {} leader");
        assertThat(tables())
                .isEqualTo("claims,dead_letters,deliveries,failures,nodes,pairs,parked,relays,shards,suspects");
    }

    @Test
    void onlyAnAdministratorAddsColumnsToHisTables() throws SQLException {
        String role = database.role("app");
        database.execute(PostgresSideSchema.administratorScript(role));
        database.execute("ALTER TABLE signalbox.nodes DROP COLUMN relays");

        assertThat(prepareAs(role))
                .isInstanceOfSatisfying(
                        SideSchemaState.Unavailable.class,
                        state -> assertThat(state.reason()).contains("must be owner"));
        database.execute(PostgresSideSchema.administratorScript(role));
        assertThat(prepareAs(role)).isEqualTo(new SideSchemaState.Available());
    }

    @Test
    void indexesAreAddedToTablesThatWereThereBefore() throws SQLException {
        assertThat(prepareAs(PostgresDatabaseFixture.SUPERUSER)).isEqualTo(new SideSchemaState.Available());
        assertThat(indexes()).isEqualTo("dead_letters_replay,parked_replay");
        database.execute("DROP INDEX signalbox.dead_letters_replay, signalbox.parked_replay");

        assertThat(prepareAs(PostgresDatabaseFixture.SUPERUSER)).isEqualTo(new SideSchemaState.Available());
        assertThat(indexes()).isEqualTo("dead_letters_replay,parked_replay");
    }

    @Test
    void whoMayNotCreateIndexesGoesOnWithoutThem() throws SQLException {
        String role = database.role("app");
        database.execute(PostgresSideSchema.administratorScript(role));
        assertThat(indexes()).as("the script has them").isEqualTo("dead_letters_replay,parked_replay");
        database.execute("DROP INDEX signalbox.dead_letters_replay, signalbox.parked_replay");

        assertThat(prepareAs(role)).isEqualTo(new SideSchemaState.Available());
        database.execute("ALTER TABLE signalbox.parked OWNER TO " + role);
        assertThat(prepareAs(role))
                .as("its owner may not create in the schema")
                .isEqualTo(new SideSchemaState.Available());
        assertThat(indexes()).isEqualTo("null");
        database.execute("GRANT CREATE ON SCHEMA signalbox TO " + role);
        assertThat(prepareAs(role)).isEqualTo(new SideSchemaState.Available());
        assertThat(indexes()).isEqualTo("parked_replay");
    }

    @Test
    void aTableInUseKeepsNobodyFromStarting() throws SQLException {
        database.execute(PostgresSideSchema.ddl());
        database.execute("DROP INDEX signalbox.parked_replay");
        try (var writer = PostgresConnections.open(database.settings(), "writer")) {
            writer.inTransaction(connection -> {
                try (var statement = connection.createStatement()) {
                    statement.execute("LOCK TABLE signalbox.parked IN ROW EXCLUSIVE MODE");
                }
                assertThat(prepareAs(PostgresDatabaseFixture.SUPERUSER)).isEqualTo(new SideSchemaState.Available());
                return true;
            });
        }
        assertThat(indexes()).isEqualTo("dead_letters_replay");
        assertThat(prepareAs(PostgresDatabaseFixture.SUPERUSER)).isEqualTo(new SideSchemaState.Available());
        assertThat(indexes()).isEqualTo("dead_letters_replay,parked_replay");
    }

    @Test
    void shardsAreSpreadWhereTheSchemaIsAvailable() throws Exception {
        try (var connections = PostgresConnections.open(database.settings(), "node");
                var coordinationSetup =
                        CoordinatorChoice.of(new PostgresLeases(connections), "node", RelaySharing.SPREAD)) {
            assertThat(coordinationSetup.coordinator()).isInstanceOf(LeaseCoordinator.class);
            assertThat(coordinationSetup.sharing()).isEqualTo(RelaySharing.SPREAD);
            assertThat(coordinationSetup.fence().byLeaseRow()).isTrue();
        }
    }

    @Test
    void whereItIsNotALockElectsALeaderAndTheLogSaysWhy() throws Exception {
        String role = database.role("app");
        try (var connections = PostgresConnections.open(database.settingsFor(role), "node");
                var coordinationSetup =
                        CoordinatorChoice.of(new PostgresLeases(connections), "node", RelaySharing.SPREAD)) {
            assertThat(coordinationSetup.coordinator()).isInstanceOf(LockOnlyCoordinator.class);
            assertThat(coordinationSetup.sharing()).isEqualTo(RelaySharing.WHOLE);
            assertThat(coordinationSetup.sideSchema())
                    .isInstanceOfSatisfying(
                            SideSchemaState.Unavailable.class,
                            state -> assertThat(CoordinatorChoice.degraded(
                                            new PostgresLeases(connections), RelaySharing.SPREAD, state))
                                    .contains(
                                            "permission denied",
                                            "instead of coordination by shards",
                                            "only one node works",
                                            "ALTER TABLE signalbox.nodes ADD COLUMN IF NOT EXISTS relays")
                                    .doesNotContain("\n", "secret"));
        }
    }

    @Test
    void aTableThatMayOnlyBeReadMakesItUnavailable() throws SQLException {
        String role = database.role("app");
        database.execute(PostgresSideSchema.administratorScript(role));
        database.execute("REVOKE DELETE ON signalbox.claims FROM " + role);

        assertThat(prepareAs(role))
                .isInstanceOfSatisfying(
                        SideSchemaState.Unavailable.class,
                        state -> assertThat(state.reason()).contains("claims"));
    }

    @Test
    void aSchemaThatMayNotBeUsedMakesItUnavailable() throws SQLException {
        database.execute(PostgresSideSchema.ddl());

        assertThat(prepareAs(database.role("app")))
                .isInstanceOfSatisfying(
                        SideSchemaState.Unavailable.class,
                        state -> assertThat(state.reason()).contains("the schema itself"));
    }

    @Test
    void aRoleWithoutAnyRightGetsTheServersReason() throws SQLException {
        assertThat(prepareAs(database.role("app")))
                .isInstanceOfSatisfying(
                        SideSchemaState.Unavailable.class,
                        state -> assertThat(state.reason()).contains("permission denied for database"));
        assertThat(tables()).isEqualTo("null");
    }

    @Test
    void aReadOnlyRoleCannotUseItEvenIfItIsThere() throws SQLException {
        String role = database.role("reader");
        database.execute("ALTER ROLE " + role + " SET default_transaction_read_only = on");
        assertThat(prepareAs(role)).isInstanceOf(SideSchemaState.Unavailable.class);

        database.execute(PostgresSideSchema.administratorScript(role));
        assertThat(prepareAs(role))
                .isInstanceOfSatisfying(
                        SideSchemaState.Unavailable.class,
                        state -> assertThat(state.reason()).contains("read-only"));
    }

    @Test
    void manyNodesCreateItAtOnce() throws Exception {
        List<Callable<SideSchemaState>> nodes = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            nodes.add(() -> prepareAs(PostgresDatabaseFixture.SUPERUSER));
        }
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<SideSchemaState> result : threads.invokeAll(nodes)) {
                assertThat(result.get()).isEqualTo(new SideSchemaState.Available());
            }
        }
        assertThat(tables())
                .isEqualTo("claims,dead_letters,deliveries,failures,nodes,pairs,parked,relays,shards,suspects");
    }

    @Test
    void anUnreachableDatabaseIsAnErrorAndNotADegradedStart() {
        var settings = PostgresSettings.of("jdbc:postgresql://127.0.0.1:1/nowhere", "app", "hidden");
        try (var connections = PostgresConnections.open(settings.withLimits(UnreachableDatabase.HASTY), "node")) {
            UnreachableDatabase.assertNotDegraded(new PostgresLeases(connections), "127.0.0.1:1");
        }
    }

    @Test
    void theDegradedStartSaysWhatItCostsAndWhatToRun() throws Exception {
        String role = database.role("app");
        try (var connections = PostgresConnections.open(database.settingsFor(role), "node");
                var coordinationSetup =
                        CoordinatorChoice.of(new PostgresLeases(connections), "node", RelaySharing.WHOLE)) {
            assertThat(coordinationSetup.coordinator()).isInstanceOf(LockOnlyCoordinator.class);
            assertThat(coordinationSetup.fence().byLeaseRow()).isFalse();
            assertThat(coordinationSetup.sideSchema())
                    .isInstanceOfSatisfying(
                            SideSchemaState.Unavailable.class,
                            state -> assertThat(CoordinatorChoice.degraded(
                                            new PostgresLeases(connections), RelaySharing.WHOLE, state))
                                    .contains(
                                            "time-out",
                                            "CREATE TABLE IF NOT EXISTS signalbox.nodes",
                                            "GRANT USAGE",
                                            role)
                                    .doesNotContain("\n", "secret"));
        }
    }

    private SideSchemaState prepareAs(String role) throws SQLException {
        try (var connections = PostgresConnections.open(database.settingsFor(role), "node")) {
            return PostgresSideSchema.prepare(connections);
        }
    }

    private String indexes() throws SQLException {
        return database.value("SELECT string_agg(indexname, ',' ORDER BY indexname) FROM pg_indexes"
                + " WHERE schemaname = 'signalbox' AND indexname NOT LIKE '%\\_pkey'");
    }

    private String tables() throws SQLException {
        return database.value(
                "SELECT string_agg(tablename, ',' ORDER BY tablename) FROM pg_tables WHERE schemaname = 'signalbox'");
    }
}
