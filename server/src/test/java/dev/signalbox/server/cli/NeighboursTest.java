package dev.signalbox.server.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.signalbox.postgres.log.SignalboxLogTable;
import dev.signalbox.postgres.owntable.PostgresOwnTable;
import dev.signalbox.runtime.admin.RelayView;
import dev.signalbox.server.operation.PostgresRelaysFixture;
import dev.signalbox.server.operation.RelaysWithApiFixture.ServedNode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What other roles of the same database can do to a relay: nothing. */
@SuppressWarnings("NullAway.Init") // set before each test
class NeighboursTest {
    private static final String QUICK = "poll: { interval: 50ms }";
    private static final String RELAY = "/api/relays/events";

    private static final String MORE = """
                own: { source: shop, outbox: { layout: signalbox }, sink: api, path: /x, poll: { interval: 50ms } }
              logs:
                wallet: { source: shop, layout: signalbox-log, topics: { all: { publishers: StatisticsPublisher } } }
            """;

    private static final String ROLES = """
            DO $$ BEGIN
                CREATE ROLE shop_app LOGIN; CREATE ROLE shop_relay LOGIN;
            EXCEPTION WHEN duplicate_object THEN NULL;
            END $$;
            DROP OWNED BY shop_app, shop_relay CASCADE;
            DROP TABLE IF EXISTS witness, signalbox_outbox, signalbox_outbox_failed, signalbox_log, outbox_topic_progress;
            GRANT CREATE ON SCHEMA public TO shop_app, shop_relay;
            GRANT CREATE ON DATABASE postgres TO shop_relay;
            GRANT SELECT, UPDATE, DELETE ON outbox_events TO shop_relay;
            CREATE TABLE witness (who text, what text);
            GRANT INSERT ON witness TO PUBLIC;
            """;

    /** Better matches for columns and parameters of these types than what PostgreSQL itself has. */
    private static final List<String> PLANTED = List.of(
            """
            CREATE FUNCTION public.lower(varchar) RETURNS text LANGUAGE plpgsql AS $$ BEGIN
                INSERT INTO public.witness VALUES (current_user, 'lower');
                RETURN pg_catalog.lower($1::pg_catalog.text);
            END $$""",
            """
            CREATE FUNCTION public.same(varchar, varchar) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN
                INSERT INTO public.witness VALUES (current_user, '=');
                RETURN $1::pg_catalog.text OPERATOR(pg_catalog.=) $2::pg_catalog.text;
            END $$""",
            """
            CREATE FUNCTION public.times(bigint, interval) RETURNS interval LANGUAGE plpgsql AS $$ BEGIN
                INSERT INTO public.witness VALUES (current_user, '*');
                RETURN $1::pg_catalog.float8 OPERATOR(pg_catalog.*) $2;
            END $$""",
            "CREATE OPERATOR public.= (LEFTARG = varchar, RIGHTARG = varchar, FUNCTION = public.same)",
            "CREATE OPERATOR public.* (LEFTARG = bigint, RIGHTARG = interval, FUNCTION = public.times)");

    private static AutoCloseable database;
    private PostgresRelaysFixture world;
    private Path folder;

    @BeforeAll
    static void startDatabase() {
        database = PostgresRelaysFixture.database();
    }

    @AfterAll
    static void stopDatabase() throws Exception {
        database.close();
    }

    @BeforeEach
    void start(@TempDir Path temporary) throws Exception {
        folder = temporary;
        world = PostgresRelaysFixture.on(database, folder);
        world.sql(ROLES);
    }

    @AfterEach
    void stop() throws Exception {
        world.close();
        world.sql("DROP OWNED BY shop_app CASCADE");
    }

    @Test
    void nothingThatTheyPlantRunsAsTheRelay() throws Exception {
        try (Connection app = connect("shop_app");
                Statement statement = app.createStatement()) {
            for (String planted : PLANTED) {
                statement.execute(planted);
            }
            statement.execute("SELECT lower('X'::varchar), 'a'::varchar = 'b'::varchar, 2::bigint * interval '1 s'");
        }
        assertThat(value("SELECT count(DISTINCT what) FROM witness WHERE who = 'shop_app'"))
                .as("they work in the session of their owner")
                .isEqualTo("3");
        world.sql(PostgresOwnTable.ddl(PostgresOwnTable.DEFAULT_NAME));
        world.sql("GRANT SELECT, INSERT, UPDATE, DELETE ON signalbox_outbox, signalbox_outbox_failed TO shop_relay");
        world.refused = "bad";
        world.insert("m1", "a", "PENDING");
        world.insert("m2", "", "PENDING");
        world.insert("old", "b", "FAILED");
        world.sql("INSERT INTO signalbox_outbox (id, message_group, type, payload) VALUES"
                + " ('o1', 'a', 'EVENT', '{}'), ('o2', 'a', 'EVENT', '{\"n\":\"bad\"}')");

        ServedNode node = world.serve("one", QUICK, MORE, "shop_relay");
        assertThat(schema("install")).as("some rights are missing").isEqualTo(1);
        world.sql("INSERT INTO signalbox_log (type, payload) VALUES ('Paid', '{}')");
        await().atMost(Duration.ofSeconds(20)).until(() -> world.count("COMPLETED") == 2);
        await().atMost(Duration.ofSeconds(20))
                .until(() ->
                        value("SELECT count(*) FROM signalbox_outbox_failed").equals("1"));
        await().atMost(Duration.ofSeconds(20))
                .until(() -> value("SELECT coalesce(max(last_position), 0) FROM outbox_topic_progress")
                        .equals("1"));
        operate(node);
        for (String verb : List.of("check", "sql", "install")) {
            schema(verb);
        }
        world.stopLast();

        // The test itself runs what is planted: it has the usual search path.
        assertThat(value("SELECT string_agg(DISTINCT what, ' ') FROM witness WHERE who = 'shop_relay'"))
                .isEqualTo("null");
    }

