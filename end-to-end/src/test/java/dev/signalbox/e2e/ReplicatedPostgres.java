package dev.signalbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.signalbox.embedded.files.Folders;
import dev.signalbox.embedded.postgres.LocalPostgres;
import dev.signalbox.testkit.fault.FreezingProxy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A PostgreSQL server and those that become its primary one after the other. The present primary may have one asynchronous
 * standby, which replicates through a proxy.
 */
final class ReplicatedPostgres implements AutoCloseable {
    static final String DATABASE = "postgres";
    private static final Duration PATIENCE = Duration.ofSeconds(40);

    private final Path folder;
    private final List<LocalPostgres> servers = new ArrayList<>();
    private final List<FreezingProxy> replications = new ArrayList<>();
    private final AtomicInteger promotions = new AtomicInteger();

    private ReplicatedPostgres(Path folder) {
        this.folder = folder;
    }

    /** Starts the first server; the others have only their ports. */
    static ReplicatedPostgres start(Path folder, int count) throws Exception {
        ReplicatedPostgres all = new ReplicatedPostgres(folder);
        for (int i = 0; i < count; i++) {
            all.servers.add(LocalPostgres.prepareDurable(all.home(i), List.of()));
        }
        all.primary().ensureStarted();
        return all;
    }

    private Path home(int number) {
        return folder.resolve("server-" + number);
    }

    LocalPostgres primary() {
        return servers.get(promotions.get());
    }

    LocalPostgres standby() {
        return servers.get(promotions.get() + 1);
    }

    /** The addresses of all servers. Drivers try them in this order, which begins with the one that is promoted last. */
    String addresses() {
        return servers.reversed().stream()
                .map(server -> "127.0.0.1:" + server.port())
                .collect(Collectors.joining(","));
    }

    /** Makes the next server an asynchronous standby of the primary, which may be in use, and waits until it has its data. */
    void addStandby() throws Exception {
        FreezingProxy replication = new FreezingProxy(primary().port());
        replications.add(replication);
        Path target = home(promotions.get() + 1).resolve("data");
        Folders.remove(target);
        copyPrimary(home(promotions.get()).resolve("data"), target);
        Files.createFile(target.resolve("standby.signal"));
        Files.writeString(
                target.resolve("postgresql.auto.conf"),
                "port = %d%nprimary_conninfo = 'host=127.0.0.1 port=%d user=postgres'%n"
                        .formatted(standby().port(), replication.port()),
                StandardOpenOption.APPEND);
        standby().ensureStarted();
        awaitReplicated();
    }

    private void copyPrimary(Path from, Path to) throws Exception {
        try (Connection connection = primary().connect(DATABASE);
                Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_backup_start('standby', true)");
            copy(from, to);
            try (ResultSet label = statement.executeQuery("SELECT labelfile FROM pg_backup_stop(false)")) {
                assertThat(label.next()).isTrue();
                Files.writeString(to.resolve("backup_label"), label.getString(1));
            }
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        List<Path> files;
        try (Stream<Path> found = Files.walk(from)) {
            files = found.toList();
        }
        for (Path file : files) {
            try {
                Files.copy(file, to.resolve(from.relativize(file)), StandardCopyOption.COPY_ATTRIBUTES);
            } catch (NoSuchFileException e) {
                // The server removes files that it does not need, and a backup does not need them either.
                assertThat(file).doesNotExist();
            }
        }
    }

    /** Waits until the standby has what is committed now. */
    void awaitReplicated() throws SQLException {
        String written = text(primary(), "SELECT CAST(pg_current_wal_lsn() AS text)");
        String query = "SELECT CAST(pg_last_wal_replay_lsn() >= CAST('%s' AS pg_lsn) AS text)".formatted(written);
        await().atMost(PATIENCE).until(() -> text(standby(), query).equals("true"));
    }

    /** From now on the standby gets nothing more, and does not notice it. */
    void freezeReplication() {
        replications.getLast().freeze();
    }

    /** The standby becomes the primary; the former one is left as it is. */
    void promote() throws SQLException {
        standby().execute(DATABASE, "SELECT pg_promote(true, 60)");
        promotions.incrementAndGet();
    }

    static String text(LocalPostgres server, String query) throws SQLException {
        return texts(server, query).getFirst();
    }

    static List<String> texts(LocalPostgres server, String query) throws SQLException {
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

    @Override
    public void close() throws IOException {
        for (FreezingProxy replication : replications) {
            replication.close();
        }
        servers.reversed().forEach(LocalPostgres::close);
    }
}
