package dev.signalbox.benchmarks.load;

import dev.signalbox.embedded.files.RunFolder;
import dev.signalbox.embedded.kafka.BrokerOptions;
import dev.signalbox.embedded.kafka.LocalKafka;
import dev.signalbox.embedded.postgres.LocalPostgres;
import dev.signalbox.embedded.process.ChildCommand;
import dev.signalbox.embedded.process.ChildProcess;
import dev.signalbox.embedded.process.FreePort;
import dev.signalbox.embedded.process.OpenResources;
import dev.signalbox.server.Main;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.BooleanSupplier;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;

/** Starts PostgreSQL, Kafka, both programs of the orders example and a Signalbox node, in parallel where possible. */
final class OrdersExampleStarter {
    private static final String CONFIGURATION = "dev/signalbox/example/orders/signalbox.yaml";
    private static final List<String> POSTGRES_SETTINGS =
            List.of("max_connections=100", "shared_buffers=512MB", "max_wal_size=4GB");
    private static final int PARTITIONS = 4;
    private static final int BROKER_MEGABYTES = 512;
    private static final String APPLICATION_HEAP = "-Xmx512m";
    /** The broker's time of each record orders events of different topics. */
    private static final Map<String, String> TOPIC = Map.of("message.timestamp.type", "LogAppendTime");

    private static final Duration START = Duration.ofSeconds(90);
    private static final Duration STOP = Duration.ofSeconds(20);
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(5);
    private static final int OK = 200;
    /** Variables that would change how the programs run. */
    private static final List<String> REMOVED_VARIABLES = List.of(
            "OUTBOX_PROCESSOR_",
            "SIGNALBOX_",
            "SPRING_",
            "SERVER_",
            "MANAGEMENT_",
            "LOGGING_",
            "JAVA_TOOL_OPTIONS",
            "JDK_JAVA_OPTIONS");

    private final Path jar;
    private final OpenResources started;
    private final RunFolder folder;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();
    private final Map<String, String> environment = new HashMap<>();

    private OrdersExampleStarter(Path parent, Path jar, OpenResources started) throws IOException {
        this.jar = jar;
        this.started = started;
        this.folder = RunFolder.createIn(Files.createDirectories(parent));
        started.add(folder::close);
        started.add(http::shutdownNow);
    }

    /**
     * Starts everything.
     *
     * @param parent all files are in a new folder in it until the example is closed
     * @param jar the packaged example, with its libraries beside it
     */
    static OrdersExample start(Path parent, Path jar) throws IOException, SQLException, InterruptedException {
        OpenResources started = new OpenResources();
        boolean complete = false;
        try {
            OrdersExample example = new OrdersExampleStarter(parent, jar, started).start();
            complete = true;
            return example;
        } finally {
            if (!complete) {
                started.close();
            }
        }
    }

    private OrdersExample start() throws IOException, SQLException, InterruptedException {
        FutureTask<LocalKafka> broker = new FutureTask<>(this::startBroker);
        Thread.ofVirtual().name("kafka").start(broker);
        started.add(() -> close(broker));
        LocalPostgres postgres = LocalPostgres.startDurable(folder, POSTGRES_SETTINGS);
        started.add(postgres::close);
        createDatabase(postgres, "ORDERS", "orders");
        createDatabase(postgres, "SUMMARY", "summary");
        int servicePort = FreePort.find();
        ChildProcess service = startApplication("service", servicePort);
        String kafka = bootstrapServers(broker);
        environment.put("ORDERS_KAFKA", kafka);
        int consumerPort = FreePort.find();
        ChildProcess consumer = startApplication("consumer", consumerPort);
        service.awaitReady(answers(address(servicePort, "/actuator/health")), START);
        ChildProcess node = startNode();
        consumer.awaitReady(answers(address(consumerPort, "/actuator/health")), START);
        Connection orders = connect(postgres, "orders");
        started.add(() -> close(orders));
        // The last entry is closed first: all programs stop at the same time
        started.add(() -> List.of(service, consumer, node).forEach(ChildProcess::askToEnd));
        return new OrdersExample(
                address(servicePort, ""),
                Optional.of(kafka),
                Optional.of(address(consumerPort, "")),
                Optional.of(new OrdersExample.Started(orders, node.pid(), started::close)),
                settings());
    }

