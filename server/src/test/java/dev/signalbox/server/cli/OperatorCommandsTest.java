package dev.signalbox.server.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.signalbox.runtime.admin.RelayView;
import dev.signalbox.server.operation.PostgresRelaysFixture;
import dev.signalbox.server.operation.RelaysWithApiFixture;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The operator commands against a running program: output and exit codes. */
@SuppressWarnings("NullAway.Init") // set before each test
class OperatorCommandsTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String TWO =
            "    more: { source: shop, outbox: { table: second_events }, sink: api, path: /y, poll: { interval: 1h } }";

    private static final String A_LOG = """
              logs:
                wallet:
                  source: shop
                  topics:
                    changes: { required-tags: wallet_id, publishers: StatisticsPublisher }
                    payments: { types: Paid, publishers: StatisticsPublisher }
            """;

    private static AutoCloseable database;
    private PostgresRelaysFixture world;
    private RelaysWithApiFixture.ServedNode node;
    private Path token;
    private String out = "";
    private String err = "";

    @BeforeAll
    static void startDatabase() throws Exception {
        database = PostgresRelaysFixture.database();
    }

    @AfterAll
    static void stopDatabase() throws Exception {
        database.close();
    }

    @BeforeEach
    void start(@TempDir Path folder) throws Exception {
        world = PostgresRelaysFixture.on(database, folder);
        world.sql("CREATE TABLE second_events (LIKE outbox_events INCLUDING ALL)");
        token = Files.writeString(folder.resolve("token"), PostgresRelaysFixture.TOKEN + "\n");
        node = world.serve("one", "poll: { interval: 1h }", TWO, "postgres");
        await().atMost(Duration.ofSeconds(20))
                .until(() ->
                        node.relays().relays().stream().allMatch(relay -> relay.state() == RelayView.State.DELIVERING));
        world.awaitFirstLook("events");
    }

    @AfterEach
    void stop() throws Exception {
        world.close();
    }

    @Test
    void statusIsATableForPeopleAndJsonForPrograms() throws Exception {
        world.insert("m1", "", "PENDING");

        assertThat(run("status")).isZero();
        List<String> lines = out.lines().toList();
        assertThat(lines.getFirst()).startsWith("RELAY   STATE       BACKLOG  OLDEST");
        assertThat(lines.get(1)).matches("events  delivering\\s+1\\s+\\d+s .* one \\(64\\)");
        assertThat(lines.get(2)).matches("more    delivering\\s+0\\s+- .* one \\(64\\)");
        assertThat(lines.get(1).indexOf("delivering")).isEqualTo(lines.get(0).indexOf("STATE"));
        assertThat(out).doesNotContain("\u001b");
        assertThat(lines).as("no word of logs where there are none").hasSize(3);

        assertThat(run("status", "--relay", "more", "--json")).isZero();
        assertThat(JSON.readTree(out).path("name").asString()).isEqualTo("more");
        assertThat(run("status", "--relay", "nowhere")).isEqualTo(1);
        assertThat(err).isEqualTo("signalbox: There is no relay 'nowhere'.\n");
    }

    @Test
    void statusSaysWhatIsMissingOfALogThatIsNotFollowedYet() throws Exception {
        node = world.serve("two", "poll: { interval: 1h }", TWO + "\n" + A_LOG, "nobody, connect-timeout: 1s");

        await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
            assertThat(run("status")).isEqualTo(1);
            assertThat(err).contains("Log wallet is not followed yet: ", "nobody");
        });
        assertThat(out).containsPattern("events +starting");
    }

    @Test
    void statusShowsThePublishersOfLogsBelowTheRelays() throws Exception {
        world.sql("DROP TABLE IF EXISTS events, outbox_topic_progress");
        world.sql("CREATE TABLE events (position bigserial PRIMARY KEY, type text, tags text[], data json,"
                + " transaction_id xid8 NOT NULL DEFAULT pg_current_xact_id(), occurred_at timestamptz DEFAULT now())");
        String append = "INSERT INTO events (type, tags, data) VALUES ('Paid', '{wallet_id=w1}', '{}')";
        world.sql(append);
        node = world.serve("two", "poll: { interval: 1h }", TWO + "\n" + A_LOG, "postgres");
        await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
            assertThat(run("status")).isZero();
            assertThat(out).containsPattern("wallet +payments +StatisticsPublisher +active +0 +1 .* two\n");
        });
        world.sql(
                "UPDATE outbox_topic_progress SET status = 'PAUSED', error_count = 2, last_error = 'HTTP 422: no \u001b[1m'"
                        + " WHERE topic = 'payments'");
        await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
            run("status");
            assertThat(out).containsPattern("wallet +payments +StatisticsPublisher +paused ");
        });
        world.sql(append);

        await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
            assertThat(run("status")).isZero();
            assertThat(out)
                    .containsPattern("RELAY .*\nevents .*\nmore .*\n\nLOG +TOPIC +PUBLISHER +STATUS +LAG +POSITION")
                    .containsPattern("wallet +changes +StatisticsPublisher +active +0 +2 +0 +0 +0 +two\n")
                    .containsPattern("wallet +payments +StatisticsPublisher +paused +1 +1 +2 +0 +0 +two\n")
                    .contains("payments to StatisticsPublisher: HTTP 422: no ")
                    .doesNotContain("\u001b");
        });
        assertThat(run("status", "--json")).isZero();
        JsonNode all = JSON.readTree(out);
        assertThat(all.get(0).path("name").asString()).isEqualTo("events");
        assertThat(all.get(3).path("topic").asString()).isEqualTo("payments");
        assertThat(all.get(3).path("lag").asInt()).isEqualTo(1);
        assertThat(run("status", "--relay", "more")).isZero();
        assertThat(out).doesNotContain("PUBLISHER");
    }

    @Test
    void explainFindsTheRelayByTheId() throws Exception {
        world.insert("a/b \u001b[31m", "order-7", "FAILED");

        assertThat(run("explain", "a/b \u001b[31m")).isZero();
        assertThat(out)
                .contains("state    FAILED", "group    order-7 (shard ", "It was given up at ", "no such customer")
                .doesNotContain("\u001b", "secret");
        assertThat(run("explain", "a/b \u001b[31m", "--json")).isZero();
        assertThat(JSON.readTree(out).path("why").get(0).path("reason").asString())
                .isEqualTo("failed");

        assertThat(run("explain", "nothing")).isEqualTo(1);
        assertThat(err).isEqualTo("signalbox: no relay has a message nothing\n");
        world.sql("INSERT INTO second_events SELECT * FROM outbox_events");
        assertThat(run("explain", "a/b \u001b[31m")).isEqualTo(2);
        assertThat(err).contains("--relay is needed: events and more");
        assertThat(run("explain", "a/b \u001b[31m", "--relay", "more")).isZero();
    }

    @Test
    void explainSaysHowAMessageIsSentThatWasInFlightAtUncleanEnds() throws Exception {
        world.insert("m1", "", "PENDING");
        world.sql("INSERT INTO signalbox.suspects (relay, id, level) VALUES ('public.outbox_events', 'm1', 1)");

        assertThat(run("explain", "m1")).isZero();
        assertThat(out).contains("suspect  MARKED: in flight at one unclean end");
        world.sql("UPDATE signalbox.suspects SET level = 9");
        assertThat(run("explain", "m1")).isZero();
        assertThat(out).contains("suspect  SUSPECT: at most 8 suspects are in flight together");
        world.sql("UPDATE signalbox.suspects SET level = 2, crashes = 1");
        assertThat(run("explain", "m1")).isZero();
        assertThat(out).contains("suspect  SUSPECT: sent alone, 1 crashes");
    }

    @Test
    void failedMessagesAreListedRetriedAndDiscarded() throws Exception {
        for (int i = 1; i <= 3; i++) {
            world.insert("dead-" + i, "g" + i, "FAILED");
        }
        world.answers.drainPermits();
        assertThat(run("failed")).isEqualTo(2);
        assertThat(err).contains("--relay is needed: there are events, more");
        assertThat(run("failed", "--relay", "events")).isZero();
        assertThat(out.lines().toList()).hasSize(4);
        assertThat(out.lines().findFirst().orElseThrow()).matches("ID +GROUP +TYPE +ATTEMPTS +FAILED AT +REASON");
        assertThat(out).containsPattern("dead-1 +g1 +EVENT +0 +20\\d\\d-.*Z +HTTP 400: no such customer");
        assertThat(run("failed", "--relay", "events", "--limit", "2")).isZero();
        assertThat(out).contains("there may be more: --after ");
        assertThat(run("failed", "--relay", "events", "--group", "nobody")).isEqualTo(1);

        assertThat(run("retry", "dead-1")).isZero();
        assertThat(out).isEqualTo("retried dead-1\n");
        assertThat(run("retry", "dead-1")).isEqualTo(1);
        assertThat(err).contains("only what is FAILED can be retried");
        assertThat(run("discard", "dead-2")).isEqualTo(2);
        assertThat(err).contains("--yes");
        assertThat(run("discard", "dead-2", "--yes")).isZero();
        assertThat(run("discard", "--relay", "events", "--all", "--dry-run", "--reason", "customer"))
                .isZero();
        assertThat(out).startsWith("would have discarded 1 failed messages").contains("dead-3");
        assertThat(run("retry", "--relay", "events", "--all", "--group", "g3", "--json"))
                .isZero();
        assertThat(JSON.readTree(out).path("messages").asInt()).isEqualTo(1);
        assertThat(run("retry", "--relay", "events", "--all")).isEqualTo(1);
        assertThat(run("retry")).isEqualTo(2);
        assertThat(run("retry", "x", "--all")).isEqualTo(2);
        assertThat(run("retry", "--relay", "events", "--all", "--limit", "0")).isEqualTo(2);
        assertThat(err).contains("limit: '0' is not allowed");
    }

    @Test
    void pauseAndResume() throws Exception {
        world.createPauses();
        assertThat(run("pause", "--relay", "more", "--reason", "a test")).isZero();
        assertThat(out).startsWith("relay more is paused since 20");
        assertThat(run("status")).isZero();
        assertThat(out).containsPattern("more +paused").contains("more: paused since ", ": a test");
        assertThat(run("resume", "--relay", "more", "--json")).isZero();
        JsonNode view = JSON.readTree(out);
        assertThat(view.path("state").asString()).isEqualTo("DELIVERING");
    }

    @Test
    void aWrongTokenAndAMissingProgramAreReportedInOneLine(@TempDir Path folder) throws Exception {
        Path wrong = Files.writeString(folder.resolve("wrong"), "not-the-token");
        assertThat(run("status", "--token-file", wrong.toString())).isEqualTo(1);
        assertThat(err.lines())
                .singleElement()
                .asString()
                .contains("does not accept this token")
                .doesNotContain("not-the-token");
        assertThat(run("status", "--token-file", folder.resolve("none").toString()))
                .isEqualTo(2);
        assertThat(run("status", "--url", "http://127.0.0.1:1")).isEqualTo(3);
        assertThat(err.lines())
                .singleElement()
                .asString()
                .contains("no answer from http://127.0.0.1:1 (nothing listens there)");
        assertThat(run("status", "--url", "nonsense")).isEqualTo(2);
        assertThat(run("status", "--nonsense")).isEqualTo(2);
        assertThat(run("status", "--help")).isZero();
        assertThat(out).contains("Exit codes:", "the program did not answer");
    }

    private int run(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        if (!all.contains("--url")) {
            all.addAll(List.of("--url", "http://127.0.0.1:" + node.port()));
        }
        if (!all.contains("--token-file")) {
            all.addAll(List.of("--token-file", token.toString()));
        }
        StringWriter output = new StringWriter();
        StringWriter errors = new StringWriter();
        int code = SignalboxCommand.execute(
                new PrintWriter(output, true), new PrintWriter(errors, true), all.toArray(String[]::new));
        out = output.toString().replace("\r\n", "\n");
        err = errors.toString().replace("\r\n", "\n");
        return code;
    }
}
