package dev.signalbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.signalbox.embedded.files.Folders;
import dev.signalbox.embedded.postgres.LocalPostgres;
import dev.signalbox.postgres.owntable.PostgresOwnTable;
import dev.signalbox.testkit.fault.FreezingProxy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * An asynchronous failover: the new primary lacks the last transactions, and assigns their positions, ids and transaction ids
 * to other messages. Every message that is committed on the new primary arrives, in the order of its group.
 */
@Timeout(120)
class FailoverTest {
    private static final String DATABASE = "postgres";
    private static final int GROUPS = 5;
    private static final Duration PATIENCE = Duration.ofSeconds(40);

    private final List<AutoCloseable> open = new ArrayList<>();
    private LocalPostgres primary;
    private LocalPostgres standby;
    private FreezingProxy replication;
    private Receiver receiver;

    @BeforeEach
    void startServers() throws Exception {
        Path folder = TestFolders.ofThisRun("failover-" + System.nanoTime());
        primary = opened(LocalPostgres.prepareDurable(folder.resolve("one"), List.of()));
        primary.ensureStarted();
        replication = opened(new FreezingProxy(primary.port()));
        standby = opened(LocalPostgres.prepareDurable(folder.resolve("two"), List.of()));
        copyPrimary(folder.resolve("one", "data"), folder.resolve("two", "data"));
        standby.ensureStarted();
        receiver = opened(new Receiver());
    }

    /** Makes the second server an asynchronous standby of the first, with replication through the proxy. */
    private void copyPrimary(Path from, Path to) throws Exception {
        Folders.remove(to);
        try (Connection connection = primary.connect(DATABASE);
                Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_backup_start('standby', true)");
            copy(from, to);
            try (ResultSet label = statement.executeQuery("SELECT labelfile FROM pg_backup_stop(false)")) {
                assertThat(label.next()).isTrue();
                Files.writeString(to.resolve("backup_label"), label.getString(1));
            }
        }
        Files.createFile(to.resolve("standby.signal"));
        Files.writeString(
                to.resolve("postgresql.auto.conf"),
                "port = %d%nprimary_conninfo = 'host=127.0.0.1 port=%d user=postgres'%n"
                        .formatted(standby.port(), replication.port()),
                StandardOpenOption.APPEND);
    }

