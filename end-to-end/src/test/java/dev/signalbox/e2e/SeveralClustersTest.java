package dev.signalbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.signalbox.client.Layout;
import dev.signalbox.client.Message;
import dev.signalbox.kafka.embedded.BrokerOptions;
import dev.signalbox.kafka.embedded.LocalKafka;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Two clusters, one of which dies and comes back. */
class SeveralClustersTest extends EndToEndTest {
    private static final dev.signalbox.client.Outbox CLIENT = dev.signalbox.client.Outbox.of(Layout.flowcatalyst());

    private ConfigText config(LocalKafka eu, LocalKafka us) {
        return new ConfigText()
                .set("signalbox.sources.shop.url", world.outbox().url())
                .set("signalbox.sources.shop.username", world.outbox().role())
                .set("signalbox.sources.shop.password", Outbox.PASSWORD)
                .set("signalbox.sinks.eu.type", "kafka")
                .set("signalbox.sinks.eu.bootstrap-servers", eu.bootstrapServers())
                .set("signalbox.sinks.us.type", "kafka")
                .set("signalbox.sinks.us.bootstrap-servers", us.bootstrapServers())
                .set("signalbox.relays.events.source", "shop")
                .set("signalbox.relays.events.routes.Local", "eu")
                .set("signalbox.relays.events.routes.*.clusters", "eu,us")
                .set("signalbox.relays.events.outbox.table", Outbox.EVENTS)
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
        return world.outbox().count(Outbox.EVENTS, "status <> 'COMPLETED' AND type = '" + type + "'");
    }

    @Test
    void aDeadClusterHoldsUpWhatNeedsItAndEachMessageReachesEachClusterOnce() throws Exception {
        try (LocalKafka eu = LocalKafka.start(Folders.ofThisRun("kafka-eu"));
                LocalKafka us = LocalKafka.start(Folders.ofThisRun("kafka-us"), BrokerOptions.DEFAULTS)) {
            for (LocalKafka each : List.of(eu, us)) {
                each.createTopic("Local", 2, Map.of());
                each.createTopic("Global", 2, Map.of());
            }
            Program program = world.leader(config(eu, us));
            write("Global", 0, 20);
            await().atMost(seconds(20)).until(() -> waiting("Global") == 0);

            us.kill();
            write("Global", 20, 60);
            write("Local", 0, 200);
            await().atMost(seconds(20)).until(() -> waiting("Local") == 0);
            assertThat(waiting("Global")).isPositive();
            us.restart();
            world.awaitSettled(seconds(60));

            assertThat(world.outbox().count(Outbox.EVENTS, "retry_count > 0")).isZero();
            assertThat(program.stop()).isZero();
            assertThat(KafkaTest.payloads(eu, "Global")).hasSameElementsAs(numbers(60));
            assertThat(KafkaTest.payloads(us, "Global")).hasSameElementsAs(numbers(60));
            assertThat(KafkaTest.payloads(eu, "Global"))
                    .as("what it has is not sent to it again")
                    .hasSize(60);
            assertThat(KafkaTest.payloads(eu, "Local")).hasSize(200);
            assertThat(world.outbox().value("SELECT count(*) FROM signalbox.deliveries"))
                    .isEqualTo("0");
        }
    }

    private static List<String> numbers(int count) {
        return IntStream.range(0, count).mapToObj(String::valueOf).toList();
    }
}
