package dev.signalbox.e2e.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.signalbox.e2e.ConfigText;
import dev.signalbox.e2e.PostgresTestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The whole way in one program: an application's transaction, its outbox, the relay of a FlowCatalyst file, the platform, a
 * subscription, and a receiver that verifies.
 */
@Execution(ExecutionMode.SAME_THREAD)
class OutboxToWebhookTest extends PlatformTest {
    private static final int GROUPS = 4;
    private int written;

    @Override
    @BeforeAll
    void launch() {
        int port = PlatformFixture.freePort();
        fixture.database().execute("CREATE TABLE orders (id int PRIMARY KEY)");
        node = fixture.launch("whole-way", port, relayTo(port)).awaitReady();
        api = new PlatformApi(port);
    }

    /** The file of a FlowCatalyst outbox processor whose API is this platform itself. */
    private ConfigText relayTo(int port) {
        ConfigText config = fixture.config()
                .set("outbox-processor.enabled", "true")
                .set("outbox-processor.api-base-url", "http://127.0.0.1:" + port)
                .set("outbox-processor.api-token", PlatformApi.TOKEN);
        fixture.database().processor().forEach((key, value) -> config.set("outbox-processor." + key, value));
        return config;
    }

    @Test
    void whatAnApplicationCommitsArrivesInOrderAndSigned() throws SQLException {
        SubscribedTarget data = subscribe("data", body -> body.put("mode", "BLOCK_ON_ERROR"));
        SubscribedTarget envelope = SubscribedTarget.create(
                api,
                receiver,
                data.code() + "-envelope",
                data.type(),
                body -> body.put("mode", "NEXT_ON_ERROR").put("dataOnly", false));
        int count = 60;
        for (int number = 1; number <= count; number++) {
            String id = nextId();
            ObjectNode event = event(data.type(), id, number);
            commit(PostgresTestDatabase.EVENTS, id, "g" + number % GROUPS, event.toString(), number);
        }
        String rolledBack = nextId();
        rollBack(rolledBack, event(data.type(), rolledBack, count + 1).toString());

        data.awaitCount(count, seconds(20));
        envelope.awaitCount(count, seconds(20));
        awaitSettled();
        data.staysAt(count, seconds(1));
        assertThat(states(PostgresTestDatabase.EVENTS, data.type())).containsExactly("COMPLETED|0");
        for (int group = 0; group < GROUPS; group++) {
            int remainder = group;
            List<Integer> expected = IntStream.rangeClosed(1, count)
                    .filter(n -> n % GROUPS == remainder)
                    .boxed()
                    .toList();
            assertThat(data.numbers("g" + group)).isEqualTo(expected);
            assertThat(envelope.numbers("g" + group)).isEqualTo(expected);
        }
        data.received().forEach(webhook -> assertComplete(webhook, data));
        envelope.received().forEach(webhook -> assertComplete(webhook, envelope));
        ReceivedWebhook first = envelope.received().getFirst();
        assertThat(first.json().path("eventId").asString()).isEqualTo(first.header("X-FlowCatalyst-Causation-ID"));
        JsonNode stored = api.get("/api/events/" + first.header("X-FlowCatalyst-Causation-ID"))
                .expect(200)
                .json();
        assertThat(stored.path("data").path("n").asInt()).isEqualTo(first.number());
    }

    private static void assertComplete(ReceivedWebhook webhook, SubscribedTarget target) {
        SignatureCheck.assertSigned(webhook, target.secret());
        assertThat(webhook.header("X-FlowCatalyst-ID")).isEqualTo(webhook.id());
        assertThat(webhook.header("X-FlowCatalyst-Kind")).isEqualTo("EVENT");
        assertThat(webhook.header("X-FlowCatalyst-Code")).isEqualTo(target.type());
        assertThat(webhook.header("X-FlowCatalyst-Subject")).isEqualTo("order:" + webhook.number());
        assertThat(webhook.header("X-FlowCatalyst-Correlation-ID")).isEqualTo("c" + webhook.number());
    }

    @Test
    void badPayloadsAmongGoodOnesHurtOnlyThemselves() throws SQLException {
        SubscribedTarget target = subscribe("bad-among-good", body -> body.put("mode", "BLOCK_ON_ERROR"));
        List<Consumer<ObjectNode>> faults = List.of(
                event -> event.remove("type"),
                event -> event.put("type", "t".repeat(300)),
                event -> event.put("time", "yesterday"),
                event -> event.put("messageGroup", 7),
                event -> event.put("subject", "a\nb"),
                event -> event.put("data", "x".repeat(1_100_000)),
                event -> event.putArray("contextData").add("no object"),
                event -> event.set("data", deep()));
        List<String> bad = new ArrayList<>();
        for (int number = 1; number <= 80; number++) {
            String id = nextId();
            ObjectNode event = event(target.type(), id, number);
            if (number % 10 == 5) {
                faults.get(number / 10).accept(event);
                bad.add(id);
            }
            commit(PostgresTestDatabase.EVENTS, id, "g" + number % GROUPS, event.toString(), number);
        }

        awaitSettled();
        target.awaitCount(72, seconds(30));
        target.staysAt(72, seconds(1));
        for (int group = 0; group < GROUPS; group++) {
            int remainder = group;
            assertThat(target.numbers("g" + group))
                    .isEqualTo(IntStream.rangeClosed(1, 80)
                            .filter(n -> n % GROUPS == remainder && n % 10 != 5)
                            .boxed()
                            .toList());
        }
        assertThat(rows("SELECT id FROM outbox_events WHERE status = 'FAILED' ORDER BY id"))
                .isEqualTo(bad);
        assertThat(rows("SELECT DISTINCT retry_count FROM outbox_events WHERE status = 'COMPLETED'"))
                .containsExactly("0");
        assertThat(rows("SELECT error_message FROM outbox_events WHERE id = '" + bad.getFirst() + "'")
                        .getFirst())
                .contains("type");
    }

