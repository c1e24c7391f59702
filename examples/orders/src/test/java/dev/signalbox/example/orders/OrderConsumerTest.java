package dev.signalbox.example.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.signalbox.embedded.kafka.LocalKafka;
import dev.signalbox.example.orders.consumer.OrderConsumer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.context.ConfigurableApplicationContext;

/** The whole program on a real broker and a real PostgreSQL. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OrderConsumerTest {
    /** Long enough for a program to start on a busy machine. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final TestDatabase database = TestDatabase.create("summary");
    private LocalKafka broker;
    private KafkaProducer<String, String> producer;
    private ConfigurableApplicationContext consumer;
    private ApiClient apiClient;

    @BeforeAll
    void start() throws IOException, InterruptedException {
        Path folder = Path.of(
                System.getProperty("java.io.tmpdir"),
                "kafka-" + ProcessHandle.current().pid());
        broker = LocalKafka.start(folder);
        consumer =
                OrderConsumer.start(database.options("--spring.kafka.bootstrap-servers=" + broker.bootstrapServers()));
        apiClient = new ApiClient(consumer);
        producer = new KafkaProducer<>(
                Map.<String, Object>copyOf(broker.clientSettings()), new StringSerializer(), new StringSerializer());
    }

    @AfterAll
    void stop() {
        producer.close();
        apiClient.close();
        consumer.close();
        broker.close();
    }

    private static String id() {
        return UUID.randomUUID().toString();
    }

    private void created(String messageId, String customer, String amount)
            throws ExecutionException, InterruptedException {
        send(
                "OrderCreated",
                messageId,
                "{\"orderId\":1,\"customerName\":\"%s\",\"amount\":%s,\"status\":\"PENDING\"}"
                        .formatted(customer, amount));
    }

    private void moved(String messageId, String customer, String amount, String from, String to)
            throws ExecutionException, InterruptedException {
        send(
                "OrderStatusChanged",
                messageId,
                "{\"orderId\":1,\"customerName\":\"%s\",\"amount\":%s,\"oldStatus\":\"%s\",\"newStatus\":\"%s\"}"
                        .formatted(customer, amount, from, to));
    }

    /** All to one partition, so that they are read in order. */
    private void send(String topic, String messageId, @Nullable String payload)
            throws ExecutionException, InterruptedException {
        ProducerRecord<String, String> record = new ProducerRecord<>(topic, 0, "1", payload);
        record.headers().add("messageId", messageId.getBytes(StandardCharsets.UTF_8));
        producer.send(record).get();
    }

    private String summary(String customer) throws IOException, InterruptedException {
        ApiClient.Reply reply = apiClient.get("/api/customers/" + customer + "/summary");
        return reply.text("orders") + " " + reply.text("amount") + " "
                + reply.body().path("byStatus");
    }

    private void awaitSummary(String customer, String expected) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(summary(customer)).isEqualTo(expected));
    }

    @Test
    void whatComesTwiceIsAddedOnce() throws Exception {
        String first = id();
        String second = id();
        created(first, "Ada", "12.50");
        created(first, "Ada", "12.50");
        created(second, "Ada", "7.50");
        created(first, "Ada", "12.50");
        created(id(), "Ada-after", "1.00");
        awaitSummary("Ada-after", "1 1.00 {\"PENDING\":{\"orders\":1,\"amount\":1.00}}");
        assertThat(summary("Ada")).isEqualTo("2 20.00 {\"PENDING\":{\"orders\":2,\"amount\":20.00}}");
    }

    @Test
    void aChangeMayComeBeforeItsOrder() throws Exception {
        moved(id(), "Bob", "5.00", "PENDING", "CANCELLED");
        awaitSummary(
                "Bob",
                "0 0.00 {\"CANCELLED\":{\"orders\":1,\"amount\":5.00},\"PENDING\":{\"orders\":-1,\"amount\":-5.00}}");
        created(id(), "Bob", "5.00");
        awaitSummary("Bob", "1 5.00 {\"CANCELLED\":{\"orders\":1,\"amount\":5.00}}");
    }

    @Test
    void aPoisonMessageIsSetAsideAndWhatFollowsIsAdded() throws Exception {
        // The last one is well-formed, but too large for the column of the sums: only the database can tell.
        database.run("INSERT INTO customer_orders VALUES ('Eve-rich', 'PENDING', 1, 999999999999999999.00)");
        send("OrderCreated", id(), "no JSON");
        send("OrderCreated", id(), "{\"customerName\":\"Eve\",\"amount\":-3}");
        send("OrderCreated", " ", "{\"customerName\":\"Eve\",\"amount\":3,\"status\":\"PENDING\"}");
        send("OrderCreated", id(), null);
        created(id(), "Eve-rich", "9999999999.00");
        created(id(), "Eve", "3.00");

        awaitSummary("Eve", "1 3.00 {\"PENDING\":{\"orders\":1,\"amount\":3.00}}");
        assertThat(database.texts("SELECT reason FROM dead_letters ORDER BY \"offset\""))
                .satisfiesExactly(
                        reason -> assertThat(reason).contains("not JSON"),
                        reason ->
                                assertThat(reason).contains("'amount' must be").contains("'status' is missing"),
                        reason -> assertThat(reason).contains("messageId"),
                        reason -> assertThat(reason).contains("no value"),
                        reason -> assertThat(reason).contains("numeric field overflow"));
        assertThat(database.texts("SELECT convert_from(payload, 'UTF8') FROM dead_letters ORDER BY \"offset\" LIMIT 1"))
                .containsExactly("no JSON");
        ApiClient.Reply letters = apiClient.get("/api/dead-letters?size=2");
        assertThat(letters.body().size()).isEqualTo(2);
        assertThat(letters.body().get(0).path("reason").asString()).contains("numeric field overflow");
        assertThat(summary("Eve-rich")).startsWith("1 999999999999999999.00");
    }

    @Test
    void aDatabaseInTroubleCountsNoAttempts() throws Exception {
        // More failures than a bad record may have. A sequence is not rolled back with its transaction.
        database.run("CREATE SEQUENCE failures");
        database.run("""
                CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN
                    IF nextval('failures') <= 5 THEN
                        RAISE EXCEPTION 'no room' USING ERRCODE = 'disk_full';
                    END IF;
                    RETURN NEW;
                END $$
                """);
        database.run("CREATE TRIGGER fail BEFORE INSERT ON customer_orders FOR EACH ROW"
                + " WHEN (NEW.customer_name = 'Dan') EXECUTE FUNCTION fail()");
        created(id(), "Dan", "2.00");
        awaitSummary("Dan", "1 2.00 {\"PENDING\":{\"orders\":1,\"amount\":2.00}}");
        assertThat(database.texts("SELECT last_value FROM failures")).containsExactly("6");
    }

    @Test
    void itAnswersWithProblemDocumentsAndItsHealth() throws Exception {
        assertThat(apiClient.get("/api/customers/Nobody/summary").isProblem(404))
                .isTrue();
        assertThat(apiClient.get("/api/dead-letters?size=0").isProblem(400)).isTrue();
        assertThat(apiClient.get("/actuator/health").text("status")).isEqualTo("UP");
    }
}
