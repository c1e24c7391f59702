package dev.signalbox.postgres.outbox;

import static dev.signalbox.postgres.outbox.Outboxes.RELAY;
import static dev.signalbox.postgres.outbox.Outboxes.all;
import static dev.signalbox.postgres.outbox.Outboxes.flowcatalyst;
import static dev.signalbox.postgres.outbox.Outboxes.ids;
import static dev.signalbox.postgres.outbox.Outboxes.insert;
import static dev.signalbox.postgres.outbox.Outboxes.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.delivery.Verdict;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outbox.Retention;
import dev.signalbox.core.source.Claimed;
import dev.signalbox.core.source.Recovered;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.outbox.OutboxSettings;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OtherTablesTest {
    @Test
    void namesWithQuotesAndSpacesAndOtherTypesWork() throws Exception {
        Database database = Database.create();
        database.run("""
                CREATE SCHEMA "my ""shop";
                CREATE TYPE "my ""shop".stage AS ENUM ('new', 'it''s on', 'done', 'dead');
                CREATE TABLE "my ""shop"."out box :x ?" (
                    "key" uuid PRIMARY KEY, kind text, "order id" bigint, body jsonb, "st""ate" "my ""shop".stage,
                    tries smallint, born timestamptz, held timestamptz, why varchar(20));
                CREATE INDEX ON "my ""shop"."out box :x ?" ("st""ate", "order id", born);
                INSERT INTO "my ""shop"."out box :x ?"
                SELECT ('00000000-0000-0000-0000-00000000000' || s)::uuid, 'k', s % 2, '{"n": 1}', 'new', NULL,
                       now() + s * interval '1 s' FROM generate_series(1, 6) s""");
        OutboxLayout layout = OutboxLayout.flowcatalyst(TableName.parse("table", "\"my \"\"shop\".\"out box :x ?\""))
                .with(OutboxLayout.flowcatalyst()
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
                .with(new OutboxLayout.Words("new", "it's on", "done", "dead"));
        PostgresOutbox outbox = Outboxes.of(database, layout, OutboxSettings.DEFAULTS);
        Incarnation me = database.join("me");
        assertThat(outbox.check()).isEmpty();
        Claimed claimed = outbox.claim(me, request(3, 2));
        assertThat(claimed.messages().stream().map(Message::group)).containsExactly("0", "0", "1");
        assertThat(claimed.messages().getFirst().payload().utf8()).isEqualTo("{\"n\": 1}");
        assertThat(outbox.settle(me, all(claimed, new Verdict.RetryAt(1, "because")))
                        .recorded())
                .hasSize(3);
        assertThat(database.rows("SELECT tries, why FROM \"my \"\"shop\".\"out box :x ?\" WHERE why IS NOT NULL"))
                .containsOnly("1|because");
        outbox.claim(me, request(10, 10));
        database.fence("me");
        assertThat(Outboxes.of(database, layout, OutboxSettings.DEFAULTS).recover(database.join("next")))
                .isEqualTo(new Recovered(6, 0));
    }

    @Test
    void bigintIdsAreOrderedAsNumbers() throws Exception {
        Database database = Database.create();
        database.run(Database.resource("flowcatalyst.sql").replace("VARCHAR(13)", "bigint"));
        for (String id : List.of("10", "9", "100", "11", "12")) {
            insert(database, id, "g", 1);
        }
        PostgresOutbox outbox = flowcatalyst(database, OutboxSettings.DEFAULTS);
        assertThat(ids(outbox.claim(database.join("me"), request(10, 3)))).containsExactly("9", "10", "11");
    }

    @Test
    void bytesThatAreNotUtf8AreCarriedThrough() throws Exception {
        byte[] odd = {'a', (byte) 0xff, (byte) 0xc3, 'b'};
        Database ascii = Database.create("ENCODING 'SQL_ASCII' TEMPLATE template0 LOCALE 'C'");
        ascii.run(Database.resource("flowcatalyst.sql"));
        insert(ascii, "1", "g", 1);
        ascii.run("UPDATE outbox_events SET payload = convert_from('\\x61ffc362', 'SQL_ASCII')");
        Database binary = Database.create();
        binary.run(Database.resource("flowcatalyst.sql").replace("payload TEXT", "payload bytea"));
        insert(binary, "1", "g", 1);
        binary.run("UPDATE outbox_events SET payload = '\\x61ffc362'");
        for (Database database : List.of(ascii, binary)) {
            Claimed claimed = flowcatalyst(database, OutboxSettings.DEFAULTS).claim(database.join("me"), request(1, 1));
            assertThat(claimed.messages().getFirst().payload().bytes()).isEqualTo(odd);
        }
    }

    @Test
    void unicodeIsCarriedThrough() throws Exception {
        Database database = Database.create();
        database.run(Database.resource("flowcatalyst.sql"));
        String id = "1";
        insert(database, id, "gr\u00fc\u00dfe \ud83d\ude80", 1);
        database.run("UPDATE outbox_events SET payload = '{\"t\":\"\\u0000 \u00e4\ud83d\ude80\"}'");
        Message message = flowcatalyst(database, OutboxSettings.DEFAULTS)
                .claim(database.join("me"), request(1, 1))
                .messages()
                .getFirst();
        assertThat(message.group()).isEqualTo("gr\u00fc\u00dfe \ud83d\ude80");
        assertThat(message.payload().utf8()).isEqualTo("{\"t\":\"\\u0000 \u00e4\ud83d\ude80\"}");
    }

    @Test
    void theRightsToSelectAndUpdateSuffice() throws Exception {
        Database database = Database.create();
        database.run(Database.resource("flowcatalyst.sql"));
        database.run("""
                DROP ROLE IF EXISTS relay;
                CREATE ROLE relay LOGIN;
                GRANT SELECT, UPDATE ON outbox_events TO relay;
                GRANT USAGE ON SCHEMA signalbox TO relay;
                GRANT ALL ON ALL TABLES IN SCHEMA signalbox TO relay""");
        insert(database, "1", "g", 1);
        Incarnation me = database.join("me");
        PostgresOutbox outbox = as(database, OutboxSettings.DEFAULTS);
        outbox.check();
        Claimed claimed = outbox.claim(me, request(1, 1));
        assertThat(outbox.settle(me, all(claimed, Verdict.COMPLETE)).recorded()).isEqualTo(Set.of("1"));
        assertThat(outbox.recover(me)).isEqualTo(Recovered.NOTHING);
        database.run("REVOKE UPDATE ON outbox_events FROM relay; GRANT UPDATE (status) ON outbox_events TO relay");
        assertThatThrownBy(as(database, OutboxSettings.DEFAULTS.with(Retention.deleteOnCompletion()))::check)
                .isInstanceOf(SourceException.class)
                .hasMessage("outbox table outbox_events cannot be used: "
                        + "the right to UPDATE column retry_count is missing; "
                        + "the right to UPDATE column processed_at is missing; "
                        + "the right to UPDATE column error_message is missing; "
                        + "the right to DELETE is missing, which the retention needs");
        database.run("DROP OWNED BY relay; DROP ROLE relay");
    }

    private static PostgresOutbox as(Database database, OutboxSettings settings) {
        return new PostgresOutbox(
                OutboxLayout.flowcatalyst(),
                RELAY,
                database.fenceAs("relay", true),
                database.source("relay")::getConnection,
                settings);
    }

    @Test
    void whatIsMissingIsNamedAllAtOnce() throws Exception {
        Database database = Database.create();
        assertThatThrownBy(flowcatalyst(database, OutboxSettings.DEFAULTS)::check)
                .hasMessage("outbox table outbox_events cannot be used: "
                        + "the table does not exist, or its schema is not on the search path");
        database.run("CREATE TABLE outbox_events (id text, type text, message_group text, payload text, status text,"
                + " retry_count text, created_at date)");
        assertThatThrownBy(flowcatalyst(database, OutboxSettings.DEFAULTS)::check)
                .hasMessage("outbox table outbox_events cannot be used: "
                        + "column retry_count is of type text; allowed is a number; "
                        + "column created_at is of type date; allowed is timestamp or timestamptz; "
                        + "column processed_at (for processed_at) does not exist; "
                        + "column error_message (for error_message) does not exist");
    }

    @Test
    void aMissingIndexIsAWarning() throws Exception {
        Database database = Database.create();
        database.run(Database.resource("flowcatalyst.sql"));
        assertThat(flowcatalyst(database, OutboxSettings.DEFAULTS).check()).isEmpty();
        database.run("DROP INDEX idx_outbox_events_status");
        assertThat(flowcatalyst(database, OutboxSettings.DEFAULTS).check())
                .containsExactly("there is no index on (status, message_group, created_at):"
                        + " every claim reads the whole table");
    }
}
