package dev.signalbox.runtime.relays;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.signalbox.core.relay.Node.StopResult;
import dev.signalbox.postgres.log.SignalboxLogTable;
import dev.signalbox.runtime.admin.Health;
import dev.signalbox.runtime.logs.RunningLog;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Event logs that a configuration file names. */
class LogsTest extends RelaysFixture {
    @Test
    void theOwnLogIsFollowedInOrderOfGroupsAndDivided() throws Exception {
        database.run("DROP TABLE IF EXISTS signalbox_log");
        database.run(String.join(";", SignalboxLogTable.ddl(SignalboxLogTable.DEFAULT_TABLE)));
        Path file = Files.writeString(folder.resolve("log.yaml"), """
                signalbox:
                  sources:
                    shop: { url: "%s", username: postgres }
                  sinks:
                    api: { type: http, base-url: "http://127.0.0.1:%d" }
                  logs:
                    own:
                      source: shop
                      layout: signalbox-log
                      topics: { all: { publishers: api } }
                      publishers: { api: { ordering: group, poll: { interval: 100ms } } }
                """.formatted(
                        database.url(), api.getAddress().getPort()));
        Relays relays = started(file);
        await().atMost(Duration.ofSeconds(20))
                .until(() -> database.count("pg_inherits WHERE inhparent = 'signalbox_log'::regclass") == 5);
        database.run("""
                INSERT INTO signalbox_log (id, message_group, type, payload)
                SELECT g || lpad(n::text, 5, '0'), g, 'EVENT', '{}'
                FROM generate_series(1, 150) n, unnest(ARRAY['a', 'b']) g""");

        await().atMost(Duration.ofSeconds(20)).until(() -> received.size() >= 300);
        assertThat(relays.checks())
                .allSatisfy(check -> assertThat(check.detail()).isNull());
        assertThat(relays.stop(GRACE)).isEqualTo(StopResult.CLEAN);
        assertThat(received).hasSize(300).doesNotHaveDuplicates();
        for (String group : List.of("a", "b")) {
            assertThat(received.stream().filter(id -> id.startsWith(group))).isSorted();
        }
        assertThat(database.count("signalbox_log_rest")).isZero();
    }

