package dev.signalbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.signalbox.embedded.rabbitmq.LocalRabbit;
import dev.signalbox.example.notifications.listener.NotificationListeners;
import dev.signalbox.example.notifications.order.OrderService;
import dev.signalbox.example.notifications.reservation.ReservationService;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * The unchanged example: its services, Signalbox with its file, a broker and a producer that are killed, and its listeners.
 */
class NotificationsTest {
    private static final String PASSWORD = "notifications-pass-7Qd2";

    private final PostgresServer server = PostgresServer.running();
    private final HttpClient http = HttpClient.newHttpClient();
    private final String database = database();

    private String database() {
        String unique = "notifications" + ProcessHandle.current().pid();
        server.execute("postgres", "CREATE ROLE " + unique + " LOGIN PASSWORD '" + PASSWORD + "'");
        server.execute("postgres", "CREATE DATABASE " + unique + " OWNER " + unique);
        return unique;
    }

    /** Other examples' jars contain a logging library that Spring Boot does not expect; it is not needed here. */
    @BeforeAll
    static void logAsTheTestsDo() {
        System.setProperty("org.springframework.boot.logging.LoggingSystem", "none");
    }

    private String[] options(String... more) {
        List<String> options = new ArrayList<>(List.of(
                "--server.port=0",
                "--logging.level.root=error",
                "--spring.datasource.url=" + PostgresServer.url(database, server.port()),
                "--spring.datasource.username=" + database,
                "--spring.datasource.password=" + PASSWORD));
        options.addAll(List.of(more));
        return options.toArray(String[]::new);
    }

    private static String[] ofBroker(LocalRabbit broker) {
        return new String[] {
            "--spring.rabbitmq.host=" + broker.host(),
            "--spring.rabbitmq.port=" + broker.port(),
            "--spring.rabbitmq.username=" + broker.user(),
            "--spring.rabbitmq.password=" + broker.password()
        };
    }

    private SignalboxProcess producer(String name, LocalRabbit broker) {
        return SignalboxProcess.launch(
                        name,
                        TestFolders.root().resolve("examples/notifications/notifications.properties"),
                        Map.of(
                                "NOTIFICATIONS_DB_URL", PostgresServer.url(database, server.port()),
                                "NOTIFICATIONS_DB_USERNAME", database,
                                "NOTIFICATIONS_DB_PASSWORD", PASSWORD,
                                "NOTIFICATIONS_RABBIT_HOST", broker.host(),
                                "NOTIFICATIONS_RABBIT_PORT", String.valueOf(broker.port()),
                                "NOTIFICATIONS_RABBIT_USERNAME", broker.user(),
                                "NOTIFICATIONS_RABBIT_PASSWORD", broker.password()))
                .awaitReady();
    }

    @Test
    void everyEventBecomesItsNotificationsOnceAlthoughBrokerAndProducerAreKilled() throws Exception {
        try (LocalRabbit broker = LocalRabbit.start(TestFolders.ofThisRun("rabbit-notifications"));
                ConfigurableApplicationContext reservations = ReservationService.start(options());
                ConfigurableApplicationContext orders = OrderService.start(options());
                ConfigurableApplicationContext listeners = NotificationListeners.start(options(ofBroker(broker)));
                SignalboxProcess victim = producer("victim", broker)) {
            URI api = api(orders, "/api/orders");
            order(api, 0, 20);
            reserve(api(reservations, "/api/reservations"), 5);
            await().atMost(ScenarioTest.seconds(30)).until(() -> value("pending") == 0);
            broker.kill();
            order(api, 20, 40);
            broker.restart();
            victim.kill();
            order(api, 40, 50);
            try (SignalboxProcess heir = producer("heir", broker)) {
                await().atMost(ScenarioTest.seconds(60)).until(() -> value("open") == 0);
                assertThat(heir.stop()).isZero();
            }

            assertThat(value("events")).isGreaterThan(100);
            assertThat(value("consumed")).isEqualTo(value("events"));
            assertThat(value("dead")).isZero();
            assertThat(value("told"))
                    .as("events that somebody wants to hear of")
                    .isBetween(50L, value("events"));
            assertThat(listeners.isRunning()).isTrue();
        }
    }

    private static URI api(ConfigurableApplicationContext service, String path) {
        return URI.create(
                "http://127.0.0.1:" + service.getEnvironment().getRequiredProperty("local.server.port") + path);
    }

    private void order(URI api, int from, int to) throws IOException, InterruptedException {
        for (int i = from; i < to; i++) {
            post(
                    api,
                    "{\"restaurantId\":%d,\"customerId\":%d,\"dish\":\"Gnocchi\",\"amount\":12.50}"
                            .formatted(1 + i % 2, 1 + i % 2));
        }
    }

    private void reserve(URI api, int times) throws IOException, InterruptedException {
        for (int i = 0; i < times; i++) {
            post(
                    api,
                    "{\"restaurantId\":1,\"customerId\":2,\"agencyId\":1,\"guests\":4,\"at\":\"2099-01-31T19:30:00Z\"}");
        }
    }

    private void post(URI api, String body) throws IOException, InterruptedException {
        HttpResponse<String> answer = http.send(
                HttpRequest.newBuilder(api)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    }

    private long value(String what) throws SQLException {
        String query = switch (what) {
            case "events" -> "SELECT count(*) FROM EventOutbox";
            case "pending" -> "SELECT count(*) FROM EventOutbox WHERE status <> 'PROCESSED'";
            case "consumed" -> "SELECT count(*) FROM signalbox_inbox";
            case "dead" -> "SELECT count(*) FROM dead_letter";
            case "told" -> "SELECT count(DISTINCT event_id) FROM notification";
            case "open" -> """
                    SELECT count(*) FROM EventOutbox e
                    WHERE e.status <> 'PROCESSED' OR NOT EXISTS (SELECT 1 FROM signalbox_inbox i WHERE i.message_id = e.event_id)""";
            default -> throw new IllegalArgumentException(what);
        };
        try (Connection connection = server.connect(database, PostgresServer.SUPERUSER);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1);
        }
    }
}
