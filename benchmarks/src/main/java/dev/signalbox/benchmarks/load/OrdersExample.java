package dev.signalbox.benchmarks.load;

import dev.signalbox.benchmarks.process.ChildPrograms;
import dev.signalbox.embedded.files.Passwords;
import dev.signalbox.embedded.files.RunFolder;
import dev.signalbox.embedded.kafka.BrokerOptions;
import dev.signalbox.embedded.kafka.LocalKafka;
import dev.signalbox.embedded.postgres.LocalPostgres;
import dev.signalbox.embedded.process.ChildCommand;
import dev.signalbox.embedded.process.ChildProcess;
import dev.signalbox.embedded.process.FreePort;
import dev.signalbox.embedded.process.OpenResources;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.jar.JarFile;

/** The orders example, started for one run: PostgreSQL, Kafka, order-service, its consumer and a Signalbox node. */
final class OrdersExample {
    private static final Duration START = Duration.ofSeconds(90);
    private static final Duration STOP = Duration.ofSeconds(20);
    private static final int PARTITIONS = 4;

    private final Path jar;
    private final OpenResources started;
    private final RunFolder folder;
    private final ChildPrograms programs;
    private final LocalPostgres postgres;
    private final int servicePort = FreePort.find();
    private final int kafkaPort = FreePort.find();
    private final Map<String, String> environment = new HashMap<>(Map.of("ORDERS_KAFKA", kafka()));
    private final long nodePid;

    /** Starts everything, with all files in a new folder; {@code started} ends it and removes the files. */
    OrdersExample(Path parent, Path jar, OpenResources started) throws IOException, SQLException, InterruptedException {
        this.jar = jar;
        this.started = started;
        this.folder = RunFolder.createIn(Files.createDirectories(parent));
        this.programs = new ChildPrograms(folder.path());
        started.add(folder::close);
        this.postgres = LocalPostgres.startDurable(
                folder, List.of("max_connections=100", "shared_buffers=512MB", "max_wal_size=4GB"));
        started.add(postgres::close);
        createDatabase("orders");
        createDatabase("summary");
        startKafka();
        int consumerPort = FreePort.find();
        ChildProcess service = startApplication("service", servicePort);
        ChildProcess consumer = startApplication("consumer", consumerPort);
        awaitOk(service, servicePort, "/actuator/health");
        ChildProcess node = startNode();
        this.nodePid = node.pid();
        awaitOk(consumer, consumerPort, "/actuator/health");
        // The last entry is closed first: all programs stop at the same time
        started.add(() -> List.of(service, consumer, node).forEach(ChildProcess::askToEnd));
    }

    /** Each database has its own owner, as the example's README describes. */
    private void createDatabase(String name) throws SQLException {
        String password = Passwords.random();
        postgres.execute(
                LocalPostgres.DATABASE,
                "CREATE ROLE " + name + " LOGIN PASSWORD '" + password + "'",
                "CREATE DATABASE " + name + " OWNER " + name);
        String prefix = name.toUpperCase(Locale.ROOT) + "_DB_";
        environment.putAll(Map.of(
                prefix + "URL", postgres.jdbcUrl(name), prefix + "USERNAME", name, prefix + "PASSWORD", password));
    }

    /** The broker's time of each record orders events of different topics. */
    private void startKafka() throws IOException, InterruptedException {
        BrokerOptions options = BrokerOptions.DEFAULTS.withoutTopicCreation().withHeapMegabytes(512);
        LocalKafka broker = LocalKafka.start(folder.file("kafka"), kafkaPort, options);
        started.add(broker::close);
        try {
            for (String topic : LoadState.TOPICS) {
                broker.createTopic(topic, PARTITIONS, Map.of("message.timestamp.type", "LogAppendTime"));
            }
        } catch (ExecutionException e) {
            throw new IOException("the topics could not be created: " + e.getMessage(), e);
        }
    }

    private ChildProcess startApplication(String name, int port) throws IOException {
        List<String> options = List.of("-Xmx512m", "--enable-native-access=ALL-UNNAMED");
        List<String> program = List.of("-jar", jar.toString(), name, "--server.port=" + port);
        return start(programs.java("order-" + name, options, environment, program));
    }

    /** Runs the example's own file, after {@code schema install} as its README describes, in JVMs like this one. */
    private ChildProcess startNode() throws IOException, InterruptedException {
        Path file = folder.file("signalbox.yaml");
        try (JarFile example = new JarFile(jar.toFile());
                InputStream in = example.getInputStream(
                        example.getJarEntry("dev/signalbox/example/orders/" + file.getFileName()))) {
            Files.copy(in, file);
        }
        int port = FreePort.find();
        signalbox("schema", "install", "--config", file.toString()).start().awaitSuccess(START);
        ChildProcess node = start(signalbox("serve", "--config", file.toString(), "--port", String.valueOf(port)));
        awaitOk(node, port, "/health/ready");
        return node;
    }

    private ChildCommand signalbox(String... arguments) {
        return programs.signalbox("signalbox-" + arguments[0], List.of(), environment, arguments);
    }

    private ChildProcess start(ChildCommand command) throws IOException {
        ChildProcess program = command.start();
        started.add(() -> program.end(STOP));
        return program;
    }

    private static void awaitOk(ChildProcess program, int port, String path) throws IOException, InterruptedException {
        ChildPrograms.awaitOk(program, port, path, START);
    }

    URI service() {
        return URI.create("http://127.0.0.1:" + servicePort);
    }

    String kafka() {
        return "127.0.0.1:" + kafkaPort;
    }

    long nodePid() {
        return nodePid;
    }

    Map<String, String> read(String database, String query) throws SQLException {
        Map<String, String> values = new TreeMap<>();
        try (Connection connection = postgres.connect(database);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                values.put(rows.getString(1), rows.getString(2));
            }
        }
        return values;
    }
}
