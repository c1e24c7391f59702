package dev.signalbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.signalbox.client.Layout;
import dev.signalbox.client.Message;
import dev.signalbox.embedded.kafka.LocalKafka;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An application that writes messages with the client, and a real broker that receives them. */
class KafkaTest extends EndToEndTest {
    private static final int GROUPS = 20;
    private static final dev.signalbox.client.Outbox CLIENT = dev.signalbox.client.Outbox.of(Layout.flowcatalyst());

    @SuppressWarnings("NullAway.Init") // set before the first test
    private static LocalKafka broker;

    @BeforeAll
    static void startBroker() throws Exception {
        broker = LocalKafka.start(TestFolders.ofThisRun("kafka"));
    }

    @AfterAll
    static void endBroker() {
        broker.close();
    }

    private ConfigText config(String topic) {
        return new ConfigText()
                .set("signalbox.sources.shop.url", world.outbox().url())
                .set("signalbox.sources.shop.username", world.outbox().role())
                .set("signalbox.sources.shop.password", PostgresTestDatabase.PASSWORD)
                .set("signalbox.sinks.events.type", "kafka")
                .set("signalbox.sinks.events.bootstrap-servers", broker.bootstrapServers())
                .set("signalbox.sinks.events.topics.Order*", topic)
                .set("signalbox.sinks.events.client.max.request.size", "2000000")
                .set("signalbox.sinks.events.cloud-events.source", "/shop")
                .set("signalbox.relays.events.source", "shop")
                .set("signalbox.relays.events.sink", "events")
                .set("signalbox.relays.events.outbox.table", PostgresTestDatabase.EVENTS)
                .set("signalbox.relays.events.poll.interval", "200ms");
    }

    /** One transaction for each message, as in an application. */
    private void write(int from, int to) throws SQLException {
        try (Connection connection = world.outbox().connect()) {
            connection.setAutoCommit(false);
            for (int i = from; i < to; i++) {
                CLIENT.record(
                        connection,
                        Message.builder("OrderCreated")
                                .group("o" + i % GROUPS)
                                .payload("{\"n\":" + i + "}")
                                .build());
                connection.commit();
            }
        }
    }

    /** All current payloads of a topic. */
    static List<String> payloads(LocalKafka broker, String topic) {
        List<String> payloads = new ArrayList<>();
        try (KafkaConsumer<String, String> consumer = consumer(broker, topic)) {
            await().atMost(seconds(30)).until(() -> {
                consumer.poll(Duration.ofMillis(200)).forEach(record -> payloads.add(record.value()));
                return !consumer.assignment().isEmpty()
                        && consumer.endOffsets(consumer.assignment()).entrySet().stream()
                                .allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
            });
        }
        return payloads;
    }

