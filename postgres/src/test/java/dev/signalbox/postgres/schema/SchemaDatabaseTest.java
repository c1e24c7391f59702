package dev.signalbox.postgres.schema;

import dev.signalbox.core.admin.InspectionFinding;
import dev.signalbox.core.admin.InspectionFinding.State;
import dev.signalbox.jdbc.schema.JdbcSchemaInstaller;
import dev.signalbox.jdbc.schema.SchemaScript;
import dev.signalbox.jdbc.schema.TableSchemaReport;
import dev.signalbox.postgres.connection.PostgresConnections;
import dev.signalbox.postgres.connection.PostgresDatabaseFixture;
import dev.signalbox.postgres.connection.PostgresSettings;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Each test has an empty database, and connections that are closed before it. */
@SuppressWarnings("NullAway.Init") // set before each test
abstract class SchemaDatabaseTest {
    private final List<PostgresConnections> opened = new ArrayList<>();
    final List<String> progress = new ArrayList<>();
    PostgresDatabaseFixture database;

    @BeforeEach
    void createDatabase() throws SQLException {
        database = PostgresDatabaseFixture.create();
    }

    @AfterEach
    void dropDatabase() throws SQLException {
        opened.forEach(PostgresConnections::close);
        database.close();
    }

    final PostgresConnections connect(PostgresSettings settings) {
        PostgresConnections connections = PostgresConnections.open(settings, "test");
        opened.add(connections);
        return connections;
    }

    /** Installs what the reports offer, and returns what failed. */
    final List<String> install(PostgresConnections connections, List<TableSchemaReport> reports) throws SQLException {
        return new JdbcSchemaInstaller(new PostgresSchemaChanger(connections), progress::add)
                .run(SchemaScript.steps(reports));
    }

    static List<String> named(TableSchemaReport report, State state) {
        return report.findings().stream()
                .filter(inspectionFinding -> inspectionFinding.state() == state)
                .map(InspectionFinding::item)
                .toList();
    }
}
