package dev.signalbox.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.outbox.OutboxSettings.Retention;
import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.jdbc.Fence;
import dev.signalbox.jdbc.SqlWork;
import dev.signalbox.jdbc.layout.OutboxLayouts;
import dev.signalbox.mysql.connection.MySqlConnections;
import dev.signalbox.mysql.connection.MySqlSettings;
import dev.signalbox.mysql.connection.ServerKind;
import dev.signalbox.mysql.lease.MySqlSideSchema;
import dev.signalbox.mysql.outbox.MySqlOutbox;
import dev.signalbox.mysql.outbox.MySqlOwnTableDdl;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import org.assertj.core.api.Assertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** The outbox contract on MySQL and MariaDB. */
abstract class MySqlOutboxContract extends OutboxContract {
    private static final OutboxSettings SETTINGS = new OutboxSettings(
            ClaimMode.OWN, Duration.ofMinutes(5), 1 << 20, new Retention.Keep(), Ordering.BLOCK, false);
    private static final String SEED_TABLE = """
            CREATE TABLE %s (
                id VARCHAR(13) PRIMARY KEY, type VARCHAR(20) NOT NULL, message_group VARCHAR(255), payload %s NOT NULL,
                status VARCHAR(20) NOT NULL, retry_count INT NOT NULL DEFAULT 0, created_at %s NOT NULL,
                processed_at TIMESTAMP NULL, error_message TEXT)""";

    private @Nullable MySqlConnections open;

    @Override
    ClaimSource newSource() throws Exception {
        MySqlConnections connections =
                MySqlConnections.open(MySqlSettings.of(database.url(), database.user(), ""), "client");
        open = connections;
        MySqlSideSchema.prepare(connections);
        database.run("INSERT INTO signalbox_nodes (incarnation, node, joined_at, coordination)"
                + " VALUES ('owner', 'node', UTC_TIMESTAMP(6), 'shards')");
        try (Connection connection = database.connect()) {
            TestDatabase.run(
                    connection,
                    MySqlOwnTableDdl.creation(OutboxLayouts.SIGNALBOX.usualTable(), ServerKind.of(connection)));
        }
        return MySqlOutbox.ofOwnTable(
                OutboxLayouts.SIGNALBOX.usualTable(),
                "shop.signalbox_outbox",
                new PlainFence(),
                connections::borrow,
                SETTINGS);
    }

    @AfterAll
    void disconnect() {
        if (open != null) {
            open.close();
        }
    }

    private MySqlConnections connections() {
        return Objects.requireNonNull(open);
    }

    /** The owner of the lease does not matter here. */
    private final class PlainFence implements Fence {
        @Override
        public boolean byLeaseRow() {
            return true;
        }

        @Override
        public <T> T write(Incarnation owner, SqlWork<T> work) throws SQLException {
            return connections().inTransaction(work);
        }
    }

    private List<String> record(Layout layout, Message... messages) throws SQLException {
        try (Connection connection = database.begin()) {
            TestDatabase.run(connection, "SET time_zone = '+09:00'");
            List<String> ids = Outbox.of(layout).record(connection, List.of(messages));
            connection.commit();
            return ids;
        }
    }

    @Test
    void signalboxReadsFlowCatalystsTable() throws Exception {
        database.run(SEED_TABLE.formatted("outbox_events", "TEXT", "TIMESTAMP"));
        List<String> ids = record(
                Layout.flowcatalyst(),
                Message.builder("EVENT")
                        .group("g")
                        .payload("{\"name\": \"Zoë 🚂\"}")
                        .build(),
                Message.builder("EVENT").group("g").payload("{\"n\": 2}").build());
        var claimed = claim(new MySqlOutbox(
                OutboxLayouts.FLOWCATALYST.layout(),
                "shop.outbox_events",
                new PlainFence(),
                connections()::borrow,
                SETTINGS));
        assertThat(claimed).extracting(it -> it.id()).isEqualTo(ids);
        assertThat(claimed)
                .extracting(it -> it.payload().utf8())
                .containsExactly("{\"name\": \"Zoë 🚂\"}", "{\"n\": 2}");
        assertThat(claimed.getFirst().createdAt()).isCloseTo(Instant.now(), Assertions.within(30, ChronoUnit.SECONDS));
    }

