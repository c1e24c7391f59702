package dev.signalbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.signalbox.client.Layout;
import dev.signalbox.client.Message;
import dev.signalbox.embedded.kafka.BrokerOptions;
import dev.signalbox.embedded.kafka.LocalKafka;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.postgres.owntable.PostgresOwnTable;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two clusters, one of them stopped and restarted. */
class SeveralClustersTest extends EndToEndTest {
    private static final dev.signalbox.client.Outbox CLIENT = dev.signalbox.client.Outbox.of(Layout.flowcatalyst());

    private ConfigText config(LocalKafka eu, LocalKafka us) {
        return new ConfigText()
                .set("signalbox.sources.shop.url", world.outbox().url())
                .set("signalbox.sources.shop.username", world.outbox().role())
                .set("signalbox.sources.shop.password", PostgresTestDatabase.PASSWORD)
                .set("signalbox.sinks.eu.type", "kafka")
                .set("signalbox.sinks.eu.bootstrap-servers", eu.bootstrapServers())
                .set("signalbox.sinks.us.type", "kafka")
                .set("signalbox.sinks.us.bootstrap-servers", us.bootstrapServers())
                .set("signalbox.relays.events.source", "shop")
                .set("signalbox.relays.events.routes.Local", "eu")
                .set("signalbox.relays.events.routes.*.clusters", "eu,us")
                .set("signalbox.relays.events.outbox.table", PostgresTestDatabase.EVENTS)
                .set("signalbox.relays.events.poll.interval", "200ms");
    }

    private void write(String type, int from, int to) throws Exception {
        try (Connection connection = world.outbox().connect()) {
            connection.setAutoCommit(false);
            for (int i = from; i < to; i++) {
                CLIENT.record(
                        connection,
                        Message.builder(type)
                                .group(type + i % 5)
                                .payload("" + i)
                                .build());
                connection.commit();
            }
        }
    }

    private long waiting(String type) {
        return world.outbox().count(PostgresTestDatabase.EVENTS, "status <> 'COMPLETED' AND type = '" + type + "'");
    }

    @Test
    void aDeadClusterHoldsUpWhatNeedsItAndEachMessageReachesEachClusterOnce() throws Exception {
        try (LocalKafka eu = LocalKafka.start(TestFolders.ofThisRun("kafka-eu"));
                LocalKafka us = LocalKafka.start(TestFolders.ofThisRun("kafka-us"), BrokerOptions.DEFAULTS)) {
            for (LocalKafka each : List.of(eu, us)) {
                each.createTopic("Local", 2, Map.of());
                each.createTopic("Global", 2, Map.of());
            }
            SignalboxProcess signalboxProcess = world.leader(config(eu, us));
            write("Global", 0, 20);
            await().atMost(seconds(20)).until(() -> waiting("Global") == 0);

            us.kill();
            write("Global", 20, 60);
            write("Local", 0, 50);
            await().atMost(seconds(20)).until(() -> waiting("Local") == 0);
            assertThat(waiting("Global")).isPositive();
            us.restart();
            world.awaitSettled(seconds(60));

            assertThat(world.outbox().count(PostgresTestDatabase.EVENTS, "retry_count > 0"))
                    .isZero();
            assertThat(signalboxProcess.stop()).isZero();
            assertThat(KafkaTest.payloads(eu, "Global")).hasSameElementsAs(numbers(60));
            assertThat(KafkaTest.payloads(us, "Global")).hasSameElementsAs(numbers(60));
            assertThat(KafkaTest.payloads(eu, "Global"))
                    .as("what it has is not sent to it again")
                    .hasSize(60);
            assertThat(KafkaTest.payloads(eu, "Local")).hasSize(50);
            assertThat(world.outbox().value("SELECT count(*) FROM signalbox.deliveries"))
                    .isEqualTo("0");
        }
    }

    @Test
    @Tag("slow")
    void oneClusterIsEnoughAndTheOtherGetsTheRestInOrderWhenItIsBack() throws Exception {
        try (LocalKafka eu = LocalKafka.start(TestFolders.ofThisRun("kafka-eu-first"));
                LocalKafka us = LocalKafka.start(TestFolders.ofThisRun("kafka-us-later"))) {
            eu.createTopic("Global", 2, Map.of());
            us.createTopic("Global", 2, Map.of());
            for (String cluster : List.of("eu", "us")) {
                world.outbox().execute(ownTable(PostgresTestDatabase.EVENTS + "_for_" + cluster));
            }
            SignalboxProcess signalboxProcess =
                    world.leader(config(eu, us).set("signalbox.relays.events.routes.*.strategy", "at-least-one"));
            write("Global", 0, 20);
            await().atMost(seconds(20)).until(() -> waiting("Global") == 0);

            us.kill();
            write("Global", 20, 300);
            await().atMost(seconds(30)).until(() -> waiting("Global") == 0);
            assertThat(KafkaTest.payloads(eu, "Global")).hasSameElementsAs(numbers(300));
            us.restart();
            write("Global", 300, 320);
            world.awaitSettled(seconds(30));
            await().atMost(seconds(60)).until(() -> owed("us") == 0);

            assertThat(signalboxProcess.stop()).isZero();
            assertInOrder(us);
            assertInOrder(eu);
            assertThat(KafkaTest.payloads(eu, "Global")).hasSize(320);
        }
    }

    private long owed(String cluster) {
        return world.outbox().count(PostgresTestDatabase.EVENTS + "_for_" + cluster, "true");
    }

    private String ownTable(String name) {
        return PostgresOwnTable.ddl(new TableName(null, name))
                + "GRANT SELECT, INSERT, UPDATE, DELETE ON %1$s, %1$s_failed TO %2$s"
                        .formatted(name, world.outbox().role());
    }

    /** All messages have arrived, and each group in order by first arrival. */
    private static void assertInOrder(LocalKafka cluster) {
        List<Integer> arrived = KafkaTest.payloads(cluster, "Global").stream()
                .distinct()
                .map(Integer::valueOf)
                .toList();
        assertThat(arrived).hasSize(320);
        for (int group = 0; group < 5; group++) {
            int of = group;
            assertThat(arrived.stream().filter(number -> number % 5 == of)).isSorted();
        }
    }

    private static List<String> numbers(int count) {
        return IntStream.range(0, count).mapToObj(String::valueOf).toList();
    }
}
