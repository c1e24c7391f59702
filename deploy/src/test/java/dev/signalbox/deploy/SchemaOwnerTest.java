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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The two database roles of the documentation, on a real PostgreSQL: one installs the tables, the other one works on them. */
class SchemaOwnerTest {
    private static final Pattern SQL = Pattern.compile("(?s)```sql\n(.*?)```");

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit before anything is run
    Path folder;

    @Test
    void theNodesWorkOnTablesThatTheyDoNotOwn() throws Exception {
        try (LocalPostgres server = LocalPostgres.start()) {
            String url = server.jdbcUrl("");
            run(url + "postgres", "postgres", "CREATE DATABASE shop");
            run(url + "shop", "postgres", "CREATE ROLE orders LOGIN PASSWORD 'for-orders'");
            run(url + "shop", "postgres", documented());

            assertThat(command("install", url, "signalbox_owner")).endsWith("ended with 0");
            assertThat(command("check", url, "signalbox")).endsWith("ended with 0");
            assertThat(command("install", url, "signalbox_owner")).contains("nothing to add");
            run(
                    url + "shop",
                    "orders",
                    "INSERT INTO outbox.signalbox_outbox (id, message_group, type, payload) VALUES ('1', 'order-1', 'OrderCreated', '{}')");
            run(url + "shop", "signalbox", "DELETE FROM outbox.signalbox_outbox");
            for (String forbidden : List.of(
                    "CREATE TABLE outbox.planted (id int)",
                    "CREATE TABLE signalbox.planted (id int)",
                    "CREATE TABLE public.planted (id int)",
                    "CREATE SCHEMA planted",
                    "TRUNCATE outbox.signalbox_outbox")) {
                assertThatThrownBy(() -> run(url + "shop", "signalbox", forbidden))
                        .hasMessageMatching("(?s).*(permission denied|must be owner).*");
            }
        }
    }

    private static String documented() {
        Matcher block = SQL.matcher(RepositoryFiles.text("docs/kubernetes.md"));
        assertThat(block.find()).isTrue();
        return block.group(1)
                .replaceAll("CREATE ROLE (\\w+) LOGIN PASSWORD '…'", "CREATE ROLE $1 LOGIN PASSWORD 'for-$1'");
    }

    private static void run(String url, String user, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url, user, "for-" + user);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private String command(String command, String url, String role) throws Exception {
        Path config = Files.writeString(folder.resolve(role + ".yaml"), """
                signalbox:
                  sources:
                    shop: { url: "%1$sshop", username: "%2$s", password: "for-%2$s" }
                  sinks:
                    api: { base-url: "http://127.0.0.1:9" }
                  relays:
                    orders: { source: shop, outbox: { layout: signalbox, schema: outbox }, sink: api, path: /events }
                """.formatted(url, role));
        StringWriter output = new StringWriter();
        int code = SignalboxCommand.execute(
                new PrintWriter(output), new PrintWriter(output), "schema", command, "--config", config.toString());
        return output + "ended with " + code;
    }
}
