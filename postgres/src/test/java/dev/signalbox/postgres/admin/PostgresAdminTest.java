package dev.signalbox.postgres.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.admin.MessageDetails;
import dev.signalbox.core.admin.MessageFilter;
import dev.signalbox.core.admin.MessagePage;
import dev.signalbox.core.admin.MessageQuery;
import dev.signalbox.core.admin.MessageState;
import dev.signalbox.core.admin.MessageSummary;
import dev.signalbox.core.admin.OutboxAdmin;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.layout.OutboxLayouts;
import dev.signalbox.testkit.admin.OutboxAdminContract;
import dev.signalbox.testkit.admin.OutboxAdminFixture;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PostgresAdminTest extends OutboxAdminContract {
    @Override
    protected OutboxAdminFixture fixture() throws SQLException {
        return new PostgresAdminFixture();
    }

    @Test
    void oddNamesTypesAndWordsWork() throws Exception {
        PostgresAdminFixture fixture = (PostgresAdminFixture) table();
        fixture.database().execute("""
                CREATE SCHEMA "my ""shop";
                CREATE TYPE "my ""shop".stage AS ENUM ('new', 'it''s on', 'done', 'dead');
                CREATE TABLE "my ""shop"."out box :x ?" (
                    "key" bigint PRIMARY KEY, kind text, "order id" uuid, body jsonb, "st""ate" "my ""shop".stage,
                    tries smallint, born timestamptz, held timestamptz, why varchar(20));
                CREATE INDEX ON "my ""shop"."out box :x ?" ("st""ate", "order id", born);
                INSERT INTO "my ""shop"."out box :x ?"
                SELECT s, 'k', '00000000-0000-0000-0000-000000000001', '{"n": 1}', (ARRAY['new', 'it''s on', 'done', 'dead'])[s]::"my ""shop".stage,
                       NULL, now() + s * interval '1 s', now(), 'why' FROM generate_series(1, 4) s""");
        OutboxLayout layout = OutboxLayouts.FLOWCATALYST
                .layout(TableName.parse("table", "\"my \"\"shop\".\"out box :x ?\""))
                .with(OutboxLayouts.FLOWCATALYST
                        .layout()
                        .columns()
                        .renamed(Map.of(
                                "id", "key",
                                "type", "kind",
                                "message_group", "order id",
                                "payload", "body",
                                "status", "st\"ate",
                                "retry_count", "tries",
                                "created_at", "born",
                                "processed_at", "held",
                                "error_message", "why")))
                .with(new OutboxLayout.StatusWords("new", "it's on", "done", "dead"));
        OutboxAdmin odd =
                PostgresAdminDialect.of(layout, "odd", true, fixture.connections()::borrow, OutboxSettings.DEFAULTS);

        assertThat(odd.backlog().messages()).isEqualTo(2);
        MessagePage dead = odd.page(new MessageQuery(MessageState.FAILED, MessageFilter.ALL, 10, null));
        assertThat(dead.messages()).extracting(MessageSummary::id).containsExactly("4");
        assertThat(odd.page(new MessageQuery(
                                MessageState.FAILED, new MessageFilter("not a uuid", null, null, null), 10, null))
                        .messages())
                .isEmpty();
        assertThat(odd.find("1").orElseThrow().payload().text()).isEqualTo("{\"n\": 1}");
        assertThat(odd.find("1").orElseThrow().ahead())
                .isEqualTo(new MessageDetails.GroupMessage("2", MessageState.PROCESSING, "why"));
        assertThat(odd.find("not a number")).isEmpty();
        assertThat(odd.retry(List.of("4", "3"))).containsExactly("4");
        assertThat(odd.find("4").orElseThrow().summary().state()).isEqualTo(MessageState.PENDING);
    }
}