    private static Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("order-service", "a process of its own, " + APPLICATION_HEAP);
        settings.put("consumer", "a process of its own, " + APPLICATION_HEAP);
        settings.put("Signalbox", "one node with the example's signalbox.yaml, in the JVM that serve has");
        settings.put("PostgreSQL", "private, fsync and synchronous_commit on");
        settings.put("Kafka", "private, one broker, topics with " + PARTITIONS + " partitions");
        return settings;
    }

    private LocalKafka startBroker() throws IOException, InterruptedException, ExecutionException {
        BrokerOptions options = BrokerOptions.DEFAULTS.withoutTopicCreation().withHeapMegabytes(BROKER_MEGABYTES);
        LocalKafka kafka = LocalKafka.start(folder.file("kafka"), options);
        kafka.createTopic(OrderStep.CREATED_TOPIC, PARTITIONS, TOPIC);
        kafka.createTopic(OrderStep.CHANGED_TOPIC, PARTITIONS, TOPIC);
        return kafka;
    }

    private static String bootstrapServers(FutureTask<LocalKafka> broker) throws IOException, InterruptedException {
        try {
            return broker.get().bootstrapServers();
        } catch (ExecutionException e) {
            throw new IOException("Kafka did not start: " + e.getMessage(), e);
        }
    }

    /** Each database has its own owner, as the example's README describes. */
    private void createDatabase(LocalPostgres postgres, String prefix, String name) throws SQLException {
        byte[] random = new byte[16];
        new SecureRandom().nextBytes(random);
        String password = HexFormat.of().formatHex(random);
        try (Connection connection = connect(postgres, LocalPostgres.DATABASE);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE ROLE " + name + " LOGIN PASSWORD '" + password + "'");
            statement.execute("CREATE DATABASE " + name + " OWNER " + name);
        }
        environment.put(prefix + "_DB_URL", postgres.jdbcUrl(name));
        environment.put(prefix + "_DB_USERNAME", name);
        environment.put(prefix + "_DB_PASSWORD", password);
    }

    private static Connection connect(LocalPostgres postgres, String database) throws SQLException {
        return DriverManager.getConnection(postgres.jdbcUrl(database), LocalPostgres.SUPERUSER, postgres.password());
    }

    private ChildProcess startApplication(String name, int port) throws IOException {
        return start(
                "order-" + name,
                List.of(
                        APPLICATION_HEAP,
                        "--enable-native-access=ALL-UNNAMED",
                        "-Djava.io.tmpdir=" + folder.file("."),
                        "-jar",
                        jar.toString(),
                        name,
                        "--server.port=" + port));
    }

    /** Runs the example's own file, after {@code schema install} as its README describes. */
    private ChildProcess startNode() throws IOException, InterruptedException {
        String configuration = folder.write("signalbox.yaml", configuration()).toString();
        List<String> install = signalbox(List.of("schema", "install", "--config", configuration));
        command("signalbox-schema", install).start().awaitSuccess(START);
        int port = FreePort.find();
        ChildProcess node = start(
                "signalbox", signalbox(List.of("serve", "--config", configuration, "--port", String.valueOf(port))));
        node.awaitReady(answers(address(port, "/health/ready")), START);
        return node;
    }

    private String configuration() throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            ZipEntry entry = file.getEntry(CONFIGURATION);
            if (entry == null) {
                throw new IOException("there is no " + CONFIGURATION + " in " + jar);
            }
            try (InputStream in = file.getInputStream(entry)) {
                return new String(in.readAllBytes(), StandardCharsets.UTF_8);
            }
        }
    }

    /** Uses the options of this JVM, which the launcher gives to each command. */
    private static List<String> signalbox(List<String> command) {
        List<String> arguments =
                new ArrayList<>(ManagementFactory.getRuntimeMXBean().getInputArguments());
        arguments.addAll(List.of("-cp", System.getProperty("java.class.path", ""), Main.class.getName()));
        arguments.addAll(command);
        return arguments;
    }

    private ChildProcess start(String name, List<String> arguments) throws IOException {
        ChildProcess program = command(name, arguments).start();
        started.add(() -> program.end(STOP));
        return program;
    }

    private ChildCommand command(String name, List<String> arguments) {
        return ChildCommand.java(name, arguments, folder.file(name + ".log")).withEnvironment(variables -> {
            variables.keySet().removeIf(variable -> REMOVED_VARIABLES.stream().anyMatch(variable::startsWith));
            variables.putAll(environment);
        });
    }

    private BooleanSupplier answers(URI health) {
        HttpRequest request =
                HttpRequest.newBuilder(health).timeout(REQUEST_TIMEOUT).build();
        return () -> {
            try {
                return http.send(request, BodyHandlers.discarding()).statusCode() == OK;
            } catch (IOException e) {
                return false; // it does not listen yet
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        };
    }

    private static URI address(int port, String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    private static void close(FutureTask<LocalKafka> broker) {
        try {
            broker.get().close();
        } catch (ExecutionException e) {
            return; // it did not start, and has ended its own process
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void close(Connection connection) throws IOException {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new IOException("a connection could not be closed: " + e.getMessage(), e);
        }
    }
}
