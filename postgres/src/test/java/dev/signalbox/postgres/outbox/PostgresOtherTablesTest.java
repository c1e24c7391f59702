package dev.signalbox.postgres.outbox;

import static dev.signalbox.postgres.outbox.PostgresTestOutboxes.RELAY;
import static dev.signalbox.postgres.outbox.PostgresTestOutboxes.all;
import static dev.signalbox.postgres.outbox.PostgresTestOutboxes.flowcatalyst;
import static dev.signalbox.postgres.outbox.PostgresTestOutboxes.ids;
import static dev.signalbox.postgres.outbox.PostgresTestOutboxes.insert;
import static dev.signalbox.postgres.outbox.PostgresTestOutboxes.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.outbox.OutboxSettings.Retention;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import dev.signalbox.core.source.ClaimSource.RecoveryResult;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.core.time.BoundedTime;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.fixture.OddNames;
import dev.signalbox.jdbc.layout.OutboxLayouts;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PostgresOtherTablesTest {
    @Test
    void aTriggerOfOthersWithoutASearchPathIsWarnedOfInOneLine() throws Exception {
        OutboxTestDatabase outboxTestDatabase = OutboxTestDatabase.create();
        outboxTestDatabase.run(OutboxTestDatabase.resource("flowcatalyst.sql"));
        PostgresOutbox outbox = PostgresTestOutboxes.flowcatalyst(outboxTestDatabase, OutboxSettings.DEFAULTS);
        assertThat(outbox.check()).isEmpty();
        outboxTestDatabase.run("""
                CREATE FUNCTION public.audit() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
                CREATE TRIGGER first AFTER UPDATE ON outbox_events FOR EACH ROW EXECUTE FUNCTION public.audit();
                CREATE TRIGGER second AFTER DELETE ON outbox_events FOR EACH ROW EXECUTE FUNCTION public.audit()""");

        assertThat(outbox.check())
                .singleElement()
                .asString()
                .contains("trigger first", "trigger second", "audit() SET search_path");
        outboxTestDatabase.run("ALTER FUNCTION public.audit() SET search_path = public");
        assertThat(outbox.check()).isEmpty();
    }

    @Test
    void namesWithQuotesAndSpacesAndOtherTypesWork() throws Exception {
        OutboxTestDatabase outboxTestDatabase = OutboxTestDatabase.create();
        outboxTestDatabase.run("""
                CREATE SCHEMA "my ""shop";
                CREATE TYPE "my ""shop".stage AS ENUM ('new', 'it''s on', 'done', 'dead');
                CREATE TABLE "my ""shop"."out box :x ?" (
                    "key" uuid PRIMARY KEY, kind text, "order id" bigint, body jsonb, "st""ate" "my ""shop".stage,
                    tries smallint, born timestamptz, held timestamptz, why varchar(20));
                CREATE INDEX ON "my ""shop"."out box :x ?" ("st""ate", "order id", born);
                INSERT INTO "my ""shop"."out box :x ?"
                SELECT ('00000000-0000-0000-0000-00000000000' || s)::uuid, 'k', s % 2, '{"n": 1}', 'new', NULL,
                       now() + s * interval '1 s' FROM generate_series(1, 6) s""");
        OutboxLayout layout = OddNames.layout("\"my \"\"shop\".\"out box :x ?\"", "st\"ate");
        PostgresOutbox outbox = PostgresTestOutboxes.of(outboxTestDatabase, layout, OutboxSettings.DEFAULTS);
        Incarnation me = outboxTestDatabase.join("me");
        assertThat(outbox.check()).isEmpty();
        ClaimResult claimResult = outbox.claim(me, request(3, 2));
        assertThat(claimResult.messages().stream().map(Message::group)).containsExactly("0", "0", "1");
        assertThat(claimResult.messages().getFirst().payload().utf8()).isEqualTo("{\"n\": 1}");
        assertThat(outbox.settle(me, all(claimResult, new Verdict.RetryAt(1, "because")))
                        .recorded())
                .hasSize(3);
        assertThat(outboxTestDatabase.rows(
                        "SELECT tries, why FROM \"my \"\"shop\".\"out box :x ?\" WHERE why IS NOT NULL"))
                .containsOnly("1|because");
        outbox.claim(me, request(10, 10));
        outboxTestDatabase.fence("me");
        assertThat(PostgresTestOutboxes.of(outboxTestDatabase, layout, OutboxSettings.DEFAULTS)
                        .recover(outboxTestDatabase.join("next")))
                .isEqualTo(new RecoveryResult(6, 0, false));
    }

    @Test
    void bigintIdsAreOrderedAsNumbers() throws Exception {
        OutboxTestDatabase outboxTestDatabase = OutboxTestDatabase.create();
        outboxTestDatabase.run(OutboxTestDatabase.resource("flowcatalyst.sql").replace("VARCHAR(13)", "bigint"));
        for (String id : List.of("10", "9", "100", "11", "12")) {
            insert(outboxTestDatabase, id, "g", 1);
        }
        PostgresOutbox outbox = flowcatalyst(outboxTestDatabase, OutboxSettings.DEFAULTS);
        assertThat(ids(outbox.claim(outboxTestDatabase.join("me"), request(10, 3))))
                .containsExactly("9", "10", "11");
    }

    @Test
    void bytesThatAreNotUtf8AreCarriedThrough() throws Exception {
        byte[] odd = {'a', (byte) 0xff, (byte) 0xc3, 'b'};
        OutboxTestDatabase ascii = OutboxTestDatabase.create("ENCODING 'SQL_ASCII' TEMPLATE template0 LOCALE 'C'");
        ascii.run(OutboxTestDatabase.resource("flowcatalyst.sql"));
        insert(ascii, "1", "g", 1);
        ascii.run("UPDATE outbox_events SET payload = convert_from('\\x61ffc362', 'SQL_ASCII')");
        OutboxTestDatabase binary = OutboxTestDatabase.create();
        binary.run(OutboxTestDatabase.resource("flowcatalyst.sql").replace("payload TEXT", "payload bytea"));
        insert(binary, "1", "g", 1);
        binary.run("UPDATE outbox_events SET payload = '\\x61ffc362'");
        for (OutboxTestDatabase outboxTestDatabase : List.of(ascii, binary)) {
            ClaimResult claimResult = flowcatalyst(outboxTestDatabase, OutboxSettings.DEFAULTS)
                    .claim(outboxTestDatabase.join("me"), request(1, 1));
            assertThat(claimResult.messages().getFirst().payload().bytes()).isEqualTo(odd);
        }
    }

    @Test
    void unicodeIsCarriedThrough() throws Exception {
        OutboxTestDatabase outboxTestDatabase = OutboxTestDatabase.create();
        outboxTestDatabase.run(OutboxTestDatabase.resource("flowcatalyst.sql"));
        String id = "1";
        insert(outboxTestDatabase, id, "gr\u00fc\u00dfe \ud83d\ude80", 1);
        outboxTestDatabase.run("UPDATE outbox_events SET payload = '{\"t\":\"\\u0000 \u00e4\ud83d\ude80\"}'");
        Message message = flowcatalyst(outboxTestDatabase, OutboxSettings.DEFAULTS)
                .claim(outboxTestDatabase.join("me"), request(1, 1))
                .messages()
                .getFirst();
        assertThat(message.group()).isEqualTo("gr\u00fc\u00dfe \ud83d\ude80");
        assertThat(message.payload().utf8()).isEqualTo("{\"t\":\"\\u0000 \u00e4\ud83d\ude80\"}");
    }

    @Test
    void theRightsToSelectAndUpdateSuffice() throws Exception {
        OutboxTestDatabase outboxTestDatabase = OutboxTestDatabase.create();
        outboxTestDatabase.run(OutboxTestDatabase.resource("flowcatalyst.sql"));
        outboxTestDatabase.run("""
                DROP ROLE IF EXISTS relay;
                CREATE ROLE relay LOGIN;
                GRANT SELECT, UPDATE ON outbox_events TO relay;
                GRANT USAGE ON SCHEMA signalbox TO relay;
                GRANT ALL ON ALL TABLES IN SCHEMA signalbox TO relay""");
        insert(outboxTestDatabase, "1", "g", 1);
        Incarnation me = outboxTestDatabase.join("me");
        PostgresOutbox outbox = as(outboxTestDatabase, OutboxSettings.DEFAULTS);
        outbox.check();
        ClaimResult claimResult = outbox.claim(me, request(1, 1));
        assertThat(outbox.settle(me, all(claimResult, Verdict.COMPLETE)).recorded())
                .isEqualTo(Set.of("1"));
        assertThat(outbox.recover(me)).isEqualTo(RecoveryResult.NOTHING);
        outboxTestDatabase.run(
                "REVOKE UPDATE ON outbox_events FROM relay; GRANT UPDATE (status) ON outbox_events TO relay");
        assertThatThrownBy(
                        as(outboxTestDatabase, OutboxSettings.DEFAULTS.with(new Retention.DeleteOnCompletion()))::check)
                .isInstanceOf(SourceException.class)
                .hasMessage("outbox table outbox_events cannot be used: "
                        + "the right to UPDATE column retry_count is missing; "
                        + "the right to UPDATE column processed_at is missing; "
                        + "the right to UPDATE column error_message is missing; "
                        + "the right to DELETE is missing, which the retention needs");
        outboxTestDatabase.run("DROP OWNED BY relay; DROP ROLE relay");
    }

    private static PostgresOutbox as(OutboxTestDatabase outboxTestDatabase, OutboxSettings settings) {
        return new PostgresOutbox(
                OutboxLayouts.FLOWCATALYST.layout(),
                RELAY,
                outboxTestDatabase.fenceAs("relay", true),
                outboxTestDatabase.source("relay")::getConnection,
                settings);
    }

    @Test
    void whatIsMissingIsNamedAllAtOnce() throws Exception {
        OutboxTestDatabase outboxTestDatabase = OutboxTestDatabase.create();
        assertThatThrownBy(flowcatalyst(outboxTestDatabase, OutboxSettings.DEFAULTS)::check)
                .hasMessage("outbox table outbox_events cannot be used: "
                        + "the table does not exist, or its schema is not on the search path");
        outboxTestDatabase.run(
                "CREATE TABLE outbox_events (id text, type text, message_group text, payload text, status text,"
                        + " retry_count text, created_at date)");
        assertThatThrownBy(flowcatalyst(outboxTestDatabase, OutboxSettings.DEFAULTS)::check)
                .hasMessage("outbox table outbox_events cannot be used: "
                        + "column retry_count is of type text; allowed is a number; "
                        + "column created_at is of type date; allowed is timestamp or timestamptz; "
                        + "column processed_at (for processed_at) does not exist; "
                        + "column error_message (for error_message) does not exist");
    }

    @Test
    void aWordThatTheTableRefusesIsAWarningAndOneForWaitingStopsTheRelay() throws Exception {
        OutboxTestDatabase outboxTestDatabase = OutboxTestDatabase.create();
        outboxTestDatabase.run(OutboxTestDatabase.resource("flowcatalyst.sql"));
        outboxTestDatabase.run("ALTER TABLE outbox_events ADD CONSTRAINT known CHECK (status <> 'FAILED')");
        insert(outboxTestDatabase, "1", "g", 1);
        PostgresOutbox outbox = flowcatalyst(outboxTestDatabase, OutboxSettings.DEFAULTS);
        assertThat(outbox.check())
                .singleElement()
                .asString()
                .contains("the constraint known", "refuses a failed message (status = FAILED)");
        assertThat(ids(outbox.claim(outboxTestDatabase.join("me"), request(1, 1))))
                .containsExactly("1");

        outboxTestDatabase.run("ALTER TABLE outbox_events DROP CONSTRAINT known, ALTER COLUMN status DROP DEFAULT,"
                + " ALTER COLUMN status TYPE boolean USING false");
        assertThatThrownBy(flowcatalyst(outboxTestDatabase, OutboxSettings.DEFAULTS)::check)
                .hasMessageStartingWith(
                        "outbox table outbox_events cannot be used: column status is of type boolean, which"
                                + " cannot hold PENDING, PROCESSING, COMPLETED and FAILED; needed is text");
    }

    @Test
    void aMissingIndexIsAWarning() throws Exception {
        OutboxTestDatabase outboxTestDatabase = OutboxTestDatabase.create();
        outboxTestDatabase.run(OutboxTestDatabase.resource("flowcatalyst.sql"));
        assertThat(flowcatalyst(outboxTestDatabase, OutboxSettings.DEFAULTS).check())
                .isEmpty();
        outboxTestDatabase.run("DROP INDEX idx_outbox_events_status");
        assertThat(flowcatalyst(outboxTestDatabase, OutboxSettings.DEFAULTS).check())
                .containsExactly("there is no index on (status, message_group, created_at):"
                        + " every claim reads the whole table");
    }

    @Test
    void aTimeThatNoReceiverKnowsBecomesTheNearestOne() throws Exception {
        for (String type : List.of("TIMESTAMP", "timestamptz")) {
            OutboxTestDatabase outboxTestDatabase = OutboxTestDatabase.create();
            outboxTestDatabase.run(OutboxTestDatabase.resource("flowcatalyst.sql")
                    .replace("created_at TIMESTAMP", "created_at " + type));
            for (String time : List.of("infinity", "-infinity", "4713-01-01 00:00:00 BC", "294276-01-01 00:00:00")) {
                outboxTestDatabase.run(
                        "INSERT INTO outbox_events VALUES ('%1$.13s', 'EVENT', NULL, '{}', 'PENDING', 0, '%1$s')"
                                .formatted(time));
            }

            assertThat(flowcatalyst(outboxTestDatabase, OutboxSettings.DEFAULTS)
                            .claim(outboxTestDatabase.join("me"), request(10, 10))
                            .messages())
                    .as(type)
                    .extracting(Message::createdAt)
                    .containsExactly(
                            BoundedTime.EARLIEST, BoundedTime.EARLIEST, BoundedTime.LATEST, BoundedTime.LATEST);
        }
    }
}