    @Test
    void aDatetimeIsWrittenAsUtc() throws Exception {
        database.run(SEED_TABLE.formatted("with_datetime", "JSON", "DATETIME(6)"));
        record(
                Layout.flowcatalyst().table("with_datetime").datetime(),
                Message.builder("EVENT").payload("{\"n\": 1}").build());
        assertThat(database.value(
                        "SELECT abs(timestampdiff(SECOND, created_at, UTC_TIMESTAMP())) < 30 FROM with_datetime"))
                .isEqualTo("1");
    }

    @Test
    void catboxTablesWithNumbersGiveTheIds() throws Exception {
        database.run("""
                CREATE TABLE catbox (
                    id BIGINT AUTO_INCREMENT PRIMARY KEY, aggregate_type VARCHAR(255) NOT NULL, aggregate_id VARCHAR(255) NOT NULL,
                    event_type VARCHAR(255) NOT NULL, correlation_id VARCHAR(255), payload TEXT NOT NULL,
                    created_at TIMESTAMP(6) NOT NULL, sent_at TIMESTAMP(6) NULL, in_progress_until TIMESTAMP(6) NULL)""");
        Message message = Message.builder("OrderCreated")
                .aggregateType("Order")
                .group("1")
                .payload("{}")
                .build();
        List<String> ids = record(Layout.catbox().table("catbox"), message, message, message);
        assertThat(ids)
                .isEqualTo(database.rows("SELECT id FROM catbox ORDER BY id"))
                .hasSize(3);
    }

    @Test
    void eventOutboxHasNumbersForAggregates() throws Exception {
        database.run("""
                CREATE TABLE EventOutbox (
                    event_id VARCHAR(64) PRIMARY KEY, event_type VARCHAR(100) NOT NULL, aggregate_type VARCHAR(50) NOT NULL,
                    aggregate_id BIGINT NOT NULL, status VARCHAR(20) NOT NULL, payload JSON NOT NULL,
                    created_at TIMESTAMP(6) NOT NULL, published_at TIMESTAMP(6) NULL, INDEX (status, created_at))""");
        record(Layout.eventOutbox(), requested("RESTAURANT", "5"), requested("CUSTOMER", "42"));
        assertThat(database.rows("SELECT event_type, aggregate_type, aggregate_id, status, published_at"
                        + " FROM EventOutbox ORDER BY event_id"))
                .containsExactly(
                        "RESERVATION_REQUESTED|RESTAURANT|5|PENDING|null",
                        "RESERVATION_REQUESTED|CUSTOMER|42|PENDING|null");
        assertThatThrownBy(() -> record(Layout.eventOutbox(), requested("CUSTOMER", "Ada")))
                .isInstanceOf(SQLException.class);
    }

    @Test
    void idsThatWouldTurnABatchRoundAreRefused() throws Exception {
        database.run(SEED_TABLE.formatted("in_order", "TEXT", "TIMESTAMP"));
        Layout layout = Layout.flowcatalyst().table("in_order");
        Message.Builder message = Message.builder("EVENT").payload("{}");
        Message second = message.id("2").group("a").build();
        Message other = message.id("1").group("b").build();
        Message first = message.id("1").group("a").build();
        assertThatThrownBy(() -> record(layout, second, other, first))
                .isInstanceOf(MessageRefusedException.class)
                .hasMessageContaining("the ids '2' and '1' of the group 'a' are not in ascending order");
        assertThat(record(layout, message.id("3").group("a").build(), other)).containsExactly("3", "1");
    }

    @Test
    void theLogIsForPostgresOnly() {
        assertThatThrownBy(() -> record(Layout.signalboxLog(), message("g", 1)))
                .hasMessageContaining("is for PostgreSQL only");
    }
}
