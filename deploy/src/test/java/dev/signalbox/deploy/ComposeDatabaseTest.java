package dev.signalbox.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.embedded.postgres.LocalPostgres;
import dev.signalbox.server.cli.SignalboxCommand;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the compose file's containers do one after the other, on a real PostgreSQL. */
class ComposeDatabaseTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit before anything is run
    Path folder;

    @Test
    void theRolesMayDoWhatTheyHaveToAndNoMore() throws Exception {
        try (LocalPostgres server = LocalPostgres.start()) {
            String url = server.jdbcUrl("");
            run(url + "postgres", "postgres", "CREATE DATABASE shop");
            run(url + "shop", "postgres", initialisation());
            Path config = folder.resolve("signalbox.yaml");
            Files.writeString(
                    config,
                    RepositoryFiles.text("deploy/compose/signalbox.yaml")
                            .replace("jdbc:postgresql://postgres:5432/", url)
                            .replace("${SHOP_PASSWORD}", "for-signalbox"));

            assertThat(command("schema", "install", "--config", config.toString()))
                    .isZero();
            assertThat(command("schema", "check", "--config", config.toString()))
                    .isZero();
            run(
                    url + "shop",
                    "orders",
                    "INSERT INTO signalbox_outbox (id, message_group, type, payload)"
                            + " VALUES ('0HZXEQ5Y8JY5Z', 'order-1', 'OrderCreated', '{\"total\": 12.50}')");
            run(url + "shop", "orders", "CREATE TABLE placed (id int)");
            for (String forbidden : List.of(
                    "SELECT * FROM signalbox_outbox",
                    "CREATE TABLE public.planted (id int)",
                    "CREATE TABLE outbox.planted (id int)",
                    "CREATE TABLE signalbox.planted (id int)",
                    "CREATE SCHEMA planted")) {
                assertThatThrownBy(() -> run(url + "shop", "orders", forbidden))
                        .hasMessageContaining("permission denied");
            }
        }
    }

    /** The script is for psql, which takes the passwords from its environment. */
    private static String initialisation() {
        return RepositoryFiles.text("deploy/compose/postgres/10-shop.sql")
                .replaceAll("(?m)^\\\\getenv .*$", "")
                .replace(":'signalbox_password'", "'for-signalbox'")
                .replace(":'orders_password'", "'for-orders'");
    }

    private static void run(String url, String user, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url, user, "for-" + user);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static int command(String... arguments) {
        StringWriter said = new StringWriter();
        int code = SignalboxCommand.execute(new PrintWriter(said), new PrintWriter(said), arguments);
        if (code != 0) {
            System.err.println(said);
        }
        return code;
    }
}
