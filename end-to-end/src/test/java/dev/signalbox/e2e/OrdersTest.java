package dev.signalbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.signalbox.embedded.kafka.LocalKafka;
import dev.signalbox.example.orders.consumer.OrderConsumer;
import dev.signalbox.example.orders.service.OrderService;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;

/** The unchanged example: its service, the processor with its own file, a broker that is killed, and its consumer. */
@Tag("slow")
class OrdersTest {
    private static final int CUSTOMERS = 5;
    private static final String PASSWORD = "orders-pass-3Kd9";
    private static final String TRACE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    private static final String SUMS = "SELECT string_agg(concat_ws(' ', customer_name, status, orders, amount), ', '"
            + " ORDER BY customer_name, status) FROM ";

    private final PostgresServer server = PostgresServer.running();
    private final HttpClient http = HttpClient.newHttpClient();
    private final String orders = database("orders");
    private final String summary = database("summary");

    /** Creates a database with an owner of the same name, as the example's README describes. */
    private String database(String name) {
        String unique = name + ProcessHandle.current().pid();
        server.execute("postgres", "CREATE ROLE " + unique + " LOGIN PASSWORD '" + PASSWORD + "'");
        server.execute("postgres", "CREATE DATABASE " + unique + " OWNER " + unique);
        return unique;
    }

    private String[] options(String database, String... more) {
        List<String> options = new ArrayList<>(List.of(
                "--server.port=0",
                "--logging.level.root=error",
                "--spring.datasource.url=" + PostgresServer.url(database, server.port()),
                "--spring.datasource.username=" + database,
                "--spring.datasource.password=" + PASSWORD));
        options.addAll(List.of(more));
        return options.toArray(String[]::new);
    }

    /** The wallet's jar contains a logging library that Spring Boot does not expect; it is not needed here. */
    @BeforeAll
    static void logAsTheTestsDo() {
        System.setProperty("org.springframework.boot.logging.LoggingSystem", "none");
    }

    private Map<String, String> environment(LocalKafka broker) {
        return Map.of(
                "ORDERS_DB_URL",
                PostgresServer.url(orders, server.port()),
                "ORDERS_DB_USERNAME",
                orders,
                "ORDERS_DB_PASSWORD",
                PASSWORD,
                "ORDERS_KAFKA",
                broker.bootstrapServers());
    }

    @Test
    void whatTheConsumerAddsUpIsWhatTheServiceHasTaken() throws Exception {
        try (LocalKafka broker = LocalKafka.start(TestFolders.ofThisRun("kafka-orders"));
                ConfigurableApplicationContext service = OrderService.start(options(orders));
                ConfigurableApplicationContext consumer = OrderConsumer.start(
                        options(summary, "--spring.kafka.bootstrap-servers=" + broker.bootstrapServers()));
                SignalboxProcess processor = SignalboxProcess.launch(
                        "orders", TestFolders.root().resolve("examples/orders/signalbox.yaml"), environment(broker))) {
            processor.awaitReady();
            URI api = api(service);
            order(api, 0, 30);
            await().atMost(Duration.ofSeconds(20)).until(() -> count("sent_at IS NOT NULL") > 10);
            broker.kill();
            order(api, 30, 60);
            broker.restart();
            order(api, 60, 70);

            String taken = value(
                    orders,
                    SUMS + "(SELECT customer_name, status, count(*) orders, sum(amount) amount"
                            + " FROM orders GROUP BY customer_name, status)");
            await().atMost(Duration.ofSeconds(60))
                    .untilAsserted(() -> assertThat(value(summary, SUMS + "customer_orders WHERE orders <> 0"))
                            .isEqualTo(taken));
            await().atMost(Duration.ofSeconds(20)).until(() -> count("sent_at IS NULL") == 0);
            assertThat(consumer.isRunning()).isTrue();
            assertThat(processor.stop()).isZero();
            assertHeaders(broker);
        }
    }

    private static URI api(ConfigurableApplicationContext service) {
        String port = service.getEnvironment().getRequiredProperty("local.server.port");
        return URI.create("http://127.0.0.1:" + port + "/api/orders");
    }

    /** Places orders of some customers and advances half of them. */
    private void order(URI api, int from, int to) throws IOException, InterruptedException {
        for (int i = from; i < to; i++) {
            String body = "{\"customerName\":\"customer-%d\",\"productName\":\"Lamp\",\"amount\":%d.25}"
                    .formatted(i % CUSTOMERS, i + 1);
            HttpResponse<String> taken = send(api, "POST", body);
            assertThat(taken.statusCode()).isEqualTo(201);
            if (i % 2 == 0) {
                String place = taken.headers().firstValue("Location").orElseThrow();
                HttpResponse<String> moved = send(
                        api.resolve(place + "/status"),
                        "PATCH",
                        i % 4 == 0 ? "{\"status\":\"PROCESSING\"}" : "{\"status\":\"CANCELLED\"}");
                assertThat(moved.statusCode()).isEqualTo(200);
            }
        }
    }

    private HttpResponse<String> send(URI uri, String method, String body) throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(uri)
                        .header("Content-Type", "application/json")
                        .header("X-Correlation-Id", "cart-1")
                        .header("traceparent", TRACE)
                        .method(method, BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static void assertHeaders(LocalKafka broker) {
        Map<String, Object> settings = new HashMap<>(broker.clientSettings());
        settings.put("group.id", "test");
        settings.put("auto.offset.reset", "earliest");
        List<ConsumerRecord<String, String>> records = new ArrayList<>();
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
            consumer.subscribe(List.of("OrderStatusChanged"));
            await().atMost(Duration.ofSeconds(20)).until(() -> {
                consumer.poll(Duration.ofMillis(200)).forEach(records::add);
                return !records.isEmpty();
            });
        }
        ConsumerRecord<String, String> record = records.getFirst();
        assertThat(record.value()).contains("\"orderId\":" + record.key() + ",");
        assertThat(header(record, "aggregateType")).isEqualTo("Order");
        assertThat(header(record, "correlationId")).isEqualTo("cart-1");
        assertThat(header(record, "traceparent")).isEqualTo(TRACE);
        assertThat(header(record, "messageId")).containsOnlyDigits();
    }

    private static String header(ConsumerRecord<?, ?> record, String name) {
        return new String(record.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
    }

    private long count(String condition) throws SQLException {
        return Long.parseLong(value(orders, "SELECT count(*) FROM outbox_events WHERE " + condition));
    }

    private String value(String database, String query) throws SQLException {
        try (Connection connection = server.connect(database, PostgresServer.SUPERUSER);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return String.valueOf(rows.getString(1));
        }
    }
}
