package dev.signalbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.signalbox.embedded.rabbitmq.LocalRabbit;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The event outbox producer's tables on MariaDB, with the names of its documentation. */
@Tag("slow")
class MariaDbNotificationsTest extends ScenarioTest<ScenarioFixture<MySqlTestDatabase>> {
    private static final int EVENTS = 2_000;

    MariaDbNotificationsTest() {
        super(new ScenarioFixture<>(MySqlTestDatabase.onMariaDb()));
    }

    private ConfigText document(LocalRabbit broker) {
        Map<String, String> database = world.outbox().processor();
        return new ConfigText()
                .set("notification.outbox.batch.size", "100")
                .set("notification.outbox.initial.delay", "0")
                .set("spring.rabbitmq.host", "127.0.0.1")
                .set("spring.rabbitmq.port", String.valueOf(broker.port()))
                .set("spring.rabbitmq.username", broker.user())
                .set("spring.rabbitmq.password", broker.password())
                .set("spring.datasource.url", database.getOrDefault("database-url", ""))
                .set("spring.datasource.username", database.getOrDefault("database-username", ""))
                .set("spring.datasource.password", PostgresTestDatabase.PASSWORD);
    }

    @Test
    void everyEventArrivesAlthoughAProducerIsKilled() throws Exception {
        try (LocalRabbit broker = LocalRabbit.start(TestFolders.ofThisRun("rabbit-mariadb"))) {
            execute("""
                    CREATE TABLE EventOutbox (
                        event_id VARCHAR(64) PRIMARY KEY, event_type VARCHAR(100) NOT NULL, aggregate_type VARCHAR(50) NOT NULL,
                        aggregate_id BIGINT NOT NULL, status VARCHAR(20) NOT NULL, payload JSON NOT NULL,
                        created_at TIMESTAMP(6) NOT NULL, published_at TIMESTAMP NULL, INDEX (status, created_at))""");
            execute("""
                    CREATE TABLE ProcessedEvent (
                        event_id VARCHAR(64) PRIMARY KEY, status VARCHAR(20) NOT NULL,
                        created_at TIMESTAMP NOT NULL, updated_at TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP)""");
            execute("""
                    INSERT INTO EventOutbox (event_id, event_type, aggregate_type, aggregate_id, status, payload, created_at)
                    SELECT concat('evt-', lpad(seq, 6, '0')), 'ORDER_CREATED', elt(1 + seq %% 4, 'RESTAURANT', 'CUSTOMER', 'AGENCY', 'ADMIN'),
                           seq %% 50, 'PENDING', json_object('n', seq), timestamp '2024-01-01 00:00:00' + INTERVAL seq SECOND
                    FROM seq_0_to_%d""".formatted(EVENTS - 1));
            SignalboxProcess victim = world.launch("victim", document(broker).properties(), Map.of())
                    .awaitReady();
            await().atMost(seconds(30)).until(() -> count("EventOutbox", "status = 'PROCESSED'") > 300);
            victim.kill();
            SignalboxProcess heir = world.launch("heir", document(broker).properties(), Map.of())
                    .awaitReady();
            await().atMost(seconds(60))
                    .pollInterval(Duration.ofMillis(100))
                    .until(() -> count("EventOutbox", "status = 'PROCESSED' AND published_at IS NOT NULL") == EVENTS);

            try (NotificationQueues queues = new NotificationQueues(broker)) {
                List<NotificationQueues.ConsumedMessage> consumedMessage = queues.take(EVENTS, seconds(30));
                figure("%d duplicates of %d after a producer on MariaDB was killed"
                        .formatted(consumedMessage.size() - EVENTS, EVENTS));
                assertThat(consumedMessage)
                        .anySatisfy(message -> assertThat(message.body())
                                .isEqualTo("{\"event_id\":\"evt-000007\",\"event_type\":\"ORDER_CREATED\","
                                        + "\"aggregate_type\":\"ADMIN\",\"aggregate_id\":7,\"payload\":{\"n\": 7}}"));
            }
            assertThat(count("ProcessedEvent", "status = 'SUCCESS'")).isEqualTo(EVENTS);
            assertThat(heir.stop()).isZero();
        }
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = world.outbox().connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private long count(String table, String condition) throws SQLException {
        try (Connection connection = world.outbox().connect();
                Statement statement = connection.createStatement();
                ResultSet row =
                        statement.executeQuery("SELECT count(*) FROM %s WHERE %s".formatted(table, condition))) {
            row.next();
            return row.getLong(1);
        }
    }
}
