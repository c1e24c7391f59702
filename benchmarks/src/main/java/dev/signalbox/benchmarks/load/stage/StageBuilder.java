package dev.signalbox.benchmarks.load.stage;

import dev.signalbox.benchmarks.load.traffic.Step;
import dev.signalbox.embedded.files.RunFolder;
import dev.signalbox.embedded.kafka.BrokerOptions;
import dev.signalbox.embedded.kafka.LocalKafka;
import dev.signalbox.embedded.process.ChildCommand;
import dev.signalbox.embedded.process.ChildProcess;
import dev.signalbox.embedded.process.FreePort;
import dev.signalbox.embedded.process.OpenResources;
import dev.signalbox.server.Main;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.BooleanSupplier;

/** Starts database, broker, both programs of the example and a node of Signalbox, at the same time where they need not wait. */
final class StageBuilder {
    static final int PARTITIONS = 4;
    /** Far less than Java would take on a large machine. */
    static final String APPLICATION_HEAP = "-Xmx512m";

    private static final Duration START = Duration.ofSeconds(90);
    private static final Duration STOP = Duration.ofSeconds(20);
    private static final Duration ANSWER = Duration.ofSeconds(5);
    private static final int OK = 200;
    private static final List<String> FOREIGN = List.of(
            "OUTBOX_PROCESSOR_",
            "SIGNALBOX_",
            "SPRING_",
            "SERVER_",
            "MANAGEMENT_",
            "LOGGING_",
            "JAVA_TOOL_OPTIONS",
            "JDK_JAVA_OPTIONS");
    private static final int BROKER_MEGABYTES = 512;
    /** With the broker's time of each record, events of different topics have an order. */
    private static final Map<String, String> TOPIC = Map.of("message.timestamp.type", "LogAppendTime");

    private final OrdersJar jar;
    private final OpenResources belongings;
    private final RunFolder folder;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();
    private final Map<String, String> environment = new HashMap<>();

    StageBuilder(Path parent, OrdersJar jar, OpenResources belongings) throws IOException {
        this.jar = jar;
        this.belongings = belongings;
        this.folder = RunFolder.createIn(Files.createDirectories(parent));
        belongings.add(folder::close);
        belongings.add(http::shutdownNow);
    }

    OwnStage build() throws IOException, SQLException, InterruptedException {
        FutureTask<LocalKafka> broker = new FutureTask<>(this::startBroker);
        Thread.ofVirtual().name("kafka").start(broker);
        belongings.add(() -> end(broker));
        OrdersDatabases databases = OrdersDatabases.start(folder);
        belongings.add(databases::close);
        environment.putAll(databases.environment("ORDERS", OrdersDatabases.ORDERS));
        environment.putAll(databases.environment("SUMMARY", OrdersDatabases.SUMMARY));
        int servicePort = FreePort.find();
        ChildProcess service = application("service", servicePort);
        LocalKafka kafka = started(broker);
        environment.put("ORDERS_KAFKA", kafka.bootstrapServers());
        int consumerPort = FreePort.find();
        ChildProcess consumer = application("consumer", consumerPort);
        service.awaitReady(answers(address(servicePort, "/actuator/health")), START);
        ChildProcess node = node();
        consumer.awaitReady(answers(address(consumerPort, "/actuator/health")), START);
        Connection connection = databases.connect(OrdersDatabases.ORDERS);
        belongings.add(() -> close(connection));
        belongings.add(() -> List.of(service, consumer, node).forEach(ChildProcess::askToEnd));
        return new OwnStage(
                belongings,
                databases,
                address(servicePort, ""),
                kafka.bootstrapServers(),
                new OrdersProbe(connection, node.pid()));
    }

    private LocalKafka startBroker() throws IOException, InterruptedException, ExecutionException {
        BrokerOptions options = BrokerOptions.DEFAULTS.withoutTopicCreation().withHeapMegabytes(BROKER_MEGABYTES);
        LocalKafka kafka = LocalKafka.start(folder.file("kafka"), options);
        kafka.createTopic(Step.CREATIONS, PARTITIONS, TOPIC);
        kafka.createTopic(Step.CHANGES, PARTITIONS, TOPIC);
        return kafka;
    }

    private static LocalKafka started(FutureTask<LocalKafka> broker) throws IOException, InterruptedException {
        try {
            return broker.get();
        } catch (ExecutionException e) {
            throw new IOException("Kafka did not start: " + e.getMessage(), e);
        }
    }

    private static void end(FutureTask<LocalKafka> broker) {
        try {
            broker.get().close();
        } catch (ExecutionException e) {
            return; // it has never been up, and has ended its process itself
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private ChildProcess application(String name, int port) throws IOException {
        List<String> arguments = List.of(
                APPLICATION_HEAP,
                "--enable-native-access=ALL-UNNAMED",
                "-Djava.io.tmpdir=" + folder.file("."),
                "-jar",
                jar.file().toString(),
                name,
                "--server.port=" + port);
        return running("order-" + name, arguments);
    }

    /** The example's own file, after what its README has done once: indexes, and a trigger that tells of new rows. */
    private ChildProcess node() throws IOException, InterruptedException {
        String configuration = folder.write("signalbox.yaml", new String(jar.configuration(), StandardCharsets.UTF_8))
                .toString();
        started("schema", signalbox(List.of("schema", "install", "--config", configuration)))
                .awaitSuccess(START);
        int port = FreePort.find();
        ChildProcess node = running(
                "signalbox", signalbox(List.of("serve", "--config", configuration, "--port", String.valueOf(port))));
        node.awaitReady(answers(address(port, "/health/ready")), START);
        return node;
    }

    /** With the options of this JVM, which are those that the launcher gives to each command. */
    private static List<String> signalbox(List<String> command) {
        List<String> arguments =
                new ArrayList<>(ManagementFactory.getRuntimeMXBean().getInputArguments());
        arguments.addAll(List.of("-cp", System.getProperty("java.class.path", ""), Main.class.getName()));
        arguments.addAll(command);
        return arguments;
    }

    private ChildProcess running(String name, List<String> arguments) throws IOException {
        ChildProcess program = started(name, arguments);
        belongings.add(() -> program.end(STOP));
        return program;
    }

    private ChildProcess started(String name, List<String> arguments) throws IOException {
        return ChildCommand.java(name, arguments, folder.file(name + ".log"))
                .withEnvironment(this::adjust)
                .start();
    }

    /** What is set for another application, or for this process, is not meant here. */
    private void adjust(Map<String, String> variables) {
        variables.keySet().removeIf(variable -> FOREIGN.stream().anyMatch(variable::startsWith));
        variables.putAll(environment);
    }

    private BooleanSupplier answers(URI health) {
        HttpRequest request = HttpRequest.newBuilder(health).timeout(ANSWER).build();
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

    private static void close(Connection connection) throws IOException {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new IOException("a connection could not be closed: " + e.getMessage(), e);
        }
    }
}
