package dev.signalbox.mysql.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.admin.InspectionFinding;
import dev.signalbox.core.admin.InspectionFinding.State;
import dev.signalbox.core.outbox.OutboxSettings.Retention;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.layout.OutboxLayouts;
import dev.signalbox.jdbc.schema.SchemaTarget;
import dev.signalbox.jdbc.schema.TableSchemaReport;
import dev.signalbox.jdbc.schema.TrialMode;
import dev.signalbox.mysql.connection.MySqlConnections;
import dev.signalbox.mysql.connection.MySqlDatabaseFixture;
import dev.signalbox.mysql.connection.MySqlSettings;
import dev.signalbox.mysql.connection.MySqlTestServer;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tables that look like an outbox, and into which Signalbox cannot write everything, on one of the servers. */
abstract class MySqlUnfitTableContracts {
    private static final String TRIAL = "write trial";

    private final Map<String, String> columns = new LinkedHashMap<>(Map.of(
            "id", "varchar(64) PRIMARY KEY",
            "type", "varchar(64) NOT NULL",
            "message_group", "varchar(64)",
            "payload", "text NOT NULL",
            "status", "varchar(20) NOT NULL DEFAULT 'PENDING'",
            "retry_count", "int NOT NULL DEFAULT 0",
            "created_at", "datetime(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6)",
            "processed_at", "datetime(6)",
            "error_message", "text"));
    private MySqlDatabaseFixture database;

    abstract MySqlTestServer server() throws Exception;

    @BeforeEach
    void create() throws Exception {
        database = MySqlDatabaseFixture.create(server());
    }

    @AfterEach
    void drop() {
        if (database != null) { // null if the server is missing and the test is skipped
            database.close();
        }
    }

    @Test
    void aTableThatFitsIsProvedOnACopy() throws SQLException {
        createTable();
        assertThat(details(checked(TrialMode.COPY), TRIAL)).as("an empty table").hasSize(1);
        insert("'PENDING'");

        assertThat(details(checked(TrialMode.COPY), TRIAL))
                .containsExactly("a copy of the table took every state, and was rolled back");
        assertThat(details(checked(TrialMode.ROW), TRIAL))
                .singleElement()
                .asString()
                .startsWith("a row of the table");
    }

    @Test
    void aStatusThatHoldsNoWordIsNamed() throws SQLException {
        columns.put("status", "boolean NOT NULL");
        createTable();
        insert("false");
        TableSchemaReport report = checked(TrialMode.COPY);
        assertThat(report.works()).isFalse();
        assertThat(details(report, "table"))
                .containsExactly(
                        "table orders: column status is of type tinyint(1), which cannot hold PENDING, PROCESSING,"
                                + " COMPLETED and FAILED; needed is text, or at least varchar(10)");
        assertThat(report.steps()).anySatisfy(step -> assertThat(step.purpose()).contains("layout sent-flag"));

        database.run("DROP TABLE orders");
        columns.put("status", "int");
        createTable();
        assertThat(checked(TrialMode.COPY).works()).isFalse();
    }

    @Test
    void aShortStatusIsWidened() throws SQLException {
        columns.put("status", "varchar(5) DEFAULT 'NEW' COMMENT 'it''s short'");
        createTable();
        insert("NULL");

        TableSchemaReport report = checked(TrialMode.COPY);

        assertThat(report.works()).isFalse();
        assertThat(details(report, "table"))
                .singleElement()
                .asString()
                .contains("varchar(5), which cannot hold PENDING");
        mend(report);
        assertThat(database.value("SELECT column_comment FROM information_schema.columns"
                        + " WHERE table_schema = database() AND table_name = 'orders' AND column_name = 'status'"))
                .isEqualTo("it's short");
    }

