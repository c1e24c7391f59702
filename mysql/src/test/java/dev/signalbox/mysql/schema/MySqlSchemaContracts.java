package dev.signalbox.mysql.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.core.admin.InspectionFinding;
import dev.signalbox.core.outbox.OutboxSettings.Retention;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.layout.OutboxLayouts;
import dev.signalbox.jdbc.lease.SideSchemaState;
import dev.signalbox.jdbc.schema.JdbcSchemaInstaller;
import dev.signalbox.jdbc.schema.SchemaScript;
import dev.signalbox.jdbc.schema.SchemaStep;
import dev.signalbox.jdbc.schema.SchemaTarget;
import dev.signalbox.jdbc.schema.TableSchemaReport;
import dev.signalbox.mysql.connection.MySqlConnections;
import dev.signalbox.mysql.connection.MySqlDatabaseFixture;
import dev.signalbox.mysql.connection.MySqlSettings;
import dev.signalbox.mysql.connection.MySqlTestServer;
import dev.signalbox.mysql.lease.MySqlSideSchema;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the schema command finds and adds, on one of the servers. */
abstract class MySqlSchemaContracts {
    private final List<String> progress = new ArrayList<>();
    private MySqlDatabaseFixture database;
    private @Nullable MySqlConnections limited;

    abstract MySqlTestServer server() throws Exception;

    @BeforeEach
    void create() throws Exception {
        database = MySqlDatabaseFixture.create(server());
        for (String table : MySqlSideSchema.creations().keySet()) {
            database.run("DROP TABLE " + table);
        }
    }

    @AfterEach
    void drop() throws SQLException {
        if (limited != null) {
            limited.close();
            database.run("DROP USER " + user());
        }
        if (database != null) { // null if the server is missing and the test is skipped
            database.close();
        }
    }

    @Test
    void theSeedsTableWorksAndOurOwnTablesAreOffered() throws Exception {
        TableSchemaReport report = check(OutboxLayouts.FLOWCATALYST.layout());

        assertThat(report.works()).isTrue();
        assertThat(report.complete()).isFalse();
        assertThat(states(report))
                .contains("table PRESENT", "claim index PRESENT", "id index PRESENT", "own tables MISSING");
        assertThat(report.steps()).extracting(SchemaStep::title).containsExactly("create the tables signalbox_*");
        assertThat(report.findings())
                .extracting(InspectionFinding::detail)
                .anyMatch(detail -> detail.contains("collation"))
                .anyMatch(detail -> detail.contains("whole seconds"));
    }

    @Test
    void whatIsMissingIsInstalledAndThenNothingIs() throws Exception {
        OutboxLayout layout = poorTable();
        TableSchemaReport before = check(layout);
        assertThat(states(before)).contains("claim index MISSING", "id index MISSING", "own tables MISSING");
        assertThat(before.works()).isTrue();

        assertThat(install(List.of(before), database.connections())).isEmpty();

        TableSchemaReport after = check(layout);
        assertThat(after.complete()).as(after.toString()).isTrue();
        assertThat(after.steps()).isEmpty();
        assertThat(MySqlSideSchema.prepare(database.connections())).isEqualTo(new SideSchemaState.Available());
        assertThat(progress).contains("create the tables signalbox_*", "  done");
        assertThat(install(List.of(after), database.connections())).isEmpty();
    }

    @Test
    void aTableWithoutAStatusGetsAnIndexOfItsMoments() throws Exception {
        OutboxLayout layout = database.makeCatbox();
        TableSchemaReport before = check(layout);
        assertThat(before.works()).isTrue();
        assertThat(before.findings())
                .extracting(InspectionFinding::detail)
                .contains("no index on (sent_at, in_progress_until, aggregate_id, created_at)");
        assertThat(install(List.of(before), database.connections())).isEmpty();
        assertThat(check(layout).complete()).isTrue();
    }

