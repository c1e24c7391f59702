package dev.signalbox.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.server.operation.MongoOutboxDatabase;
import dev.signalbox.server.operation.MySqlOutboxDatabase;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("NullAway.Init") // set before each test
class SchemaOnOtherDatabasesTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private String outbox = "table: outbox_events";

    @TempDir
    Path folder;

    @Test
    void checkSqlAndInstallWorkOnMariaDb() throws Exception {
        try (MySqlOutboxDatabase shop = MySqlOutboxDatabase.onMariaDb()) {
            shop.run("DROP INDEX idx_outbox_events_status ON outbox_events");

            assertThat(run(shop.source(), "check")).isEqualTo(4);
            assertThat(text())
                    .contains("relay events: table outbox_events of source shop", "works, and could do better")
                    .containsPattern("ok +table")
                    .containsPattern("missing +claim index");
            assertThat(run(shop.source(), "sql")).isZero();
            assertThat(text()).contains("SET lock_wait_timeout = 2;", "signalbox_claim_outbox_events");
            assertThat(run(shop.source(), "install")).isZero();
            assertThat(text()).contains("create index signalbox_claim_outbox_events", "done");
            run(shop.source(), "check");
            assertThat(text()).containsPattern("ok +claim index").doesNotContain("missing ");
            assertThat(run(shop.source(), "install")).isZero();
            assertThat(text()).contains("nothing to add");
            shop.run("ALTER TABLE outbox_events DROP COLUMN payload");
            assertThat(run(shop.source(), "check")).isEqualTo(5);
        }
    }

    @Test
    void theOwnTableOnMariaDbCannotWorkUntilItIsInstalled() throws Exception {
        try (MySqlOutboxDatabase shop = MySqlOutboxDatabase.onMariaDb()) {
            outbox = "layout: signalbox";

            assertThat(run(shop.source(), "check")).isEqualTo(5);
            assertThat(text())
                    .containsPattern("missing +table")
                    .contains("cannot work: see 'signalbox schema install'");
            assertThat(run(shop.source(), "sql")).isZero();
            assertThat(text()).contains("CREATE TABLE IF NOT EXISTS `signalbox_outbox`", "GRANT SELECT");
            assertThat(run(shop.source(), "install")).isZero();
            assertThat(text()).contains("create table signalbox_outbox", "done");
            assertThat(run(shop.source(), "check")).isZero();
            shop.run("INSERT INTO signalbox_outbox (message_group, type, payload) VALUES ('a', 'EVENT', '{}')");
            assertThat(run(shop.source(), "install")).isZero();
            assertThat(text()).contains("nothing to add");
        }
    }

    @Test
    void checkSqlAndInstallWorkOnMongoDb() throws Exception {
        try (MongoOutboxDatabase shop = new MongoOutboxDatabase(false)) {
            shop.insert("m", "group");

            assertThat(run(shop.source(), "check")).isEqualTo(4);
            assertThat(text())
                    .contains("relay events: table outbox_events of source shop", "works, and could do better")
                    .containsPattern("ok +collection")
                    .containsPattern("missing +claim index")
                    .containsPattern("missing +replica set");
            assertThat(run(shop.source(), "sql")).isZero();
            assertThat(text()).contains("use shop", "db.runCommand({\"createIndexes\": \"outbox_events\"");
            assertThat(run(shop.source(), "install", "--dry-run")).isZero();
            assertThat(text()).contains("would create an index on outbox_events");
            assertThat(run(shop.source(), "install")).isZero();
            assertThat(text()).contains("create an index on outbox_events", "done");
            run(shop.source(), "check");
            assertThat(text()).containsPattern("ok +claim index");
            assertThat(run(shop.source(), "install")).isZero();
            assertThat(text()).contains("nothing to add");
        }
    }

    @Test
    void aDatabaseThatIsAwayEndsWithOneAndShowsNoPassword() throws IOException {
        for (String source : new String[] {
            "url: \"jdbc:mariadb://127.0.0.1:1/shop?password=hunter2\", username: app",
            "url: \"jdbc:mysql://app:hunter2@127.0.0.1:1/shop\"",
            "url: \"mongodb://app:hunter2@127.0.0.1:1/shop\""
        }) {
            assertThat(run(source + ", connect-timeout: 300ms", "check"))
                    .as(source)
                    .isEqualTo(1);
        }
        assertThat(err.toString()).contains("source shop: ").doesNotContain("hunter2");
    }

    private int run(String source, String verb, String... more) throws IOException {
        out.getBuffer().setLength(0);
        Path file = Files.writeString(folder.resolve("signalbox.yaml"), """
                signalbox:
                  sources:
                    shop: { %s }
                  sinks:
                    api: { type: http, base-url: "http://localhost:1" }
                  relays:
                    events: { source: shop, sink: api, outbox: { %s } }
                """.formatted(source, outbox));
        String[] arguments = new String[4 + more.length];
        arguments[0] = "schema";
        arguments[1] = verb;
        arguments[2] = "--config";
        arguments[3] = file.toString();
        System.arraycopy(more, 0, arguments, 4, more.length);
        return SignalboxCommand.execute(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
    }

    private String text() {
        return out.toString();
    }
}