    @Test
    void anEnumerationWithoutAWordGetsIt() throws SQLException {
        columns.put("status", "enum('PENDING','PROCESSING','COMPLETED') NOT NULL DEFAULT 'PENDING'");
        createTable();
        insert("'PENDING'");

        TableSchemaReport report = checked(TrialMode.COPY);

        assertThat(report.works()).isFalse();
        assertThat(details(report, "table"))
                .singleElement()
                .asString()
                .contains(
                        "which cannot hold FAILED; needed is an enumeration with PENDING, PROCESSING, COMPLETED, FAILED");
        mend(report);
        assertThat(database.value("SELECT status FROM orders")).isEqualTo("PENDING");
    }

    @Test
    void columnsThatMayNotBeNullAreNamed() throws SQLException {
        columns.put("processed_at", "datetime(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6)");
        createTable();
        insert("'PENDING'");

        TableSchemaReport report = checked(TrialMode.COPY);

        assertThat(report.works()).isFalse();
        assertThat(details(report, "table"))
                .containsExactly(
                        "table orders: column processed_at is NOT NULL, and NULL is written for a message that is sent"
                                + " again; needed is a column that may be NULL");
        mend(report);
    }

    @Test
    void aShortErrorColumnLosesTextAndWorks() throws SQLException {
        columns.put("error_message", "varchar(20)");
        createTable();
        insert("'PENDING'");

        TableSchemaReport report = checked(TrialMode.COPY);

        assertThat(report.works()).isTrue();
        assertThat(details(report, "table")).singleElement().asString().contains("are cut to 20; needed is text");
        mend(report);
    }

    @Test
    void attemptsThatCannotBeCountedAreNamed() throws SQLException {
        columns.put("retry_count", "tinyint NOT NULL DEFAULT 0");
        columns.put("id", "decimal(20,2) PRIMARY KEY");
        createTable();

        TableSchemaReport report = checked(TrialMode.COPY);

        assertThat(details(report, "table"))
                .hasSize(2)
                .anyMatch(detail ->
                        detail.contains("column id is of type decimal(20,2); allowed is text or a whole number"))
                .anyMatch(detail ->
                        detail.contains("attempts after 127 cannot be counted; needed is smallint or larger"));
    }

    @Test
    void idsThatAreNumbersFit() throws SQLException {
        columns.put("id", "bigint PRIMARY KEY");
        createTable();
        database.run("INSERT INTO orders (id, type, payload) VALUES (42, 'EVENT', '{}')");

        assertThat(checked(TrialMode.COPY).works()).isTrue();
        assertThat(checked(TrialMode.ROW).works()).isTrue();
    }

    @Test
    void aMissingColumnIsAdded() throws SQLException {
        columns.remove("retry_count");
        createTable();
        insert("'PENDING'");

        TableSchemaReport report = checked(TrialMode.COPY);

        assertThat(details(report, "table"))
                .contains("table orders: column retry_count (for retry_count) does not exist");
        mend(report);
    }

    @Test
    void aConstraintThatForbidsAWordIsWidened() throws SQLException {
        createTable();
        database.run(
                "ALTER TABLE orders ADD CONSTRAINT known CHECK (status IN ('PENDING', 'PROCESSING', 'COMPLETED'))");
        insert("'PENDING'");

        TableSchemaReport report = checked(TrialMode.COPY);

        assertThat(report.works()).isFalse();
        assertThat(details(report, "table"))
                .singleElement()
                .asString()
                .startsWith("table orders: column status: the constraint known, CHECK (")
                .endsWith("refuses a failed message (status = FAILED); needed is a constraint that allows this");
        mend(report);
    }

    @Test
    void aConstraintOfAColumnIsWidened() throws SQLException {
        columns.put("status", "varchar(20) NOT NULL CHECK (status <> 'FAILED')");
        createTable();
        insert("'PENDING'");

        TableSchemaReport report = checked(TrialMode.COPY);

        assertThat(report.works()).isFalse();
        mend(report);
    }