    private static KafkaConsumer<String, String> consumer(LocalKafka broker, String topic) {
        Map<String, Object> settings = new HashMap<>(broker.clientSettings());
        settings.put("bootstrap.servers", broker.bootstrapServers());
        settings.put("group.id", "test-" + topic + System.nanoTime());
        settings.put("auto.offset.reset", "earliest");
        KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer());
        consumer.subscribe(List.of(topic));
        return consumer;
    }

    @Test
    void everythingArrivesInOrderAlthoughTheBrokerIsKilled() throws Exception {
        broker.createTopic("orders", 4, Map.of());
        SignalboxProcess signalboxProcess = world.leader(config("orders"));
        write(0, 200);
        await().until(() -> completed() > 50);
        broker.kill();
        write(200, 400);
        broker.restart();
        write(400, 500);
        world.awaitSettled(seconds(60));

        assertThat(world.outbox().count(PostgresTestDatabase.EVENTS, "status = 'COMPLETED' AND retry_count = 0"))
                .as("an outage counts nothing")
                .isEqualTo(500);
        List<ConsumerRecord<String, String>> records = records("orders", 500);
        assertInOrder(records);
        assertThat(header(records.getFirst(), "ce_type")).isEqualTo("OrderCreated");
        assertThat(header(records.getFirst(), "ce_source")).isEqualTo("/shop");
        assertThat(signalboxProcess.stop()).isZero();
    }

    @Test
    @Tag("slow")
    void aNodeThatIsFrozenWhileItSendsAndGoesOnBreaksNoOrder() throws Exception {
        broker.createTopic("frozen-orders", 4, Map.of());
        SignalboxProcess zombie = world.leader(config("frozen-orders"));
        SignalboxProcess standby = world.standby(config("frozen-orders"));
        for (int round = 0; round < 3; round++) {
            int from = round * 1_000;
            write(from, from + 300);
            await().until(() -> completed() > from + 100);
            zombie.freeze();
            write(from + 300, from + 700);
            await().atMost(seconds(20)).until(() -> completed() >= from + 600);
            zombie.thaw();
            write(from + 700, from + 1_000);
            world.awaitSettled(seconds(30));
        }

        List<ConsumerRecord<String, String>> records = records("frozen-orders", 3_000);
        assertInOrder(records);
        figure("%d duplicates of 3000 after three times SIGSTOP and SIGCONT".formatted(records.size() - 3_000));
        assertThat(world.outbox().count(PostgresTestDatabase.EVENTS, "status = 'COMPLETED' AND retry_count = 0"))
                .isEqualTo(3_000);
        assertThat(zombie.stop()).isZero();
        assertThat(standby.stop()).isZero();
    }

    @Test
    void aTableOfCatboxGoesToATopicForEachTypeWithItsCorrelationId() throws Exception {
        world.outbox().execute("""
                CREATE TABLE catbox_events (
                    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
                    aggregate_type varchar(255) NOT NULL,
                    aggregate_id varchar(255) NOT NULL,
                    event_type varchar(255) NOT NULL,
                    correlation_id varchar(255),
                    payload text NOT NULL,
                    created_at timestamp NOT NULL,
                    sent_at timestamp,
                    in_progress_until timestamp
                );
                GRANT SELECT, UPDATE ON catbox_events TO %s;
                """.formatted(world.outbox().role()));
        try (Connection connection = world.outbox().connect()) {
            broker.createTopic("catbox", 1, Map.of());
            connection.setAutoCommit(false);
            for (int i = 0; i < 12; i++) {
                dev.signalbox.client.Outbox.of(Layout.catbox().table("catbox_events"))
                        .record(
                                connection,
                                Message.builder("catbox")
                                        .aggregateType("Order")
                                        .group("42")
                                        .correlationId("c" + i)
                                        .payload("{\"n\":" + i + "}")
                                        .build());
            }
            connection.commit();
            ConfigText config = config("orders")
                    .relay("outbox.layout", "catbox")
                    .relay("outbox.table", "catbox_events")
                    .relay("outbox.holding", "own");
            world.leader(config);

            List<ConsumerRecord<String, String>> records = records("catbox", 12);
            assertThat(records.stream().map(record -> header(record, "correlationId")))
                    .containsExactly("c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9", "c10", "c11");
            assertThat(records).allSatisfy(record -> assertThat(record.key()).isEqualTo("42"));
            await().until(() -> world.outbox().count("catbox_events", "sent_at IS NULL") == 0);
        }
    }

    private long completed() {
        return world.outbox().count(PostgresTestDatabase.EVENTS, "status = 'COMPLETED'");
    }

    private static String header(ConsumerRecord<String, String> record, String name) {
        return new String(record.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
    }

    private static List<ConsumerRecord<String, String>> records(String topic, int different) {
        List<ConsumerRecord<String, String>> records = new ArrayList<>();
        LinkedHashSet<String> payloads = new LinkedHashSet<>();
        try (KafkaConsumer<String, String> consumer = consumer(broker, topic)) {
            await().atMost(seconds(30)).until(() -> {
                consumer.poll(Duration.ofMillis(200)).forEach(record -> {
                    records.add(record);
                    payloads.add(record.value());
                });
                return payloads.size() == different;
            });
        }
        return records;
    }

    /** Checks each group by first arrival. */
    private static void assertInOrder(List<ConsumerRecord<String, String>> records) {
        Map<String, LinkedHashSet<Integer>> byGroup = new HashMap<>();
        for (ConsumerRecord<String, String> record : records) {
            int number = Integer.parseInt(record.value().replaceAll("\\D", ""));
            assertThat(record.key()).isEqualTo("o" + number % GROUPS);
            byGroup.computeIfAbsent(record.key(), _ -> new LinkedHashSet<>()).add(number);
        }
        assertThat(byGroup).hasSize(GROUPS);
        byGroup.values().forEach(numbers -> assertThat(List.copyOf(numbers)).isSorted());
    }
}
