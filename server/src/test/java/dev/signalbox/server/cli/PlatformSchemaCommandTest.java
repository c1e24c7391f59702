package dev.signalbox.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.testkit.server.FlowCatalystDatabase;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("NullAway.Init") // set before all tests
class PlatformSchemaCommandTest {
    @AutoClose
    private static FlowCatalystDatabase database;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    Path folder;

    @BeforeAll
    static void start() throws IOException {
        database = FlowCatalystDatabase.start();
    }

    @Test
    void thePlatformsTablesAreCheckedShownAndInstalled() throws IOException, SQLException {
        assertThat(run("postgres", "check")).isEqualTo(5);
        assertThat(out.toString())
                .contains("event platform: schema signalbox_platform", "cannot work")
                .containsPattern("missing +tables");
        assertThat(run("postgres", "sql")).isZero();
        String script = out.toString();
        assertThat(script)
                .contains(
                        "CREATE SCHEMA signalbox_platform;",
                        "signalbox_platform.schema_version (version)",
                        "signalbox.nodes",
                        "signalbox.wake",
                        "ON \"signalbox_platform\".\"queue\"");

        database.run("CREATE ROLE without_rights LOGIN PASSWORD 'secret'");
        assertThat(run("without_rights", "sql")).isZero();
        assertThat(out.toString()).contains("CREATE SCHEMA signalbox_platform AUTHORIZATION \"without_rights\";");
        assertThat(run("without_rights", "install")).isEqualTo(1);

        database.run(script);
        assertThat(run("postgres", "check")).as(out.toString()).isZero();
        assertThat(out.toString()).contains("schema signalbox", "wake-up trigger");
        database.run("DROP TABLE signalbox.claims");
        assertThat(run("postgres", "check")).as(out.toString()).isEqualTo(4);
        assertThat(out.toString()).contains("missing: claims");
        database.run("DROP SCHEMA signalbox_platform CASCADE");

        assertThat(run("postgres", "install")).isZero();
        assertThat(run("postgres", "check")).as(out.toString()).isZero();
        assertThat(run("postgres", "install")).isZero();
        assertThat(out.toString()).contains("nothing to add");
    }

    private int run(String role, String verb) throws IOException {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        Path file = Files.writeString(folder.resolve("signalbox.yaml"), """
                signalbox:
                  platform:
                    { enabled: true, database-url: "%s", database-username: %s, database-password: secret }
                """.formatted(database.url(), role));
        return SignalboxCommand.execute(
                new PrintWriter(out, true), new PrintWriter(err, true), "schema", verb, "--config", file.toString());
    }
}