    @Test
    void aLogThatCannotBeFollowedIsNotReady() throws Exception {
        database.run("DROP TABLE IF EXISTS gone");
        Path file = Files.writeString(folder.resolve("gone.yaml"), """
                signalbox:
                  sources:
                    shop: { url: "%s", username: postgres }
                  logs:
                    gone: { source: shop, table: gone, topics: { all: { publishers: StatisticsPublisher } } }
                """.formatted(database.url()));
        Relays relays = started(file);

        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(relays.checks())
                        .contains(new Health.Check(
                                "log gone",
                                Health.Status.DOWN,
                                "event log gone cannot be followed: it does not exist, or may not be seen")));
        database.run("CREATE TABLE gone (position bigserial PRIMARY KEY, type text, tags text[], data json,"
                + " transaction_id xid8 NOT NULL DEFAULT pg_current_xact_id(), occurred_at timestamptz DEFAULT now())");
        ((RunningLog) relays.logs().getFirst()).sample();
        assertThat(relays.checks()).extracting(Health.Check::status).containsOnly(Health.Status.UP);
        assertThat(relays.stop(GRACE)).isEqualTo(StopResult.CLEAN);
    }

    @Test
    void withoutTheRightToTheSchemaALogSaysHowToGetIt() throws Exception {
        database.run("DROP SCHEMA IF EXISTS signalbox CASCADE; DROP ROLE IF EXISTS poor; CREATE ROLE poor LOGIN");
        Path file = Files.writeString(folder.resolve("poor.yaml"), """
                signalbox:
                  sources:
                    shop: { url: "%s", username: poor }
                  logs:
                    poor: { source: shop, topics: { all: { publishers: StatisticsPublisher } } }
                """.formatted(database.url()));
        Relays relays = started(file);

        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(relays.checks())
                        .singleElement()
                        .extracting(Health.Check::detail)
                        .asString()
                        .startsWith("no log is followed without the schema signalbox")
                        .contains("permission denied")
                        .endsWith("run is printed by: signalbox schema sql --config FILE"));
        assertThat(relays.logs().getFirst().missing()).startsWith("Log poor is not followed yet: no log is followed");
        assertThat(relays.stop(GRACE)).isEqualTo(StopResult.CLEAN);
        database.run("DROP ROLE poor");
    }

    @Test
    void metricsShowAPausedFeedAndTheAgeOfItsBacklog() throws Exception {
        database.run("DROP TABLE IF EXISTS events");
        database.run("CREATE TABLE events (position bigserial PRIMARY KEY, type text, tags text[], data json,"
                + " transaction_id xid8 NOT NULL DEFAULT pg_current_xact_id(), occurred_at timestamptz DEFAULT now())");
        Path file = Files.writeString(folder.resolve("rests.yaml"), """
                signalbox:
                  sources:
                    shop: { url: "%s", username: postgres }
                  logs:
                    rests: { source: shop, topics: { rests: { publishers: StatisticsPublisher } } }
                """.formatted(database.url()));
        Relays relays = started(file);
        await().atMost(Duration.ofSeconds(20))
                .until(() -> relays.logs().getFirst().missing() == null
                        && database.count("signalbox.pairs WHERE topic = 'rests'") == 1);
        RunningLog log = (RunningLog) relays.logs().getFirst();
        database.run("UPDATE outbox_topic_progress SET status = 'PAUSED' WHERE topic = 'rests'");
        database.run("INSERT INTO events (type, tags, data, occurred_at)"
                + " VALUES ('Paid', '{}', '{}', now() - interval '1 hour')");
        database.run("UPDATE outbox_topic_progress SET last_position = 0 WHERE topic = 'rests'");
        log.sample();

        String figures = registry.scrape();
        assertThat(figures).contains("signalbox_relay_paused{relay=\"rests/rests/StatisticsPublisher\"} 1.0");
        assertThat(figures)
                .containsPattern("signalbox_relay_oldest_age_seconds\\{relay=\"rests/rests/[^}]+} 36\\d\\d\\.");
        log.resume("alice", log.feeds().getFirst());
        assertThat(registry.scrape()).contains("signalbox_relay_paused{relay=\"rests/rests/StatisticsPublisher\"} 0.0");
        assertThat(relays.stop(GRACE)).isEqualTo(StopResult.CLEAN);
    }

    @Test
    void aLogSinkPublishesTheEventsOfALog() throws Exception {
        database.run("DROP TABLE IF EXISTS shown_events");
        database.run("CREATE TABLE shown_events (position bigserial PRIMARY KEY, type text, tags text[], data json,"
                + " transaction_id xid8 NOT NULL DEFAULT pg_current_xact_id(), occurred_at timestamptz DEFAULT now())");
        database.run("INSERT INTO shown_events (type, tags, data) SELECT 'Paid', '{wallet=1}', '{}'"
                + " FROM generate_series(1, 3)");
        Path lines = folder.resolve("events.log");
        Path file = Files.writeString(folder.resolve("shown.yaml"), """
                signalbox:
                  sources:
                    shop: { url: "%s", username: postgres }
                  sinks:
                    lines: { type: log, file: "%s" }
                  logs:
                    shown: { source: shop, table: shown_events, topics: { all: { publishers: lines } } }
                """.formatted(database.url(), lines));
        Relays relays = started(file);
        await().atMost(Duration.ofSeconds(20))
                .until(() -> Files.exists(lines) && Files.readAllLines(lines).size() == 3);
        assertThat(relays.stop(GRACE)).isEqualTo(StopResult.CLEAN);
        assertThat(Files.readAllLines(lines))
                .isSorted()
                .allMatch(
                        line -> line.contains(" type=Paid ") && line.contains(" tags=") && line.contains(" position="));
    }
}