    private static void copy(Path from, Path to) throws IOException {
        List<Path> files;
        try (Stream<Path> found = Files.walk(from)) {
            files = found.toList();
        }
        for (Path file : files) {
            // The server may remove files meanwhile.
            if (Files.exists(file)) {
                Files.copy(file, to.resolve(from.relativize(file)), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable each : open.reversed()) {
            each.close();
        }
    }

    private <T extends AutoCloseable> T opened(T resource) {
        open.add(resource);
        return resource;
    }

    @Test
    void aLogGoesOnWithTheEventsOfTheNewPrimary() throws Exception {
        primary.execute(DATABASE, """
                CREATE TABLE events (
                    type VARCHAR(64) NOT NULL, tags TEXT[] NOT NULL, data JSON NOT NULL,
                    transaction_id xid8 NOT NULL DEFAULT pg_current_xact_id(), position BIGSERIAL PRIMARY KEY,
                    occurred_at TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT CURRENT_TIMESTAMP);
                CREATE INDEX ON events (transaction_id, position)""");
        start("""
                  logs:
                    shop:
                      source: shop
                      poll: { interval: 100ms }
                      topics:
                        orders: { required-tags: g, publishers: api }
                """);

        failOver("INSERT INTO events (type, tags, data) VALUES ('OrderPlaced', ARRAY['g=%1$s'], '%2$s')");

        assertEverythingArrivedInOrder("SELECT data FROM events ORDER BY position");
    }

    @Test
    void ourOwnTableGoesOnWithTheMessagesOfTheNewPrimary() throws Exception {
        primary.execute(DATABASE, PostgresOwnTable.ddl(PostgresOwnTable.DEFAULT_NAME));
        start("""
                  relays:
                    orders:
                      source: shop
                      sink: api
                      outbox: { layout: signalbox, table: signalbox_outbox }
                      poll: { interval: 100ms }
                """);
        Set<String> committed = failOver(
                "INSERT INTO signalbox_outbox (message_group, type, payload) VALUES ('%1$s', 'OrderPlaced', '%2$s')");

        await().atMost(PATIENCE).until(() -> count(standby, "SELECT count(*) FROM signalbox_outbox") == 0);
        assertArrivedInOrder(List.copyOf(committed));
    }

    private void start(String work) {
        String yaml = """
                signalbox:
                  sources:
                    shop: { url: "jdbc:postgresql://127.0.0.1:%d,127.0.0.1:%d/%s?targetServerType=primary", username: postgres }
                  sinks:
                    api: { type: http, base-url: "%s", path: /api }
                """.formatted(primary.port(), standby.port(), DATABASE, receiver.url()) + work;
        opened(SignalboxProcess.launch("one", ConfigText.yaml(yaml), Map.of())).awaitReady();
    }

    /**
     * Cuts the replication, lets the node deliver messages that the standby lacks, and promotes the standby. Returns what
     * was committed on the new primary.
     */
    private Set<String> failOver(String insert) throws Exception {
        write(primary, insert, "before", 100);
        awaitReceived("before", 100);
        await().atMost(PATIENCE).until(this::standbyHasEverything);
        replication.freeze();
        receiver.answer(request -> ReceiverReply.acceptAfter(request, Duration.ofMillis(50)));
        write(primary, insert, "lost", 60);
        awaitReceived("lost", 30);
        primary.kill();
        standby.execute(DATABASE, "SELECT pg_promote(true, 60)");
        Set<String> committed = new LinkedHashSet<>();
        for (int round = 0; round < 20; round++) {
            committed.addAll(write(standby, insert, "after" + round, 10));
        }
        return committed;
    }

    private static Set<String> write(LocalPostgres server, String insert, String name, int count) throws SQLException {
        Set<String> written = new LinkedHashSet<>();
        try (Connection connection = server.connect(DATABASE);
                Statement statement = connection.createStatement()) {
            for (int i = 0; i < count; i++) {
                String group = "g" + i % GROUPS;
                String body = "{\"id\":\"%s-%d\",\"group\":\"%s\"}".formatted(name, i, group);
                statement.execute(insert.formatted(group, body));
                written.add(body);
            }
        }
        return written;
    }

    private void awaitReceived(String name, int count) {
        await().atMost(PATIENCE)
                .until(() -> received().stream()
                                .filter(id -> id.startsWith(name + "-"))
                                .distinct()
                                .count()
                        >= count);
    }

    private List<String> received() {
        return receiver.kept().stream()
                .flatMap(request -> request.items().stream())
                .map(ReceivedItem::id)
                .toList();
    }

    private boolean standbyHasEverything() throws SQLException {
        return value(primary, "SELECT CAST(pg_current_wal_lsn() AS text)")
                .equals(value(standby, "SELECT CAST(pg_last_wal_replay_lsn() AS text)"));
    }

    private static String value(LocalPostgres server, String query) throws SQLException {
        return texts(server, query).getFirst();
    }

    private static long count(LocalPostgres server, String query) throws SQLException {
        return Long.parseLong(value(server, query));
    }

    private static List<String> texts(LocalPostgres server, String query) throws SQLException {
        try (Connection connection = server.connect(DATABASE);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            List<String> texts = new ArrayList<>();
            while (rows.next()) {
                texts.add(rows.getString(1));
            }
            return texts;
        }
    }

    private void assertEverythingArrivedInOrder(String query) throws SQLException {
        assertArrivedInOrder(texts(standby, query));
    }

    private void assertArrivedInOrder(List<String> committed) {
        List<ReceivedItem> items = committed.stream().map(ReceivedItem::of).toList();
        List<String> ids = items.stream().map(ReceivedItem::id).toList();
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(received()).containsAll(ids));
        Map<String, Integer> firstArrivals = new HashMap<>();
        List<String> received = received();
        for (int i = 0; i < received.size(); i++) {
            firstArrivals.putIfAbsent(received.get(i), i);
        }
        items.stream()
                .collect(Collectors.groupingBy(ReceivedItem::group))
                .forEach((group, ofGroup) -> assertThat(ofGroup.stream()
                                .map(item -> firstArrivals.get(item.id()))
                                .toList())
                        .as("first arrivals of group " + group)
                        .isSorted());
    }
}
