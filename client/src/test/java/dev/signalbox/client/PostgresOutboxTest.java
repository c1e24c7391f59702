package dev.signalbox.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.log.EventLog;
import dev.signalbox.core.log.EventLog.ReadResult;
import dev.signalbox.core.log.LogEvent;
import dev.signalbox.core.log.LogEvent.Grouping;
import dev.signalbox.core.log.LogStart;
import dev.signalbox.core.log.OpenResult;
import dev.signalbox.core.log.ProgressVersion;
import dev.signalbox.core.log.ReadPosition;
import dev.signalbox.core.log.Topic;
import dev.signalbox.core.log.reader.SharedLogReader;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.outbox.OutboxSettings.Retention;
import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.jdbc.layout.OutboxLayouts;
import dev.signalbox.postgres.connection.PostgresConnections;
import dev.signalbox.postgres.connection.PostgresSettings;
import dev.signalbox.postgres.lease.PostgresLeaseFence;
import dev.signalbox.postgres.lease.PostgresSideSchema;
import dev.signalbox.postgres.log.FeedKey;
import dev.signalbox.postgres.log.FeedSettings;
import dev.signalbox.postgres.log.LogTable;
import dev.signalbox.postgres.log.PostgresLog;
import dev.signalbox.postgres.log.SignalboxLogTable;
import dev.signalbox.postgres.outbox.PostgresOutbox;
import dev.signalbox.postgres.owntable.PostgresOwnTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PostgresOutboxTest extends OutboxContract {
    private static final OutboxSettings SETTINGS = new OutboxSettings(
            ClaimMode.OWN, Duration.ofMinutes(5), 1 << 20, new Retention.Keep(), Ordering.BLOCK, false);
    private static final String SEED_TABLE = """
            CREATE TABLE %s (
                id varchar(13) PRIMARY KEY, type varchar(20) NOT NULL, message_group varchar(255), payload %s NOT NULL,
                status varchar(20) NOT NULL, retry_count int NOT NULL, created_at %s NOT NULL,
                processed_at timestamp, error_message text)""";

    private @Nullable PostgresConnections open;

    @Override
    TestDatabase create() throws Exception {
        return TestDatabase.postgres();
    }

    @Override
    ClaimSource newSource() throws Exception {
        PostgresConnections connections =
                PostgresConnections.open(PostgresSettings.of(database.url(), database.user(), "secret"), "client");
        open = connections;
        PostgresSideSchema.prepare(connections);
        database.run("INSERT INTO signalbox.nodes VALUES ('owner', 'node', now(), now() + interval '1 hour')");
        database.run(PostgresOwnTable.ddl(PostgresOwnTable.DEFAULT_NAME));
        return new PostgresOwnTable(
                PostgresOwnTable.DEFAULT_NAME,
                "public.signalbox_outbox",
                new PostgresLeaseFence(connections),
                connections::borrow,
                SETTINGS);
    }

    @AfterAll
    void disconnect() {
        if (open != null) {
            open.close();
        }
    }

    private PostgresConnections connections() {
        return Objects.requireNonNull(open);
    }

    private List<String> record(Layout layout, Message... messages) throws SQLException {
        return record(Outbox.of(layout), messages);
    }

    private List<String> record(Outbox outbox, Message... messages) throws SQLException {
        try (Connection connection = database.begin()) {
            TestDatabase.run(connection, "SET TIME ZONE 'Asia/Tokyo'");
            List<String> ids = outbox.record(connection, List.of(messages));
            connection.commit();
            return ids;
        }
    }

    @Test
    void signalboxReadsFlowCatalystsTable() throws Exception {
        database.run(SEED_TABLE.formatted("outbox_events", "text", "timestamp"));
        List<String> ids = record(
                Layout.flowcatalyst(),
                Message.builder("EVENT").group("g").payload("{\"n\": 1}").build(),
                Message.builder("EVENT").group("g").payload("{\"n\": 2}").build());
        var source = new PostgresOutbox(
                OutboxLayouts.FLOWCATALYST.layout(),
                "public.outbox_events",
                new PostgresLeaseFence(connections()),
                connections()::borrow,
                SETTINGS);
        var claimed = claim(source);
        assertThat(claimed).extracting(it -> it.id()).isEqualTo(ids);
        assertThat(claimed).extracting(it -> it.payload().utf8()).containsExactly("{\"n\": 1}", "{\"n\": 2}");
        assertThat(claimed.getFirst().createdAt()).isCloseTo(Instant.now(), Assertions.within(30, ChronoUnit.SECONDS));
        assertThat(database.rows("SELECT status, retry_count, processed_at, error_message FROM outbox_events"))
                .containsOnly("PENDING|0|null|null");
    }

    @Test
    void timesAreRightWithAndWithoutAZoneAndRiseWithinABatch() throws Exception {
        Message message = Message.builder("EVENT").group("g").payload("{}").build();
        for (String type : List.of("timestamp", "timestamptz", "timestamp(3)")) {
            String table = "moments_" + type.replaceAll("\\W", "_");
            database.run(SEED_TABLE.formatted(table, "jsonb", type));
            record(Layout.flowcatalyst().table("public." + table), message, message, message);
            assertThat(database.value("SELECT bool_and(abs(extract(epoch FROM created_at - now()%s)) < 30) FROM %s"
                            .formatted(type.equals("timestamptz") ? "" : " AT TIME ZONE 'UTC'", table)))
                    .isEqualTo("t");
            assertThat(database.rows("SELECT id FROM " + table + " ORDER BY created_at, id"))
                    .isEqualTo(database.rows("SELECT id FROM " + table + " ORDER BY id"));
        }
    }

    @Test
    void payloadsMayBeTextJsonOrBinaryJson() throws Exception {
        for (String type : List.of("text", "json", "jsonb", "varchar(100)")) {
            String table = "payload_" + type.replaceAll("\\W", "_");
            database.run(SEED_TABLE.formatted(table, type, "timestamptz"));
            record(
                    Layout.flowcatalyst().table(table),
                    Message.builder("EVENT").payload("{\"name\": \"Zoë\"}").build());
            assertThat(database.value("SELECT payload FROM " + table)).isEqualTo("{\"name\": \"Zoë\"}");
        }
    }

    @Test
    void jsonThatTheDatabaseRefusesIsItsOwnError() throws Exception {
        database.run(SEED_TABLE.formatted("strict_json", "jsonb", "timestamptz"));
        Message broken = Message.builder("EVENT").payload("{").build();
        assertThatThrownBy(() -> record(Layout.flowcatalyst().table("strict_json"), broken))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("json");
    }

    @Test
    void headersThatFlowCatalystsTableWouldLoseAreRefused() {
        Message message =
                Message.builder("EVENT").payload("{}").correlationId("c").build();
        assertThatThrownBy(() -> record(Layout.flowcatalyst(), message))
                .isInstanceOf(MessageRefusedException.class)
                .hasMessage(
                        "the headers [correlationId] would be lost: the layout flowcatalyst (table outbox_events) has no"
                                + " column for that. Put it into the payload, or use Layout.signalbox()");
        assertThatThrownBy(() -> record(
                        Layout.flowcatalyst(),
                        Message.builder("EVENT")
                                .id("longer than a tsid")
                                .payload("{}")
                                .build()))
                .hasMessage("the id has 18 characters; at most 13 are allowed");
    }

    @Test
    void signalboxFollowsTheLog() throws Exception {
        database.run(String.join(";\n", SignalboxLogTable.ddl(SignalboxLogTable.DEFAULT_TABLE)));
        List<String> ids = record(
                Layout.signalboxLog(),
                Message.builder("Deposit")
                        .group("w1")
                        .tag("wallet", "w \"1\" \\,}")
                        .payload("{\"n\": 1}")
                        .build(),
                Message.builder("Deposit")
                        .group("w2")
                        .tag("other", "x")
                        .payload("{\"n\": 2}")
                        .build(),
                Message.builder("Deposit")
                        .group("w1")
                        .tag("wallet", "")
                        .header("h", "v")
                        .payload("{\"n\": 3}")
                        .build());
        List<LogEvent> events = follow("wallet");
        assertThat(events).extracting(it -> it.payload().utf8()).containsExactly("{\"n\": 1}", "{\"n\": 3}");
        assertThat(events).extracting(LogEvent::group).containsExactly("w1", "w1");
        assertThat(events.getFirst().tags()).contains("wallet=w \"1\" \\,}", "id=" + ids.getFirst());
        assertThat(database.rows("SELECT headers FROM signalbox_log ORDER BY position"))
                .containsExactly("null", "null", "{\"h\": \"v\"}");
    }

    private List<LogEvent> follow(String tag) throws Exception {
        PostgresLog log = new PostgresLog(
                LogTable.own(SignalboxLogTable.DEFAULT_TABLE),
                "public.signalbox_log",
                "node",
                new PostgresLeaseFence(connections()),
                connections()::borrow,
                new SharedLogReader.Settings(new EventLog.Limits(10, 1 << 20), 1 << 20, 1));
        EventLog feed = log.feed(new FeedSettings(
                new FeedKey("topic", "api"),
                new Topic(List.of(tag), List.of(), List.of(), List.of()),
                Grouping.BY_COLUMN,
                new LogStart.Beginning()));
        Incarnation owner = new Incarnation("owner");
        OpenResult.Opened opened = (OpenResult.Opened) feed.open(owner);
        ReadResult.Page page = (ReadResult.Page) feed.read(
                owner,
                new ProgressVersion(opened.revision(), opened.revision()),
                ReadPosition.of(opened.feedState().cursor()),
                new EventLog.Limits(10, 1 << 20));
        return Stream.concat(page.late().stream(), page.ahead().stream()).toList();
    }

    @Test
    void catboxTablesWithNumbersGiveTheIds() throws Exception {
        database.run("""
                CREATE TABLE catbox (
                    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, aggregate_type varchar(255) NOT NULL,
                    aggregate_id varchar(255) NOT NULL, event_type varchar(255) NOT NULL, correlation_id varchar(255),
                    payload text NOT NULL, created_at timestamp NOT NULL, sent_at timestamp, in_progress_until timestamp)""");
        Message.Builder order = Message.builder("OrderCreated")
                .aggregateType("Order")
                .group("1")
                .payload("{}");
        Layout layout = Layout.catbox().table("catbox");
        assertThat(record(layout, order.build(), order.correlationId("c1").build()))
                .containsExactly("1", "2");
        assertThat(database.rows(
                        "SELECT id, aggregate_type, aggregate_id, event_type, correlation_id, sent_at FROM catbox"))
                .containsExactly("1|Order|1|OrderCreated|null|null", "2|Order|1|OrderCreated|c1|null");
        assertThatThrownBy(() -> record(layout, order.id("mine").build()))
                .hasMessageContaining("lets the table assign ids");
        assertThatThrownBy(() -> record(
                        layout,
                        Message.builder("OrderCreated").group("1").payload("{}").build()))
                .hasMessageContaining("must have an aggregate type");
        assertThatThrownBy(() -> record(
                        layout,
                        Message.builder("x")
                                .aggregateType("Order")
                                .group("1")
                                .payload("{}")
                                .header("a", "b")
                                .build()))
                .hasMessageContaining("the headers [a] would be lost");
    }

    @Test
    void catboxTablesMayHaveTexts() throws Exception {
        database.run("""
                CREATE TABLE catbox_text (
                    id text PRIMARY KEY, aggregate_type text, aggregate_id text, event_type text, correlation_id text,
                    payload jsonb, created_at timestamptz, sent_at timestamptz, in_progress_until timestamptz)""");
        Message message = Message.builder("OrderCreated")
                .id("m1")
                .aggregateType("Order")
                .group("1")
                .payload("{}")
                .build();
        assertThat(record(Layout.catboxWithTextIds().table("catbox_text"), message))
                .containsExactly("m1");
    }

    @Test
    void debeziumsTableHasUuids() throws Exception {
        database.run("CREATE TABLE outboxevent (id uuid PRIMARY KEY, aggregatetype varchar(255) NOT NULL,"
                + " aggregateid varchar(255) NOT NULL, type varchar(255) NOT NULL, payload jsonb)");
        Message message = Message.builder("OrderCreated")
                .aggregateType("Order")
                .group("1")
                .payload("{\"n\": 1}")
                .build();
        List<String> ids = record(Layout.debezium(), message, message);
        assertThat(ids).isSorted().allSatisfy(UUID::fromString);
        assertThat(database.rows("SELECT id, aggregatetype, aggregateid, type, payload FROM outboxevent ORDER BY id"))
                .containsExactlyElementsOf(ids.stream()
                        .map(id -> id + "|Order|1|OrderCreated|{\"n\": 1}")
                        .toList());
        assertThatThrownBy(() -> record(
                        Layout.debezium(),
                        withId(message, "8b0d3d9e-0000-7000-8000-000000000002"),
                        withId(message, "8b0d3d9e-0000-7000-8000-000000000001")))
                .isInstanceOf(MessageRefusedException.class)
                .hasMessageContaining("are not in ascending order");
    }

    private static Message withId(Message message, String id) {
        return Message.builder(message.type())
                .id(id)
                .aggregateType("Order")
                .group("1")
                .payload(message.payload())
                .build();
    }

    @Test
    void signalboxReadsEventOutbox() throws Exception {
        database.run("""
                CREATE TABLE EventOutbox (
                    event_id varchar(64) PRIMARY KEY, event_type varchar(100) NOT NULL, aggregate_type varchar(50) NOT NULL,
                    aggregate_id bigint NOT NULL, status varchar(20) NOT NULL, payload json NOT NULL,
                    created_at timestamp NOT NULL, published_at timestamp)""");
        Layout layout = Layout.eventOutbox().table("eventoutbox");
        List<String> ids =
                record(layout, requested("RESTAURANT", "5"), requested("CUSTOMER", "42"), requested("CUSTOMER", "42"));
        assertThat(database.rows("SELECT event_type, aggregate_type, aggregate_id, status, payload, published_at"
                        + " FROM EventOutbox ORDER BY created_at"))
                .containsExactly(
                        "RESERVATION_REQUESTED|RESTAURANT|5|PENDING|{\"guests\": 4}|null",
                        "RESERVATION_REQUESTED|CUSTOMER|42|PENDING|{\"guests\": 4}|null",
                        "RESERVATION_REQUESTED|CUSTOMER|42|PENDING|{\"guests\": 4}|null");
        var claimed = claim(new PostgresOutbox(
                OutboxLayouts.EVENT_OUTBOX.layout(new dev.signalbox.jdbc.TableName(null, "eventoutbox")),
                "public.eventoutbox",
                new PostgresLeaseFence(connections()),
                connections()::borrow,
                SETTINGS));
        assertThat(claimed).extracting(it -> it.id()).containsExactlyInAnyOrderElementsOf(ids);
        assertThat(claimed).filteredOn(it -> "42".equals(it.group())).allSatisfy(it -> {
            assertThat(it.headers()).containsEntry("aggregateType", "CUSTOMER");
            assertThat(it.createdAt()).isCloseTo(Instant.now(), Assertions.within(30, ChronoUnit.SECONDS));
        });
        assertThatThrownBy(() -> record(layout, requested("CUSTOMER", "Ada")))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("bigint");
    }

    @ParameterizedTest
    @CsvSource({"sent, sent boolean NOT NULL", "processed_at, processed_at timestamp"})
    void signalboxReadsTablesThatHaveOnlyAFlagOrATime(String mark, String markColumn) throws Exception {
        boolean flag = mark.equals("sent");
        String table = "only_" + mark;
        database.run("CREATE TABLE " + table + " (id varchar(64) PRIMARY KEY, message_group varchar(255),"
                + " payload text NOT NULL, created_at timestamp NOT NULL, kind text, " + markColumn + ")");
        Layout layout = (flag ? Layout.sentFlag() : Layout.sentAt()).table(table);
        Message changed =
                Message.builder("OrderChanged").group("1").payload("{}").build();
        List<String> ids = record(layout.type("OrderChanged"), changed, changed);

        var source = new PostgresOutbox(
                (flag ? OutboxLayouts.SENT_FLAG : OutboxLayouts.SENT_AT)
                        .layout(new dev.signalbox.jdbc.TableName(null, table)),
                "public." + table,
                new PostgresLeaseFence(connections()),
                connections()::borrow,
                SETTINGS);
        assertThat(claim(source)).extracting(it -> it.id()).isEqualTo(ids);
        assertThatThrownBy(() -> record(layout, changed)).hasMessageContaining("its only type is 'message'");
        record(layout.column("type", "kind"), changed);
        assertThat(database.rows("SELECT kind, " + mark + " FROM " + table + " ORDER BY created_at"))
                .element(2)
                .isEqualTo("OrderChanged|" + (flag ? "f" : "null"));
    }

    @Test
    void namesMayBeStrange() throws Exception {
        database.run("CREATE SCHEMA \"My Shop\"");
        database.run("""
                CREATE TABLE "My Shop"."out'box "" 1" (
                    "the id" text, type text, "message group" text, payload text, "State" text, retry_count int,
                    "it's made" timestamptz)""");
        Layout layout = Layout.flowcatalyst()
                .table("My Shop.out'box \" 1")
                .column("id", "the id")
                .column("message_group", "message group")
                .column("status", "State")
                .column("created_at", "it's made")
                .pending("NEW");
        record(layout, Message.builder("EVENT").payload("{}").build());
        assertThat(database.rows("SELECT \"State\", \"it's made\" IS NOT NULL FROM \"My Shop\".\"out'box \"\" 1\""))
                .containsExactly("NEW|t");
    }
}
