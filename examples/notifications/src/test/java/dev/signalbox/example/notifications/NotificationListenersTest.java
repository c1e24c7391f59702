package dev.signalbox.example.notifications;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.GetResponse;
import dev.signalbox.example.notifications.event.Audience;
import dev.signalbox.example.notifications.listener.NotificationListeners;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * The whole program on a real broker and a real PostgreSQL. The agency's queue is for programs that tests start and stop.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(300)
class NotificationListenersTest {
    /** Long enough for a program to start on a busy machine. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final int MAX_DELIVERIES = 3;

    private TestDatabase database;
    private TestBroker broker;
    private ConfigurableApplicationContext listeners;
    private ApiClient apiClient;

    @BeforeAll
    void start() throws Exception {
        broker = TestBroker.start();
        database = TestDatabase.create("listeners");
        listeners = program("RESTAURANT,CUSTOMER,ADMIN", "20ms");
        apiClient = new ApiClient(listeners);
        awaitPhase(apiClient, "WAITING_FOR_QUEUES");
        for (Audience audience : Audience.values()) {
            broker.declare(audience);
        }
        awaitPhase(apiClient, "LISTENING");
    }

    @AfterAll
    void stop() {
        if (listeners != null) {
            listeners.close();
        }
        if (broker != null) {
            broker.close();
        }
    }

    private String[] options(String audiences, String pause) {
        return database.options(Stream.concat(
                        Stream.of(broker.options()),
                        Stream.of(
                                "--notifications.audiences=" + audiences,
                                "--notifications.max-deliveries=" + MAX_DELIVERIES,
                                "--notifications.first-pause=" + pause))
                .toArray(String[]::new));
    }

    private ConfigurableApplicationContext program(String audiences, String pause) {
        return NotificationListeners.start(options(audiences, pause));
    }

    private static void awaitPhase(ApiClient apiClient, String phase) {
        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(apiClient.get("/api/listeners").body().findValuesAsString("phase"))
                                .isNotEmpty()
                                .containsOnly(phase));
    }

    private static String id() {
        return "evt-" + UUID.randomUUID();
    }

    private static String event(String id, String type, Audience audience, long aggregate) {
        return """
                {"event_id":"%s","event_type":"%s","aggregate_type":"%s","aggregate_id":%d,
                 "payload":{"orderId":7,"restaurant":{"id":1,"name":"Osteria Lucia"},"dish":"Gnocchi"},"more":1}
                """.formatted(id, type, audience, aggregate);
    }

    private void publish(String id, String type, Audience audience, long aggregate) throws Exception {
        broker.publish(audience, event(id, type, audience, aggregate));
    }

    /** The users notified of an event, and their channels. */
    private List<String> notified(String id) {
        return database.texts(
                "SELECT recipient || ' ' || channel FROM notification WHERE event_id = '" + id + "' ORDER BY 1");
    }

