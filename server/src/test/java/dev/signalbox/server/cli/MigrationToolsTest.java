package dev.signalbox.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.testkit.server.FlowCatalystDatabase;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import liquibase.Liquibase;
import liquibase.database.DatabaseFactory;
import liquibase.resource.DirectoryResourceAccessor;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the pages on Flyway and Liquibase describe, with both tools. */
@Tag("slow")
@SuppressWarnings("NullAway.Init") // set before each test
class MigrationToolsTest {
    private static final String ADMINISTRATOR = "postgres";

    private final StringWriter out = new StringWriter();

    @AutoClose
    private FlowCatalystDatabase database;

    @TempDir
    Path folder;

    @BeforeEach
    void start() throws SQLException {
        database = FlowCatalystDatabase.start();
        database.createTable("orders");
        database.run("DROP INDEX idx_orders_status; CREATE ROLE relay_role LOGIN PASSWORD 'secret'");
    }

    @Test
    void flywayRunsBothParts() throws Exception {
        script("V1__signalbox.sql", "tables");
        script("V2__signalbox_indexes.sql", "indexes");
        Files.writeString(folder.resolve("V2__signalbox_indexes.sql.conf"), "executeInTransaction=false\n");

        Flyway.configure()
                .dataSource(database.url(), ADMINISTRATOR, "secret")
                .locations("filesystem:" + folder)
                // The table of the application is there already
                .baselineOnMigrate(true)
                .baselineVersion("0")
                .configuration(Map.of("flyway.postgresql.transactional.lock", "false"))
                .load()
                .migrate();

        assertThat(run("relay_role", "check")).as(out.toString()).isZero();
    }

    @Test
    void liquibaseRunsBothParts() throws Exception {
        script("tables.sql", "tables");
        script("indexes.sql", "indexes");
        Files.writeString(folder.resolve("changelog.xml"), """
                <databaseChangeLog xmlns="http://www.liquibase.org/xml/ns/dbchangelog"
                    xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
                    xsi:schemaLocation="http://www.liquibase.org/xml/ns/dbchangelog
                        http://www.liquibase.org/xml/ns/dbchangelog/dbchangelog-latest.xsd">
                  <changeSet id="signalbox-1" author="shop">
                    <sqlFile path="tables.sql" splitStatements="false"/>
                  </changeSet>
                  <changeSet id="signalbox-2" author="shop" runInTransaction="false">
                    <sqlFile path="indexes.sql"/>
                  </changeSet>
                </databaseChangeLog>
                """);

        var resources = new DirectoryResourceAccessor(folder);
        var connected =
                DatabaseFactory.getInstance().openDatabase(database.url(), ADMINISTRATOR, "secret", null, resources);
        try (var liquibase = new Liquibase("changelog.xml", resources, connected)) {
            liquibase.update();
        }

        assertThat(run("relay_role", "check")).as(out.toString()).isZero();
    }

    private void script(String file, String part) throws IOException {
        assertThat(run("relay_role", "sql", "--all", "--part", part)).isZero();
        Files.writeString(folder.resolve(file), out.toString());
    }

    private int run(String role, String verb, String... more) throws IOException {
        out.getBuffer().setLength(0);
        Path file = Files.writeString(folder.resolve("signalbox.yaml"), """
                signalbox:
                  sources:
                    shop: { url: "%1$s", username: %2$s, password: secret }
                  sinks:
                    api: { type: http, base-url: "http://localhost:1" }
                  relays:
                    events: { source: shop, sink: api, outbox: { layout: flowcatalyst, table: orders } }
                    own: { source: shop, sink: api, outbox: { layout: signalbox } }
                  logs:
                    log: { source: shop, layout: signalbox-log, topics: { all: { publishers: api } } }
                  platform:
                    { enabled: true, database-url: "%1$s", database-username: %2$s, database-password: secret }
                """.formatted(database.url(), role));
        String[] arguments = new String[4 + more.length];
        arguments[0] = "schema";
        arguments[1] = verb;
        arguments[2] = "--config";
        arguments[3] = file.toString();
        System.arraycopy(more, 0, arguments, 4, more.length);
        return SignalboxCommand.execute(new PrintWriter(out, true), new PrintWriter(out, true), arguments);
    }
}