    @Test
    void theScriptDoesTheSame() throws Exception {
        OutboxLayout layout = poorTable();
        String script = SchemaScript.of("shop", List.of(check(layout)), SchemaScript.LockTimeouts.MYSQL);
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            for (String each : script.replaceAll("(?m)--.*$", "").split(";", -1)) {
                if (!each.isBlank() && !each.strip().startsWith("GRANT")) {
                    statement.execute(each);
                }
            }
        }
        assertThat(check(layout).complete()).isTrue();
        assertThat(SchemaScript.of("shop", List.of(check(layout)), SchemaScript.LockTimeouts.MYSQL))
                .contains("-- Nothing.");
    }

    @Test
    void whatStandsInTheWayIsNamed() throws Exception {
        assertThat(check(layout("nowhere")).works()).isFalse();
        assertThat(states(check(layout("nowhere")))).containsExactly("table MISSING");

        database.run("CREATE TABLE half (id int PRIMARY KEY, type text, message_group date, status varchar(20))");
        assertThat(check(layout("half")).findings())
                .extracting(InspectionFinding::detail)
                .anyMatch(detail -> detail.contains("payload") && detail.contains("does not exist"))
                .anyMatch(detail -> detail.contains("message_group") && detail.contains("allowed is text"));

        OutboxLayout other = poorTable();
        database.run("ALTER TABLE `po``or` ENGINE = MyISAM");
        assertThat(check(other).findings())
                .extracting(InspectionFinding::detail)
                .anyMatch(detail -> detail.contains("MyISAM") && detail.contains("InnoDB"));
    }

    @Test
    void missingRightsAreToldBeforeAnythingIsTried() throws Exception {
        OutboxLayout layout = poorTable();
        MySqlConnections poor = limited("GRANT SELECT, UPDATE ON `po``or` TO ");
        TableSchemaReport report =
                MySqlSchemaCheck.of(poor, List.of(target(layout))).getFirst();

        assertThat(report.works()).as(report.toString()).isTrue();
        assertThat(report.steps())
                .allSatisfy(schemaStep -> assertThat(schemaStep.missingRights()).isNotEmpty());
        assertThat(install(List.of(report), poor))
                .hasSize(report.steps().size())
                .allMatch(it -> it.startsWith("cannot "));
        assertThat(states(check(layout))).contains("claim index MISSING");
        assertThat(SchemaScript.of("shop", List.of(report), SchemaScript.LockTimeouts.MYSQL))
                .contains("GRANT SELECT, INSERT, UPDATE, DELETE ON signalbox_nodes TO '" + user() + "'@'%'");
    }

    @Test
    void rightsThatAreThereAreSeen() throws Exception {
        OutboxLayout layout = poorTable();
        String name = database.value("SELECT DATABASE()");
        MySqlConnections able =
                limited("GRANT SELECT, INSERT, UPDATE, DELETE, CREATE, INDEX, ALTER ON " + name + ".* TO ");
        TableSchemaReport report =
                MySqlSchemaCheck.of(able, List.of(target(layout))).getFirst();

        assertThat(report.steps())
                .allSatisfy(schemaStep -> assertThat(schemaStep.missingRights()).isEmpty());
        assertThat(install(List.of(report), able)).isEmpty();
        assertThat(MySqlSchemaCheck.of(able, List.of(target(layout))).getFirst().complete())
                .isTrue();
    }

    @Test
    void aTableInUseIsTriedAgainAndThenNamed() throws Exception {
        OutboxLayout layout = poorTable();
        TableSchemaReport report = check(layout);
        try (Connection writer = database.connect();
                Statement statement = writer.createStatement()) {
            writer.setAutoCommit(false);
            statement.execute("INSERT INTO `po``or` (id, type, payload, status, retry_count, created_at)"
                    + " VALUES ('1', 't', '{}', 'PENDING', 0, UTC_TIMESTAMP())");

            List<SchemaStep> indexes = report.steps().stream()
                    .filter(schemaStep -> schemaStep.title().contains("signalbox_id"))
                    .toList();
            assertThat(new JdbcSchemaInstaller(new MySqlSchemaChanger(database.connections()), progress::add, 2)
                            .run(indexes))
                    .singleElement()
                    .asString()
                    .contains("could not create index");
            assertThat(progress).contains("  the table is in use, trying again");
            writer.rollback();
            assertThat(install(List.of(report), database.connections())).isEmpty();
        }
    }

    @Test
    void oneInstallsAtATime() throws Exception {
        MySqlSchemaChanger hand = new MySqlSchemaChanger(database.connections());
        try (Connection other = hand.open()) {
            assertThat(hand.takeTurn(other)).isTrue();
            assertThatThrownBy(
                            () -> install(List.of(check(OutboxLayouts.FLOWCATALYST.layout())), database.connections()))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("another installation is running");
        }
        assertThat(install(List.of(check(OutboxLayouts.FLOWCATALYST.layout())), database.connections()))
                .isEmpty();
    }

    @Test
    void theOwnTableIsMadeAndThenNothingIsMissing() throws Exception {
        TableName table = new TableName(null, "o`wn");
        TableSchemaReport before = own(table);
        assertThat(before.works()).isFalse();
        assertThat(states(before)).containsExactly("table MISSING", "own tables MISSING");

        assertThat(install(List.of(before), database.connections())).isEmpty();

        TableSchemaReport after = own(table);
        assertThat(after.complete()).as(after.toString()).isTrue();
        assertThat(states(after)).contains("claim index PRESENT", "id index PRESENT");
        database.run("INSERT INTO `o``wn` (type, payload) VALUES ('EVENT', '{}'), ('EVENT', '{}')");
        assertThat(database.rows("SELECT position, length(id), status, attempts FROM `o``wn`"))
                .containsExactly("1|36|PENDING|0", "2|36|PENDING|0");

        database.run("ALTER TABLE `o``wn` DROP KEY `signalbox_id_o``wn`, ADD KEY (id)");
        assertThat(own(table).findings())
                .singleElement()
                .satisfies(it -> assertThat(it.detail()).contains("no unique index on (id)"));
        database.run("ALTER TABLE `o``wn` DROP KEY id, ADD UNIQUE KEY (id), DROP KEY `signalbox_claim_o``wn`");
        assertThat(states(own(table))).contains("table PRESENT", "claim index MISSING");
        assertThat(install(List.of(own(table)), database.connections())).isEmpty();
        assertThat(own(table).complete()).isTrue();
    }

    @Test
    void anArchiveIsMadeLikeItsTable() throws Exception {
        var archive = new Retention.ArchiveAfter(Duration.ofDays(7), null, "old`events");
        List<SchemaTarget> targets =
                List.of(new SchemaTarget.StatusTable("shop", OutboxLayouts.FLOWCATALYST.layout(), archive));
        TableSchemaReport report =
                MySqlSchemaCheck.of(database.connections(), targets).getFirst();
        assertThat(report.works()).isTrue();
        assertThat(states(report)).contains("archive table MISSING");
        assertThat(install(List.of(report), database.connections())).isEmpty();
        assertThat(states(MySqlSchemaCheck.of(database.connections(), targets).getFirst()))
                .contains("archive table PRESENT");
        database.run("ALTER TABLE outbox_events ADD COLUMN tenant int");
        assertThat(states(MySqlSchemaCheck.of(database.connections(), targets).getFirst()))
                .contains("archive table WRONG");
    }

    private TableSchemaReport own(TableName table) throws SQLException {
        return MySqlSchemaCheck.of(database.connections(), List.of(new SchemaTarget.OwnTable("own", table, false)))
                .getFirst();
    }

    /** FlowCatalyst's columns under an unusual table name, with no index at all. */
    private OutboxLayout poorTable() throws SQLException {
        database.run("CREATE TABLE `po``or` AS SELECT * FROM outbox_events WHERE false");
        return layout("po`or");
    }

    private static OutboxLayout layout(String table) {
        return OutboxLayouts.FLOWCATALYST.layout(new TableName(null, table));
    }

    private static SchemaTarget target(OutboxLayout layout) {
        return new SchemaTarget.StatusTable("shop", layout, new Retention.Keep());
    }

    private TableSchemaReport check(OutboxLayout layout) throws SQLException {
        return MySqlSchemaCheck.of(database.connections(), List.of(target(layout)))
                .getFirst();
    }

    private static List<String> states(TableSchemaReport report) {
        return report.findings().stream()
                .map(inspectionFinding -> inspectionFinding.item() + " " + inspectionFinding.state())
                .toList();
    }

    private List<String> install(List<TableSchemaReport> reports, MySqlConnections connections) throws SQLException {
        return new JdbcSchemaInstaller(new MySqlSchemaChanger(connections), progress::add)
                .run(SchemaScript.steps(reports));
    }

    private MySqlConnections limited(String grant) throws SQLException {
        database.run("CREATE USER " + user() + " IDENTIFIED BY 'secret'");
        database.run(grant + user());
        MySqlConnections opened =
                MySqlConnections.open(MySqlSettings.of(database.settings().url(), user(), "secret"), "schema");
        limited = opened;
        return opened;
    }

    private String user() throws SQLException {
        return database.value("SELECT concat(DATABASE(), '_s')");
    }
}