    private void awaitNotified(String id, String... expected) {
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(notified(id)).containsExactly(expected));
    }

    private List<String> reasons(String id) {
        return database.texts("SELECT reason FROM dead_letter WHERE event_id = '" + id + "'");
    }

    @Test
    void anEventBecomesANotificationForEachUserAndChannelThatWantsIt() throws Exception {
        String reservation = id();
        String order = id();
        String muted = id();
        String unheardOf = id();
        publish(reservation, "RESERVATION_REQUESTED", Audience.RESTAURANT, 1);
        publish(order, "ORDER_CREATED", Audience.RESTAURANT, 1);
        publish(muted, "ORDER_CREATED", Audience.CUSTOMER, 2);
        publish(unheardOf, "TABLE_ON_FIRE", Audience.ADMIN, 1);

        awaitNotified(reservation, "11 EMAIL", "11 SMS", "12 PUSH");
        awaitNotified(order, "11 EMAIL", "11 SMS", "13 PUSH");
        awaitNotified(unheardOf, "51 IN_APP");
        await().atMost(PATIENCE)
                .until(() -> !database.texts("SELECT 1 FROM signalbox_inbox WHERE message_id = '" + muted + "'")
                        .isEmpty());
        assertThat(notified(muted))
                .as("a user who does not want notifications about orders")
                .isEmpty();
        assertThat(apiClient
                        .get("/api/users/13/notifications?size=1")
                        .body()
                        .get(0)
                        .path("body")
                        .asString())
                .isEqualTo("orderId: 7, restaurant: Osteria Lucia, dish: Gnocchi");
        assertThat(apiClient.get("/api/users/51/notifications").body().findValuesAsString("title"))
                .contains("table on fire");
    }

    @Test
    void anEventThatComesTwiceChangesNothing() throws Exception {
        String twice = id();
        String after = id();
        publish(twice, "ORDER_CREATED", Audience.RESTAURANT, 1);
        awaitNotified(twice, "11 EMAIL", "11 SMS", "13 PUSH");
        database.run("DELETE FROM notification WHERE event_id = '" + twice + "' AND channel = 'SMS'");
        publish(twice, "ORDER_CREATED", Audience.RESTAURANT, 1);
        publish(after, "ORDER_CREATED", Audience.RESTAURANT, 2);
        awaitNotified(after, "21 EMAIL");
        assertThat(notified(twice)).as("the inbox knows it").containsExactly("11 EMAIL", "13 PUSH");

        database.run("DELETE FROM signalbox_inbox WHERE message_id = '" + twice + "'");
        publish(twice, "ORDER_CREATED", Audience.RESTAURANT, 1);
        awaitNotified(twice, "11 EMAIL", "11 SMS", "13 PUSH");
        assertThat(reasons(twice)).as("the constraint is no failure").isEmpty();
    }

    @Test
    void malformedMessagesAreRejectedAtOnceAndOthersProceed() throws Exception {
        String good = id();
        String lost = id();
        broker.publish(
                Audience.CUSTOMER,
                "no JSON",
                "{\"event_id\":\"x\",\"aggregate_type\":\"NOBODY\",\"aggregate_id\":\"1\",\"payload\":7}",
                event(lost, "ORDER_CREATED", Audience.RESTAURANT, 1),
                event(good, "RESERVATION_CONFIRMED", Audience.CUSTOMER, 2));
        awaitNotified(good, "32 SMS");
        await().atMost(PATIENCE).until(() -> broker.waiting("notification.customer.dead") == 3);
        assertThat(
                        database.texts(
                                "SELECT reason FROM dead_letter WHERE queue = 'notification.customer' ORDER BY since, fingerprint"))
                .satisfiesExactly(
                        reason -> assertThat(reason).contains("not JSON"),
                        reason -> assertThat(reason)
                                .contains("'event_type' is missing")
                                .contains("'aggregate_type' must be")
                                .contains("'aggregate_id' must be")
                                .contains("'payload' must be"),
                        reason -> assertThat(reason).contains("is for RESTAURANT"));
        ApiClient.Reply newest = apiClient.get("/api/dead-letters?size=100");
        assertThat(newest.body().findValuesAsString("queue")).contains("notification.customer");
    }

    /** The trigger fails for one event only; a sequence is not rolled back with its transaction. */
    private void failFor(String name, String id, String condition, String code) {
        database.run("CREATE SEQUENCE " + name);
        database.run("""
                CREATE FUNCTION %1$s() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN
                    IF nextval('%1$s') %2$s THEN
                        RAISE EXCEPTION 'out of ink' USING ERRCODE = '%3$s';
                    END IF;
                    RETURN NEW;
                END $$
                """.formatted(name, condition, code));
        database.run("CREATE TRIGGER %1$s BEFORE INSERT ON notification FOR EACH ROW WHEN (NEW.event_id = '%2$s')"
                        .formatted(name, id)
                + " EXECUTE FUNCTION " + name + "()");
    }

    private String tries(String name) {
        return database.texts("SELECT last_value FROM " + name).getFirst();
    }

    @Test
    void whatKeepsFailingGoesToTheDeadLetterQueueWhileOthersGoOn() throws Exception {
        String poison = id();
        failFor("poison", poison, "> 0", "P0001");
        List<String> others =
                Stream.generate(NotificationListenersTest::id).limit(20).toList();
        publish(poison, "ORDER_CREATED", Audience.RESTAURANT, 2);
        for (String other : others) {
            publish(other, "ORDER_CREATED", Audience.RESTAURANT, 2);
        }
        for (String other : others) {
            awaitNotified(other, "21 EMAIL");
        }
        await().atMost(PATIENCE).until(() -> broker.waiting("notification.restaurant.dead") == 1);
        GetResponse dead = broker.take("notification.restaurant.dead").orElseThrow();
        assertThat(new String(dead.getBody(), StandardCharsets.UTF_8))
                .isEqualTo(event(poison, "ORDER_CREATED", Audience.RESTAURANT, 2));
        assertThat(dead.getProps().getHeaders().get("x-first-death-reason")).hasToString("rejected");
        assertThat(reasons(poison))
                .singleElement()
                .asString()
                .contains("failed 3 times")
                .contains("out of ink");
        assertThat(tries("poison")).isEqualTo("3");
        assertThat(notified(poison)).isEmpty();
        assertThat(database.texts("SELECT event_id FROM delivery_attempt WHERE queue = 'notification.restaurant'"))
                .isEmpty();
    }

    @Test
    void aDatabaseInTroubleCountsNoDeliveries() throws Exception {
        String patient = id();
        failFor("outage", patient, "<= " + MAX_DELIVERIES, "disk_full");
        publish(patient, "RESERVATION_CONFIRMED", Audience.CUSTOMER, 2);
        awaitNotified(patient, "32 SMS");
        assertThat(tries("outage")).isEqualTo("4");
        assertThat(reasons(patient)).isEmpty();
    }

    @Test
    void deliveriesAreCountedAcrossARestart() throws Exception {
        String poison = id();
        failFor("restarted", poison, "> 0", "P0001");
        try (ConfigurableApplicationContext _ = program("AGENCY", "5s")) {
            publish(poison, "ORDER_CREATED", Audience.AGENCY, 1);
            await().atMost(PATIENCE)
                    .until(() -> database.texts(
                                    "SELECT deliveries FROM delivery_attempt WHERE event_id = '" + poison + "'")
                            .equals(List.of("1")));
        }
        try (ConfigurableApplicationContext _ = program("AGENCY", "20ms")) {
            await().atMost(PATIENCE).until(() -> broker.waiting("notification.agency.dead") == 1);
        }
        assertThat(tries("restarted")).isEqualTo("3");
        assertThat(reasons(poison)).singleElement().asString().contains("out of ink");
        assertThat(broker.take("notification.agency.dead")).isPresent();
    }

    @Test
    void aListenerThatIsKilledInTheMiddleOfAMessageLosesNothing() throws Exception {
        String id = id();
        // Blocks the insert of this event until the test releases it.
        database.run("""
                CREATE FUNCTION pass() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN
                    PERFORM pg_advisory_xact_lock_shared(4711);
                    RETURN NEW;
                END $$
                """);
        database.run("CREATE TRIGGER pass BEFORE INSERT ON notification FOR EACH ROW WHEN (NEW.event_id = '" + id
                + "') EXECUTE FUNCTION pass()");
        try (TestDatabase.Lock _ = database.lock(4711)) {
            Process process = Program.command("listeners", options("AGENCY", "20ms"))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try {
                publish(id, "ORDER_CREATED", Audience.AGENCY, 1);
                await().atMost(PATIENCE)
                        .until(() -> !database.texts(
                                        "SELECT pid FROM pg_stat_activity WHERE wait_event = 'advisory' AND datname = current_database()")
                                .isEmpty());
            } finally {
                assertThat(process.destroyForcibly().waitFor(20, TimeUnit.SECONDS))
                        .isTrue();
            }
        }
        await().atMost(PATIENCE).until(() -> broker.waiting("notification.agency") == 1);
        assertThat(notified(id)).isEmpty();
        try (ConfigurableApplicationContext _ = program("AGENCY", "20ms")) {
            awaitNotified(id, "41 EMAIL", "42 EMAIL");
            await().atMost(PATIENCE)
                    .until(() -> database.texts("SELECT event_id FROM delivery_attempt WHERE event_id = '" + id + "'")
                            .isEmpty());
        }
        assertThat(broker.waiting("notification.agency"))
                .as("it was acknowledged")
                .isZero();
    }

    @Test
    void aMessageThatIsDoneAndWasNotAcknowledgedIsDoneOnce() throws Exception {
        String id = id();
        publish(id, "ORDER_CREATED", Audience.AGENCY, 1);
        // Like a listener that ends after its transaction: the message is redelivered, with that flag.
        Map<String, Boolean> _ = broker.run(channel -> {
            await().atMost(PATIENCE).until(() -> channel.basicGet("notification.agency", false) != null);
            database.run("INSERT INTO signalbox_inbox VALUES ('" + id + "', 'notification.agency')");
            return Map.of();
        });
        try (ConfigurableApplicationContext _ = program("AGENCY", "20ms")) {
            String after = id();
            publish(after, "ORDER_CREATED", Audience.AGENCY, 1);
            awaitNotified(after, "41 EMAIL", "42 EMAIL");
        }
        assertThat(notified(id)).isEmpty();
        assertThat(reasons(id)).isEmpty();
        assertThat(broker.waiting("notification.agency")).isZero();
        assertThat(database.texts("SELECT event_id FROM delivery_attempt WHERE event_id = '" + id + "'"))
                .isEmpty();
    }

    @Test
    void aBrokerMayBeAwayAtTheStartAndLater() throws Exception {
        String before = id();
        String after = id();
        broker.publish(Audience.AGENCY, event(before, "ORDER_CREATED", Audience.AGENCY, 1));
        broker.rabbit().kill();
        awaitPhase(apiClient, "CONNECTING");
        try (ConfigurableApplicationContext late = program("AGENCY", "20ms")) {
            awaitPhase(new ApiClient(late), "CONNECTING");
            assertThat(apiClient.get("/actuator/health").body().path("status").asString())
                    .isEqualTo("UP");
            broker.rabbit().restart();
            awaitNotified(before, "41 EMAIL", "42 EMAIL");
            awaitPhase(apiClient, "LISTENING");
            publish(after, "ORDER_CREATED", Audience.RESTAURANT, 2);
            awaitNotified(after, "21 EMAIL");
        }
    }

    @Test
    void itAnswersWithProblemDocumentsAndSums() {
        assertThat(apiClient.get("/api/users/99/notifications").isProblem(404)).isTrue();
        assertThat(apiClient.get("/api/users/11/notifications?size=0&after=-1").faults())
                .containsExactly("after", "size");
        assertThat(apiClient.get("/api/dead-letters?size=0").isProblem(400)).isTrue();
        database.run(
                "INSERT INTO EventOutbox VALUES ('sum-1', 'X', 'AGENCY', 9, 'PROCESSED', '{}', now(), now()),"
                        + " ('sum-2', 'X', 'AGENCY', 9, 'PROCESSED', '{}', now(), now()), ('sum-3', 'X', 'AGENCY', 9, 'PENDING', '{}', now(), NULL)");
        database.run("INSERT INTO signalbox_inbox VALUES ('sum-1', 'notification.agency')");
        ApiClient.Reply sums = apiClient.get("/api/audit");
        assertThat(List.of("events", "pending", "failed", "consumed", "dead", "underway"))
                .extracting(name -> sums.body().path(name).asInt())
                .containsExactly(3, 1, 0, 1, 0, 1);
    }
}
