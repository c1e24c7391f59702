package dev.signalbox.postgres.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.jdbc.schema.TableSchemaReport;
import dev.signalbox.jdbc.schema.TrialMode;
import dev.signalbox.postgres.connection.PostgresConnections;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a trial of writes proves, and what it leaves alone. */
class WriteTrialTest extends OrdersTableTest {
    @Test
    void aTableThatFitsIsProvedOnACopy() throws SQLException {
        create();
        assertThat(check(TrialMode.COPY).works()).as("an empty table").isTrue();
        insert("'PENDING'");

        assertThat(details(checked(TrialMode.COPY), TRIAL))
                .singleElement()
                .asString()
                .isEqualTo("a copy of the table took every state, and was rolled back");
        assertThat(database.value("SELECT count(*) FROM pg_class WHERE relname = 'signalbox_trial'"))
                .isEqualTo("0");
    }

    @Test
    void idsThatAreNumbersOrUuidsFit() throws SQLException {
        for (String type : List.of("bigint", "numeric(20)", "uuid")) {
            database.execute("DROP TABLE IF EXISTS orders");
            columns.put("id", type + " PRIMARY KEY");
            create();
            database.execute("INSERT INTO orders (id, type, payload, status) VALUES ("
                    + (type.equals("uuid") ? "gen_random_uuid()" : "42") + ", 'EVENT', '{}', 'PENDING')");

            TableSchemaReport report = checked(TrialMode.COPY);
            assertThat(report.works()).as(type).isTrue();
            assertThat(checked(TrialMode.ROW).works()).as(type).isTrue();
        }
    }

    @Test
    void whatOnlyAWriteShowsIsFoundOnTheCopy() throws SQLException {
        database.execute("CREATE DOMAIN reason AS text CHECK (length(VALUE) < 100)");
        columns.put("error_message", "reason");
        create();
        insert("'PENDING'");

        TableSchemaReport report = checked(TrialMode.COPY);

        assertThat(report.works()).isFalse();
        assertThat(details(report, TRIAL))
                .hasSize(2)
                .allSatisfy(detail -> assertThat(detail)
                        .contains(
                                "table orders: a write for",
                                "was refused",
                                "violates check constraint \"reason_check\""));
    }

    @Test
    void aTriggerFiresOnlyIfItIsAskedFor() throws SQLException {
        create();
        insert("'PENDING'");
        database.execute("CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS"
                + " $$ BEGIN RAISE EXCEPTION 'no updates here'; END $$;"
                + " CREATE TRIGGER guard BEFORE UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION refuse()");

        TableSchemaReport compared = checked(TrialMode.COPY);
        assertThat(compared.works()).isTrue();
        assertThat(details(compared, TRIAL))
                .singleElement()
                .asString()
                .contains("were not tried (guard)", "--fire-triggers");

        TableSchemaReport fired = checked(TrialMode.ROW);
        assertThat(fired.works()).isFalse();
        assertThat(details(fired, TRIAL))
                .hasSize(4)
                .allSatisfy(detail -> assertThat(detail).contains("no updates here"));
    }

    @Test
    void aTriggerThatChangesTheStateIsFound() throws SQLException {
        create();
        insert("'PENDING'");
        database.execute("CREATE FUNCTION lower_status() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS"
                + " $$ BEGIN NEW.status := lower(NEW.status); RETURN NEW; END $$;"
                + " CREATE TRIGGER guard BEFORE UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION lower_status()");

        assertThat(details(checked(TrialMode.ROW), TRIAL))
                .hasSize(4)
                .allSatisfy(detail -> assertThat(detail).contains("its state is not found again"));
    }

    @Test
    void aMissingRightIsGrantedByTheScript() throws SQLException {
        create();
        String role = database.role("reader");
        database.execute("GRANT SELECT ON orders TO " + role);
        PostgresConnections connections = connect(database.settingsFor(role));

        TableSchemaReport report = PostgresSchemaCheck.of(connections, List.of(target()), TrialMode.COPY)
                .getFirst();

        assertThat(report.works()).isFalse();
        assertThat(details(report, "table")).contains("table orders: the right to UPDATE column status is missing");
        for (String statement : statements(report)) {
            database.execute(statement);
        }
        TableSchemaReport granted = PostgresSchemaCheck.of(connections, List.of(target()), TrialMode.COPY)
                .getFirst();
        assertThat(granted.works()).as(granted.toString()).isTrue();
        database.execute("REVOKE TEMPORARY ON DATABASE " + database.name() + " FROM PUBLIC");
        assertThat(details(
                        PostgresSchemaCheck.of(connections, List.of(target()), TrialMode.COPY)
                                .getFirst(),
                        TRIAL))
                .containsExactly("not tried, because the right TEMPORARY on the database is missing");
    }

    @Test
    void rowLevelSecurityIsNamed() throws SQLException {
        create();
        String role = database.role("reader");
        database.execute(
                "GRANT SELECT, UPDATE ON orders TO " + role + "; ALTER TABLE orders ENABLE ROW LEVEL SECURITY");

        TableSchemaReport report = PostgresSchemaCheck.of(
                        connect(database.settingsFor(role)), List.of(target()), TrialMode.NONE)
                .getFirst();

        assertThat(report.works()).isTrue();
        assertThat(details(report, "table"))
                .singleElement()
                .asString()
                .contains("row-level security applies to the role " + role);
    }
}
