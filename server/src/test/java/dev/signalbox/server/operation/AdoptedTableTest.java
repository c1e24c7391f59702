package dev.signalbox.server.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.signalbox.embedded.postgres.LocalPostgres;
import dev.signalbox.runtime.config.ConfigLoader;
import dev.signalbox.runtime.config.ProcessEnvironment;
import dev.signalbox.runtime.relays.Relays;
import dev.signalbox.server.cli.SignalboxCommand;
import dev.signalbox.server.program.ProgramMetrics;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A table with names of its own is adopted as docs/adopt-a-table.md says, with the statements of that page. */
@SuppressWarnings("NullAway.Init") // set before each test
class AdoptedTableTest {
    private static final Path PAGE =
            Path.of(System.getProperty("signalbox.root", "..")).resolve("docs/adopt-a-table.md");
    private static final Pattern STATEMENTS = Pattern.compile("```sql\n(.*?)```", Pattern.DOTALL);
    private static final Pattern PAYLOAD = Pattern.compile("group=(\\S+) .*n\\D+(\\d+)");

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    Path folder;

    /** Where the rows are: {@code key} is a word of MySQL. */
    private record Shop(String url, String username, String key) {
        Connection connect() throws SQLException {
            return DriverManager.getConnection(url, username, "");
        }

        void insert(int n, String group, String sent, String created) throws SQLException {
            String quoted = group.isEmpty() ? "NULL" : "'" + group + "'";
            run("INSERT INTO shop_events (event_uuid, topic, " + key + ", body, is_sent, created) VALUES ('"
                    + UUID.randomUUID() + "', 'orders', " + quoted + ", '{\"n\": " + n + "}', " + sent + ", '" + created
                    + "')");
        }

        /** @return how many rows the statements have changed */
        int run(String sql) throws SQLException {
            int changed = 0;
            try (Connection connection = connect();
                    Statement statement = connection.createStatement()) {
                for (String each : sql.split(";", -1)) {
                    changed += each.isBlank() ? 0 : statement.executeUpdate(each);
                }
            }
            return changed;
        }

        int unsent() throws SQLException {
            try (Connection connection = connect();
                    Statement statement = connection.createStatement();
                    var rows = statement.executeQuery("SELECT count(*) FROM shop_events WHERE is_sent IS NOT TRUE")) {
                rows.next();
                return rows.getInt(1);
            }
        }
    }

    @Test
    void onPostgresOnlyWhatWasNotSentGoesOutInOrder() throws Exception {
        try (LocalPostgres server = LocalPostgres.start()) {
            Shop shop = new Shop(server.jdbcUrl(LocalPostgres.DATABASE), LocalPostgres.SUPERUSER, "key");
            shop.run(statements("CREATE TABLE shop_events"));
            fill(shop);

            adopt(
                    shop,
                    statements("UPDATE shop_events SET is_sent = TRUE", "event_uuid IN"),
                    statements("is_sent = FALSE", "SET NOT NULL"));
        }
    }

    @Test
    void onMariaDbOnlyWhatWasNotSentGoesOutInOrder() throws Exception {
        try (MySqlOutboxDatabase database = MySqlOutboxDatabase.onMariaDb()) {
            database.run("DROP TABLE outbox_events");
            Shop shop = new Shop(database.url(), database.username(), "`key`");
            shop.run("CREATE TABLE shop_events (event_uuid uuid PRIMARY KEY, topic varchar(100) NOT NULL,"
                    + " `key` varchar(255), body json NOT NULL, is_sent boolean, created datetime(6) NOT NULL)");
            fill(shop);

            adopt(
                    shop,
                    statements(
                            "UPDATE shop_events SET is_sent = TRUE",
                            "TRUE AND created < '2026-01-01 00:00:00'\n LIMIT"),
                    statements("is_sent = FALSE", "MODIFY is_sent"));
        }
    }

    /** Rows that were sent, some of them without a mark; and later rows that were not. */
    private static void fill(Shop shop) throws SQLException {
        for (int n = 1; n <= 9; n++) {
            shop.insert(n, "a", n <= 6 ? "TRUE" : "NULL", "2025-12-31 10:00:0" + n);
        }
        for (int n = 11; n <= 16; n++) {
            shop.insert(n, n % 2 == 0 ? "a" : "b", n <= 13 ? "FALSE" : "NULL", "2026-02-01 10:00:" + n);
        }
        shop.insert(20, "", "NULL", "2026-02-01 11:00:00");
        shop.insert(21, "b", "TRUE", "2026-02-01 11:00:00");
    }

    private void adopt(Shop shop, String markSent, String forbidNull) throws Exception {
        Path file = folder.resolve("signalbox.yaml");
        assertThat(run("init", "--url", shop.url(), "--username", shop.username(), "--output", file.toString()))
                .as(err.toString())
                .isZero();
        assertThat(err.toString()).contains("layout sent-flag", "before the first start: column is_sent may be NULL");
        assertThat(run("config", "check", "--config", file.toString()))
                .as(err.toString())
                .isZero();

        assertThat(shop.run(markSent)).isEqualTo(3);
        assertThat(shop.run(markSent)).as("a second batch").isZero();
        shop.run(forbidNull);
        assertThat(run("schema", "install", "--config", file.toString()))
                .as(err.toString())
                .isZero();
        assertThat(run("schema", "check", "--config", file.toString())).isIn(0, 4);

        Path delivered = folder.resolve("delivered");
        Files.writeString(
                file,
                Files.readString(file)
                        .replaceAll("(?m)^ *dry-run: true\n", "")
                        .replace("type: log", "type: log, payload: true, file: \"" + delivered + "\""));
        deliver(shop, file);

        assertThat(numbers(delivered, "a")).containsExactly(12, 14, 16);
        assertThat(numbers(delivered, "b")).containsExactly(11, 13, 15);
        assertThat(Files.readAllLines(delivered)).hasSize(7);
    }

    private static void deliver(Shop shop, Path file) throws Exception {
        try (ProgramMetrics metrics = new ProgramMetrics()) {
            Relays relays = new Relays(
                    new ConfigLoader(new ProcessEnvironment(Map.of(), Map.of())).load(file),
                    metrics.relays(),
                    () -> {});
            relays.start();
            try {
                await().atMost(Duration.ofSeconds(30)).until(() -> shop.unsent() == 0);
            } finally {
                relays.stop(Duration.ofSeconds(5));
            }
        }
    }

    private static List<Integer> numbers(Path delivered, String group) throws Exception {
        List<Integer> numbers = new ArrayList<>();
        for (String line : Files.readAllLines(delivered)) {
            Matcher matcher = PAYLOAD.matcher(line);
            if (matcher.find() && matcher.group(1).equals(group)) {
                numbers.add(Integer.valueOf(matcher.group(2)));
            }
        }
        return numbers;
    }

    /** The statements of the page with all these texts. */
    private static String statements(String... texts) throws Exception {
        return STATEMENTS
                .matcher(Files.readString(PAGE))
                .results()
                .map(match -> match.group(1).strip())
                .filter(block -> Arrays.stream(texts).allMatch(block::contains))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no statements with " + List.of(texts)));
    }

    private int run(String... arguments) {
        return SignalboxCommand.execute(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
    }
}
