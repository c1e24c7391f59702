package dev.signalbox.runtime.relays;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.ServerVersion;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import dev.signalbox.core.time.Clock;
import dev.signalbox.embedded.mysql.LocalMySql;
import dev.signalbox.runtime.config.ConfigLoader;
import dev.signalbox.runtime.config.ProcessEnvironment;
import dev.signalbox.runtime.config.ServerConfig;
import dev.signalbox.testkit.server.RequiredServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A dry run reads and shows on MariaDB and MongoDB as it does on PostgreSQL, and changes nothing. */
class DryRunOnOtherDatabasesTest {
    private static final List<String> IDS = List.of("m1", "m2", "m3");

    private final List<String> lines = new CopyOnWriteArrayList<>();

    @TempDir
    Path folder;

    @Test
    void onMariaDb() throws Exception {
        RequiredServer.mariaDb("a dry run on MariaDB");
        try (LocalMySql server = LocalMySql.start(folder.resolve("mariadb"))) {
            try (Connection connection = DriverManager.getConnection(server.url(""), LocalMySql.USER, "");
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE DATABASE shop");
                statement.execute("""
                        CREATE TABLE shop.outbox_events (id VARCHAR(13) PRIMARY KEY, type VARCHAR(20) NOT NULL,
                            message_group VARCHAR(255), payload TEXT NOT NULL, status VARCHAR(20) NOT NULL,
                            retry_count INT NOT NULL DEFAULT 0, created_at TIMESTAMP NOT NULL,
                            processed_at TIMESTAMP NULL, error_message TEXT)""");
                for (String id : IDS) {
                    statement.execute(
                            "INSERT INTO shop.outbox_events (id, type, message_group, payload, status, created_at)"
                                    + " VALUES ('" + id + "', 'EVENT', 'g', '{}', 'PENDING', now())");
                }
            }
            showsAll("url: \"" + server.url("shop") + "\", username: " + LocalMySql.USER);
            try (Connection connection = DriverManager.getConnection(server.url(""), LocalMySql.USER, "");
                    Statement statement = connection.createStatement();
                    var changed = statement.executeQuery(
                            "SELECT count(*) FROM shop.outbox_events WHERE status <> 'PENDING'"
                                    + " OR processed_at IS NOT NULL UNION ALL SELECT count(*) FROM information_schema.tables"
                                    + " WHERE table_schema IN ('shop', 'signalbox') AND table_name <> 'outbox_events'")) {
                while (changed.next()) {
                    assertThat(changed.getInt(1)).isZero();
                }
            }
        }
    }

    @Test
    void onMongoDb() throws Exception {
        MongoServer server = new MongoServer(new MemoryBackend().version(ServerVersion.MONGO_5_0));
        String uri = server.bindAndGetConnectionString();
        try (MongoClient client = MongoClients.create(uri)) {
            MongoCollection<Document> outbox = client.getDatabase("shop").getCollection("outbox_events");
            IDS.forEach(id -> outbox.insertOne(new Document("_id", id)
                    .append("type", "EVENT")
                    .append("messageGroup", "g")
                    .append("payload", "{}")
                    .append("status", "PENDING")
                    .append("retryCount", 0)
                    .append("createdAt", Date.from(Instant.now()))
                    .append("processedAt", null)
                    .append("errorMessage", null)));
            List<Document> before = outbox.find().into(new ArrayList<>());

            showsAll("url: \"" + uri + "\", database: shop");

            assertThat(outbox.find().into(new ArrayList<>())).isEqualTo(before);
            assertThat(client.getDatabase("shop").listCollectionNames()).containsExactly("outbox_events");
        } finally {
            server.shutdownNow();
        }
    }

    private void showsAll(String source) throws Exception {
        Path file = Files.writeString(folder.resolve("signalbox.yaml"), """
                signalbox:
                  sources:
                    shop: { %s }
                  sinks:
                    lines: { type: log }
                  relays:
                    events: { source: shop, sink: lines, dry-run: true }
                """.formatted(source));
        ServerConfig config = new ConfigLoader(new ProcessEnvironment(Map.of(), Map.of())).load(file);
        DryRuns runs = new DryRuns(config.source("shop"), config.relays(), "node", Clock.SYSTEM, lines::add);
        runs.start();
        await().atMost(Duration.ofSeconds(20)).until(() -> lines.size() >= IDS.size());
        runs.stop();
        assertThat(lines).hasSize(IDS.size()).allMatch(line -> line.startsWith("dry-run=events id=m"));
    }
}
