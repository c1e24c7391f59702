package dev.signalbox.postgres.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.outbox.OutboxSettings.Retention;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.layout.OutboxLayouts;
import dev.signalbox.jdbc.schema.SchemaTarget;
import dev.signalbox.jdbc.schema.TableSchemaReport;
import dev.signalbox.jdbc.schema.TrialMode;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tables that look like an outbox, and into which Signalbox cannot write everything. */
class UnfitTableTest extends OrdersTableTest {
    @Test
    void aBooleanStatusHoldsNoWord() throws SQLException {
        columns.put("status", "boolean NOT NULL");
        create();
        insert("false");

        TableSchemaReport report = checked(TrialMode.COPY);

        assertThat(report.works()).isFalse();
        assertThat(details(report, "table"))
                .containsExactly(
                        "table orders: column status is of type boolean, which cannot hold PENDING, PROCESSING, COMPLETED and FAILED;"
                                + " needed is text, or an enumeration with PENDING, PROCESSING, COMPLETED, FAILED");
        assertThat(script(report)).contains("mend by hand: table orders", "layout sent-flag", "status: status");
    }

    @Test
    void aShortStatusIsWidened() throws SQLException {
        columns.put("status", "varchar(5)");
        create();
        insert("NULL");

        TableSchemaReport report = checked(TrialMode.COPY);

        assertThat(report.works()).isFalse();
        assertThat(details(report, "table"))
                .containsExactly(
                        "table orders: column status is of type character varying(5), which cannot hold PENDING, PROCESSING, COMPLETED"
                                + " and FAILED; needed is text, or at least varchar(10)");
        mend(report, "ALTER TABLE \"public\".\"orders\" ALTER COLUMN \"status\" TYPE varchar(20)");
    }

    @Test
    void anIntegerStatusFitsOnlyNumbers() throws SQLException {
        columns.put("status", "integer");
        create();

        assertThat(check(TrialMode.COPY).works()).isFalse();
        var numbers = OutboxLayouts.FLOWCATALYST
                .layout(new TableName(null, "orders"))
                .with(new OutboxLayout.StatusWords("0", "1", "2", "9"));
        SchemaTarget target = new SchemaTarget.StatusTable("orders", numbers, new Retention.Keep());
        TableSchemaReport report = PostgresSchemaCheck.of(connect(database.settings()), List.of(target), TrialMode.COPY)
                .getFirst();
        assertThat(report.works()).as(report.toString()).isTrue();
    }

    @Test
    void anEnumerationWithoutAWordGetsIt() throws SQLException {
        database.execute("CREATE TYPE state AS ENUM ('PENDING', 'PROCESSING', 'COMPLETED')");
        columns.put("status", "state NOT NULL");
        create();
        insert("'PENDING'");

        TableSchemaReport report = checked(TrialMode.COPY);

        assertThat(report.works()).isFalse();
        assertThat(details(report, "table"))
                .containsExactly(
                        "table orders: column status is of type public.state, which cannot hold FAILED; needed is an"
                                + " enumeration with PENDING, PROCESSING, COMPLETED, FAILED");
        mend(report, "ALTER TYPE public.state ADD VALUE 'FAILED'");
    }

    @Test
    void columnsThatMayNotBeNullAreNamed() throws SQLException {
        columns.put("processed_at", "timestamptz NOT NULL DEFAULT now()");
        columns.put("error_message", "text NOT NULL DEFAULT ''");
        create();
        insert("'PENDING'");

        TableSchemaReport report = checked(TrialMode.COPY);

        assertThat(report.works()).isFalse();
        assertThat(details(report, "table"))
                .containsExactlyInAnyOrder(
                        "table orders: column processed_at is NOT NULL, and NULL is written for a message that is sent again;"
                                + " needed is a column that may be NULL",
                        "table orders: column error_message is NOT NULL, and NULL is written for a delivered message;"
                                + " needed is a column that may be NULL");
        mend(
                report,
                "ALTER TABLE \"public\".\"orders\" ALTER COLUMN \"processed_at\" DROP NOT NULL",
                "ALTER TABLE \"public\".\"orders\" ALTER COLUMN \"error_message\" DROP NOT NULL");
    }