    private void operate(ServedNode node) throws Exception {
        for (String path : List.of(
                "/api/relays",
                RELAY,
                RELAY + "/messages?state=failed&type=EVENT&reasonContains=customer",
                RELAY + "/messages/m1",
                "/api/relays/own",
                "/api/relays/own/messages?state=failed&reasonContains=400",
                "/api/relays/own/messages/o2",
                "/api/outbox/publishers")) {
            assertThat(world.get(node, path).statusCode()).as(path).isEqualTo(200);
        }
        world.refused = "";
        assertThat(world.post(node, RELAY + "/messages/old/retry", "{}").statusCode())
                .isEqualTo(200);
        assertThat(world.post(node, "/api/relays/own/messages/o2/retry", "{}").statusCode())
                .isEqualTo(200);
        assertThat(world.post(node, RELAY + "/pause", "{}").statusCode()).isEqualTo(200);
        assertThat(world.post(node, RELAY + "/resume", "").statusCode()).isEqualTo(200);
        await().atMost(Duration.ofSeconds(20)).until(() -> world.count("COMPLETED") == 3);
    }

    @Test
    void aTableInASchemaOfItsOwnIsFoundByTheRolesOwnPath() throws Exception {
        world.sql("DROP SCHEMA IF EXISTS shop CASCADE; CREATE SCHEMA shop; ALTER TABLE outbox_events SET SCHEMA shop;"
                + " GRANT USAGE ON SCHEMA shop TO shop_relay; ALTER ROLE shop_relay SET search_path = shop, public");
        try {
            world.sql("INSERT INTO shop.outbox_events VALUES ('m1', 'EVENT', 'a', '{}', 'PENDING', 0, now())");
            ServedNode node = world.serve("one", QUICK, "", "shop_relay");

            await().atMost(Duration.ofSeconds(20))
                    .until(() -> value("SELECT status FROM shop.outbox_events").equals("COMPLETED"));
            assertThat(world.json(world.get(node, RELAY)).path("table").asString())
                    .isEqualTo("shop.outbox_events");
        } finally {
            world.sql("ALTER ROLE shop_relay RESET search_path; DROP SCHEMA shop CASCADE");
        }
    }

    @Test
    void infiniteAndAncientTimesHurtNoOtherMessage() throws Exception {
        world.status = 503;
        world.insert("good", "a", "PENDING");
        world.sql("INSERT INTO outbox_events VALUES ('late', 'EVENT', 'a', '{}', 'PENDING', 0, 'infinity'),"
                + " ('early', 'EVENT', 'b', '{}', 'PENDING', 0, '-infinity'),"
                + " ('bc', 'EVENT', NULL, '{}', 'PENDING', 0, '4713-01-01 00:00:00 BC'),"
                + " ('far', 'EVENT', NULL, '{}', 'PENDING', 0, '294276-12-31 23:59:59')");
        ServedNode node = world.serve("one", QUICK);
        await().atMost(Duration.ofSeconds(20)).until(() -> state(node) == RelayView.State.OUTAGE);

        JsonNode relay = world.json(world.get(node, RELAY));
        assertThat(relay.path("backlog").path("value").asInt()).isEqualTo(5);
        assertThat(relay.path("oldestAgeSeconds").asDouble()).isBetween(2e11, 3e11);
        for (String id : List.of("late", "early", "bc", "far")) {
            assertThat(world.message(node, id).path("id").asString()).isEqualTo(id);
        }
        assertThat(world.message(node, "late").toString()).contains("9999-12-31T23:59:59.999999Z");
        assertThat(world.message(node, "early").toString()).contains("0001-01-01T00:00:00Z");
        assertThat(world.get(node, RELAY + "/messages?state=pending").statusCode())
                .isEqualTo(200);
        world.status = 200;

        await().atMost(Duration.ofSeconds(20)).until(() -> world.count("COMPLETED") == 5);
    }