    @Test
    void aTriggerFiresOnlyIfItIsAskedFor() throws SQLException {
        createTable();
        insert("'PENDING'");
        database.run("CREATE TRIGGER guard BEFORE UPDATE ON orders FOR EACH ROW"
                + " SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'no updates here'");

        TableSchemaReport compared = checked(TrialMode.COPY);
        assertThat(compared.works()).isTrue();
        assertThat(details(compared, TRIAL)).singleElement().asString().contains("were not tried (guard)");

        TableSchemaReport fired = checked(TrialMode.ROW);
        assertThat(fired.works()).isFalse();
        assertThat(details(fired, TRIAL))
                .hasSize(4)
                .allSatisfy(detail -> assertThat(detail).contains("no updates here"));
    }

    @Test
    void aMissingRightIsGrantedByTheScript() throws SQLException {
        createTable();
        insert("'PENDING'");
        String user = database.value("SELECT concat(DATABASE(), '_u')");
        database.run("CREATE USER " + user + " IDENTIFIED BY 'secret'");
        database.run("GRANT SELECT ON orders TO " + user);
        try (MySqlConnections connections =
                MySqlConnections.open(MySqlSettings.of(database.settings().url(), user, "secret"), "schema")) {
            TableSchemaReport report = MySqlSchemaCheck.of(connections, List.of(target()), TrialMode.COPY)
                    .getFirst();
            assertThat(report.works()).isFalse();
            assertThat(details(report, "table")).contains("table orders: the right to UPDATE column status is missing");
            for (String statement : statements(report)) {
                database.run(statement);
            }
        }
        try (MySqlConnections connections =
                MySqlConnections.open(MySqlSettings.of(database.settings().url(), user, "secret"), "schema")) {
            TableSchemaReport granted = MySqlSchemaCheck.of(connections, List.of(target()), TrialMode.COPY)
                    .getFirst();
            assertThat(granted.works()).as(granted.toString()).isTrue();
            assertThat(details(granted, TRIAL))
                    .singleElement()
                    .asString()
                    .startsWith("not tried, because no temporary copy can be made");
        } finally {
            database.run("DROP USER " + user);
        }
    }

    private void createTable() throws SQLException {
        database.run("CREATE TABLE orders ("
                + columns.entrySet().stream()
                        .map(column -> column.getKey() + " " + column.getValue())
                        .collect(Collectors.joining(", "))
                + ")");
    }

    private void insert(String status) throws SQLException {
        database.run("INSERT INTO orders (id, type, payload, status) VALUES ('m1', 'EVENT', '{}', " + status + ")");
    }

    private static SchemaTarget target() {
        return new SchemaTarget.StatusTable(
                "orders", OutboxLayouts.FLOWCATALYST.layout(new TableName(null, "orders")), new Retention.Keep());
    }

    /** Checks, and compares the rows before and after. */
    private TableSchemaReport checked(TrialMode trial) throws SQLException {
        List<String> before = database.rows("SELECT * FROM orders");
        TableSchemaReport report = MySqlSchemaCheck.of(database.connections(), List.of(target()), trial)
                .getFirst();
        assertThat(database.rows("SELECT * FROM orders")).isEqualTo(before);
        return report;
    }

    private static List<String> details(TableSchemaReport report, String item) {
        return report.findings().stream()
                .filter(finding -> finding.item().equals(item))
                .filter(finding -> item.equals(TRIAL) || finding.state() != State.PRESENT)
                .map(InspectionFinding::detail)
                .toList();
    }

    private static List<String> statements(TableSchemaReport report) {
        return report.steps().stream()
                .filter(step -> step.title().startsWith("mend: "))
                .flatMap(step -> step.statements().stream())
                .toList();
    }

    /** Runs the statements that mend the table, and checks that they do. */
    private void mend(TableSchemaReport report) throws SQLException {
        assertThat(statements(report)).isNotEmpty();
        for (String statement : statements(report)) {
            database.run(statement);
        }
        TableSchemaReport after = checked(TrialMode.COPY);
        assertThat(details(after, "table")).isEmpty();
        assertThat(after.works()).as(after.toString()).isTrue();
    }
}