    @Test
    void aShortErrorColumnLosesTextAndWorks() throws SQLException {
        columns.put("error_message", "varchar(20)");
        create();
        insert("'PENDING'");

        TableSchemaReport report = checked(TrialMode.COPY);

        assertThat(report.works()).isTrue();
        assertThat(details(report, "table"))
                .containsExactly(
                        "table orders: column error_message is of type character varying(20), and error texts of up to"
                                + " 2000 characters are cut to 20; needed is text");
        mend(report, "ALTER TABLE \"public\".\"orders\" ALTER COLUMN \"error_message\" TYPE text");
    }

    @Test
    void attemptsThatCannotBeCountedAndGroupsThatCannotBeComparedAreNamed() throws SQLException {
        columns.put("retry_count", "numeric(2,0)");
        columns.put("message_group", "json");
        create();

        TableSchemaReport report = checked(TrialMode.COPY);

        assertThat(details(report, "table"))
                .containsExactly(
                        "table orders: column message_group is of type json; allowed is text, a number or uuid",
                        "table orders: column retry_count is of type numeric(2,0), and attempts after 99 cannot be counted; needed is"
                                + " smallint or larger");
        mend(
                report,
                "ALTER TABLE \"public\".\"orders\" ALTER COLUMN \"message_group\" TYPE text USING CAST(\"message_group\" AS text)",
                "ALTER TABLE \"public\".\"orders\" ALTER COLUMN \"retry_count\" TYPE integer USING CAST(\"retry_count\" AS integer)");
    }

    @Test
    void aMissingColumnIsAdded() throws SQLException {
        columns.remove("retry_count");
        columns.remove("payload");
        create();

        TableSchemaReport report = checked(TrialMode.COPY);

        assertThat(details(report, "table"))
                .containsExactlyInAnyOrder(
                        "table orders: column payload (for payload) does not exist",
                        "table orders: column retry_count (for retry_count) does not exist");
        assertThat(script(report))
                .contains(
                        "ALTER TABLE \"public\".\"orders\" ADD COLUMN \"retry_count\" integer NOT NULL DEFAULT 0;",
                        "no statement can add it",
                        "outbox.columns.payload");
    }

    @Test
    void aConstraintThatForbidsAWordIsWidened() throws SQLException {
        create();
        database.execute(
                "ALTER TABLE orders ADD CONSTRAINT known CHECK (status IN ('PENDING', 'PROCESSING', 'COMPLETED'))");
        insert("'PENDING'");

        TableSchemaReport report = checked(TrialMode.COPY);

        assertThat(report.works()).isFalse();
        assertThat(details(report, "table"))
                .singleElement()
                .asString()
                .startsWith("table orders: column status: the constraint known, CHECK (")
                .endsWith("refuses a failed message (status = FAILED); needed is a constraint that allows this");
        database.execute(String.join(";", statements(report)));
        assertThat(checked(TrialMode.COPY).works()).isTrue();
        assertThat(details(check(TrialMode.COPY), TRIAL)).hasSize(1);
    }

    @Test
    void aConstraintOnOtherColumnsSaysNothing() throws SQLException {
        create();
        database.execute("ALTER TABLE orders ADD CHECK (payload IS NOT NULL), ADD CHECK (length(payload) > 0)");

        assertThat(check(TrialMode.NONE).works()).as("an empty table").isTrue();
        insert("'COMPLETED'");
        assertThat(checked(TrialMode.COPY).works()).isTrue();
    }

    @Test
    void anInstallationLeavesMendingToAnAdministrator() throws SQLException {
        columns.put("status", "varchar(5)");
        create();

        assertThat(install(connect(database.settings()), List.of(check(TrialMode.NONE))))
                .isEmpty();
        assertThat(progress)
                .anyMatch(line -> line.startsWith("mend: table orders: column status is of type"))
                .contains("  left to an administrator: see 'signalbox schema sql'");
        assertThat(check(TrialMode.NONE).works()).isFalse();
    }
}