    @Test
    void theirLocksPreventNoDelivery() throws Exception {
        ServedNode first = world.serve("one", QUICK, "", "shop_relay");
        await().atMost(Duration.ofSeconds(20)).until(() -> state(first) == RelayView.State.DELIVERING);
        String key = value("SELECT (classid::bigint << 32) | objid::bigint FROM pg_locks"
                + " WHERE locktype = 'advisory' AND granted AND objsubid = 1");
        world.stopLast();
        try (Connection app = connect("shop_app");
                Statement statement = app.createStatement()) {
            statement.execute("SELECT pg_advisory_lock(" + key + ")");
            ServedNode second = world.serve("two", QUICK, "", "shop_relay");
            world.insert("m1", "a", "PENDING");

            await().atMost(Duration.ofSeconds(20)).until(() -> world.count("COMPLETED") == 1);
            assertThat(world.scrape()).contains("signalbox_relay_locked_out{relay=\"events\"} 0.0");
            assertThat(world.get(second, "/health/ready").statusCode()).isEqualTo(200);
        }
    }

    @Test
    @Tag("slow")
    void whoHoldsCrabletsLockIsNamedAndEndsReadiness() throws Exception {
        world.sql(String.join(";", SignalboxLogTable.ddl(SignalboxLogTable.DEFAULT_TABLE))
                + "; ALTER TABLE signalbox_log OWNER TO shop_relay");
        try (Connection app = connect("shop_app");
                Statement statement = app.createStatement()) {
            statement.execute("SELECT pg_advisory_lock(4856221667890123456)");
            ServedNode node = world.serve("one", QUICK, MORE.substring(MORE.indexOf("  logs:")), "shop_relay");
            String holder = "of user shop_app";
            await().atMost(Duration.ofSeconds(20))
                    .until(() ->
                            world.get(node, "/api/outbox/publishers").body().contains(holder));
            assertThat(world.scrape())
                    .contains("signalbox_relay_locked_out{relay=\"wallet/all/StatisticsPublisher\"} 1.0");
            assertThat(world.get(node, "/health/ready").statusCode()).isEqualTo(200);

            await().atMost(Duration.ofSeconds(45))
                    .until(() -> world.get(node, "/health/ready").statusCode() == 503);
            statement.execute("SELECT pg_advisory_unlock(4856221667890123456)");
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> world.get(node, "/health/ready").statusCode() == 200);
        }
    }

    @Test
    void aSchemaInWhichTheyMayCreateIsRefusedAndTheCheckSaysWhatToDo() throws Exception {
        ServedNode first = world.serve("one", QUICK, "", "shop_relay");
        await().atMost(Duration.ofSeconds(20)).until(() -> state(first) == RelayView.State.DELIVERING);
        world.stopLast();
        world.sql("GRANT USAGE, CREATE ON SCHEMA signalbox TO shop_app");
        ServedNode second = world.serve("one", QUICK, "", "shop_relay");

        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(
                        () -> assertThat(world.json(world.get(second, RELAY))
                                        .path("problem")
                                        .asString())
                                .contains(
                                        "the role shop_app may create objects in it (REVOKE CREATE ON SCHEMA signalbox FROM \"shop_app\")"));
        assertThat(world.get(second, "/health/ready").statusCode()).isEqualTo(503);
        StringWriter out = new StringWriter();
        assertThat(schema(out, "sql")).isZero();
        assertThat(out.toString()).contains("REVOKE CREATE ON SCHEMA signalbox FROM \"shop_app\";");
        assertThat(schema("check")).isEqualTo(5);
        world.sql("REVOKE CREATE ON SCHEMA signalbox FROM shop_app");

        await().atMost(Duration.ofSeconds(20)).until(() -> state(second) == RelayView.State.DELIVERING);
    }

    private int schema(String verb) {
        return schema(new StringWriter(), verb);
    }

    /** Runs a schema command with the configuration of the last node. */
    private int schema(StringWriter out, String verb) {
        return SignalboxCommand.execute(
                new PrintWriter(out, true),
                new PrintWriter(new StringWriter()),
                "schema",
                verb,
                "--config",
                folder.resolve("one.yaml").toString());
    }

    private Connection connect(String role) throws SQLException {
        try (Connection postgres = world.connect()) {
            return DriverManager.getConnection(postgres.getMetaData().getURL(), role, "");
        }
    }

    private String value(String sql) throws SQLException {
        try (Connection connection = world.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return String.valueOf(row.getString(1));
        }
    }

    private static RelayView.State state(ServedNode node) {
        return node.relays().relays().getFirst().state();
    }
}