    private static JsonNode deep() {
        JsonNode node = PlatformApi.object();
        for (int i = 0; i < 80; i++) {
            node = PlatformApi.array().add(node);
        }
        return node;
    }

    @Test
    void dispatchJobsOfTheOutboxArriveToo() throws SQLException {
        String path = "/outbox-jobs";
        for (int number = 1; number <= 20; number++) {
            String id = nextId();
            ObjectNode job = PlatformApi.object()
                    .put("id", id)
                    .put("code", "mail.send")
                    .put("source", "shop")
                    .put("targetUrl", number == 7 ? "nonsense" : receiver.url(path))
                    .put("messageGroup", "g" + number % 2)
                    .put("mode", "BLOCK_ON_ERROR")
                    .put("externalId", "x" + number)
                    .put("queueUrl", "https://sqs.example.com/q")
                    .put("payloadContentType", "application/json");
            job.putObject("payload").put("n", number).put("group", "g" + number % 2);
            job.putObject("metadata").put("colour", "red");
            commit(PostgresTestDatabase.JOBS, id, "g" + number % 2, job.toString(), number);
        }

        awaitSettled();
        fixture.awaitReceived(path, 19, seconds(20));
        for (int parity = 0; parity < 2; parity++) {
            int remainder = parity;
            assertThat(receiver.at(path).stream()
                            .filter(it -> it.group().equals("g" + remainder))
                            .map(ReceivedWebhook::number))
                    .containsExactlyElementsOf(IntStream.rangeClosed(1, 20)
                            .filter(n -> n % 2 == remainder && n != 7)
                            .boxed()
                            .toList());
        }
        assertThat(rows("SELECT status, count(*) FROM outbox_dispatch_jobs GROUP BY status ORDER BY status"))
                .containsExactly("COMPLETED|19", "FAILED|1");
    }

    private static ObjectNode event(String type, String id, int number) {
        String group = "g" + number % GROUPS;
        ObjectNode event = SubscribedTarget.event(type, group, number);
        return event.put("id", id).put("correlationId", "c" + number).put("payloadContentType", "application/json");
    }

    private String nextId() {
        return "O%012d".formatted(++written);
    }

    /** The application's transaction: its own row, and the message. */
    private void commit(String table, String id, String group, String payload, int order) throws SQLException {
        try (Connection connection = fixture.database().connect()) {
            connection.setAutoCommit(false);
            write(connection, table, id, group, payload);
            connection.commit();
        } catch (SQLException e) {
            throw new SQLException("order " + order, e);
        }
    }

    private void rollBack(String id, String payload) throws SQLException {
        try (Connection connection = fixture.database().connect()) {
            connection.setAutoCommit(false);
            write(connection, PostgresTestDatabase.EVENTS, id, "g1", payload);
            connection.rollback();
        }
    }

    private static void write(Connection connection, String table, String id, String group, String payload)
            throws SQLException {
        try (PreparedStatement order = connection.prepareStatement("INSERT INTO orders VALUES (?)");
                PreparedStatement message = connection.prepareStatement("INSERT INTO " + table
                        + " (id, type, message_group, payload, status, created_at)"
                        + " VALUES (?, ?, ?, ?, 'PENDING', clock_timestamp() AT TIME ZONE 'UTC')")) {
            order.setInt(1, Integer.parseInt(id.substring(1)));
            order.executeUpdate();
            message.setString(1, id);
            message.setString(2, table.equals(PostgresTestDatabase.EVENTS) ? "EVENT" : "DISPATCH_JOB");
            message.setString(3, group);
            message.setString(4, payload);
            message.executeUpdate();
        }
    }

    private void awaitSettled() {
        await().alias("the outbox is settled").atMost(seconds(40)).until(fixture.database()::isSettled);
    }

    private List<String> states(String table, String type) {
        return rows("SELECT DISTINCT status, retry_count FROM " + table + " WHERE payload LIKE '%\"" + type + "\"%'");
    }

    private List<String> rows(String sql) {
        return fixture.database().rows(sql);
    }
}
