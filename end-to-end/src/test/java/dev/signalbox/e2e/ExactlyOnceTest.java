package dev.signalbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.signalbox.embedded.kafka.LocalKafka;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Events of a log go to Kafka exactly once, however often nodes and the broker are killed. */
class ExactlyOnceTest extends EventLogScenarioTest {
    private static final String TOPIC = "orders";
    private static final String FEED = "shop/orders/events";
    private static final int KILLS = 20;
    private static final int ONE_KILL = 1;
    private static final long FIRST_OF_BANK = 1_001;

    private ConfigText config(LocalKafka broker, String sink, boolean exactlyOnce) {
        return ConfigText.log(world.outbox())
                .withLeader()
                .set("signalbox.logs.shop.topics.orders.required-tags", CrabletTables.TAG)
                .set("signalbox.logs.shop.topics.orders.publishers", sink)
                .set("signalbox.logs.shop.publishers." + sink + ".exactly-once", String.valueOf(exactlyOnce))
                .set("signalbox.sinks." + sink + ".type", "kafka")
                .set("signalbox.sinks." + sink + ".bootstrap-servers", broker.bootstrapServers())
                .set("signalbox.sinks." + sink + ".topic", TOPIC);
    }

    @Test
    void nothingComesTwiceAndNothingIsMissingAfterAKill() throws Exception {
        try (LocalKafka broker = LocalKafka.start(TestFolders.ofThisRun("exactly-once"))) {
            survive(broker, ONE_KILL, List.of());
        }
    }

    @Test
    @Tag("slow")
    void nothingComesTwiceAndNothingIsMissingAfterManyKillsOfNodesAndBroker() throws Exception {
        try (LocalKafka broker = LocalKafka.start(TestFolders.ofThisRun("exactly-once-often"))) {
            survive(broker, KILLS, List.of(6, 13));
        }
    }

    /**
     * The next owner reads a checkpoint that contains the last events, and delivers them again because the operator reset
     * the position.
     */
    @Test
    @Tag("slow")
    void whatAnOperatorWantsAgainComesAgain() throws Exception {
        try (LocalKafka broker = LocalKafka.start(TestFolders.ofThisRun("exactly-once-again"))) {
            broker.createTopic(TOPIC, 1, Map.of());
            ConfigText config = config(broker, "events", true);
            List<Long> written = log.append(300);
            try (CommittedRecords committedRecords = new CommittedRecords(broker)) {
                SignalboxProcess first = node("first", config).awaitReady();
                committedRecords.awaitMore(300);
                assertThat(first.stop()).isZero();
                log.set("events", "last_position = " + written.get(99));

                SignalboxProcess second = node("second", config).awaitReady();
                committedRecords.awaitMore(200);
                assertThat(second.stop()).isZero();
                committedRecords.readOn();

                List<Long> expected = new ArrayList<>(written);
                expected.addAll(written.subList(100, 300));
                assertThat(committedRecords.positions).isEqualTo(expected);
            }
        }
    }

    /** Kills the current leader repeatedly while events are written. */
    private void survive(LocalKafka broker, int kills, List<Integer> brokerToo) throws Exception {
        broker.createTopic(TOPIC, 1, Map.of());
        ConfigText config = config(broker, "events", true);
        Random random = new Random(kills);
        try (CommittedRecords committedRecords = new CommittedRecords(broker);
                LogWriters writers = new LogWriters(world.outbox(), kills > ONE_KILL ? 3 : 1)) {
            SignalboxProcess leader = node("node-0", config).awaitReady().awaitLeading(FEED);
            SignalboxProcess standby = node("node-1", config);
            for (int kill = 0; kill < kills; kill++) {
                committedRecords.awaitMore(1 + random.nextInt(40));
                leader.kill();
                if (brokerToo.contains(kill)) {
                    broker.kill();
                    broker.restart();
                }
                leader = standby.awaitReady();
                if (kill + 1 < kills) {
                    standby = node("node-" + (kill + 2), config);
                }
            }
            List<LogWriters.CommittedTransaction> written = writers.end();
            committedRecords.awaitAll(written);
            assertThat(leader.awaitLeading(FEED).stop())
                    .as("the last one's exit code")
                    .isZero();
            committedRecords.readOn();

            LogOrderOracle order =
                    new LogOrderOracle(written, committedRecords.positions).assertNothingLostAndInOrder();
            assertThat(order.repeated()).as("what came twice").isEmpty();
            figure("%d events, each once, after %d kills of the leading node and %d of the broker"
                    .formatted(order.arrived(), kills, brokerToo.size()));
        }
    }

    @Test
    @Tag("slow")
    void itIsNotMuchSlowerThanAtLeastOnce() throws Exception {
        int events = 100_000;
        for (int i = 0; i < events; i += 10_000) {
            log.append(10_000);
        }
        try (LocalKafka broker = LocalKafka.start(TestFolders.ofThisRun("exactly-once-figures"))) {
            broker.createTopic(TOPIC, 1, Map.of());
            double atLeast = drain(broker, "plain", false, events);
            double exactly = drain(broker, "exact", true, events);
            figure(
                    "%d events at least once in %.1f s (%.0f/s), exactly once in %.1f s (%.0f/s), from the start of the program"
                            .formatted(events, atLeast, events / atLeast, exactly, events / exactly));
            assertThat(exactly).as("seconds for exactly once").isLessThan(10 * atLeast);
        }
    }

    /** Returns the seconds until all events are recorded as delivered. */
    private double drain(LocalKafka broker, String sink, boolean exactlyOnce, int events) throws Exception {
        SignalboxProcess signalboxProcess =
                node(sink, config(broker, sink, exactlyOnce)).awaitReady();
        long begun = System.nanoTime();
        await().atMost(seconds(120))
                .pollInterval(Duration.ofMillis(20))
                .ignoreExceptions()
                .until(() -> Long.parseLong(log.get(sink, "last_position")) >= events);
        double taken = secondsSince(begun);
        assertThat(signalboxProcess.stop()).isZero();
        return taken;
    }

    /**
     * Two sources with the same log, topic and publisher, which only their databases show. Events of one of them come once; the
     * other is refused, instead of fencing the first, until it has another sink.
     */
    @Test
    void ofTwoSourcesWithOneTransactionalIdOneIsRefused() throws Exception {
        PostgresTestDatabase bank = new PostgresTestDatabase(PostgresTestDatabase.Rights.MAY_CREATE_SCHEMA);
        CrabletTables bankLog = new CrabletTables(bank);
        bank.execute("ALTER SEQUENCE events_position_seq RESTART " + FIRST_OF_BANK);
        List<Long> ofShop = log.append(100);
        List<Long> ofBank = bankLog.append(100);
        try (LocalKafka broker = LocalKafka.start(TestFolders.ofThisRun("exactly-once-sources"))) {
            broker.createTopic(TOPIC, 1, Map.of());
            try (CommittedRecords committedRecords = new CommittedRecords(broker)) {
                SignalboxProcess first = node("first", twoSources(broker, bank, "events", "events"));
                committedRecords.awaitMore(100);
                boolean shopWins = committedRecords.positions.getFirst() < FIRST_OF_BANK;
                String refused = shopWins ? "bank" : "shop";
                await().atMost(seconds(20))
                        .until(() -> first.log()
                                .contains("the feed " + refused + "/orders/events has the same transactional.id"));
                assertThat(first.stop()).isZero();
                committedRecords.readOn();
                assertThat(committedRecords.positions).isEqualTo(shopWins ? ofShop : ofBank);

                SignalboxProcess second = node(
                        "second",
                        shopWins
                                ? twoSources(broker, bank, "events", "more")
                                : twoSources(broker, bank, "more", "events"));
                committedRecords.awaitMore(100);
                assertThat(second.awaitReady().stop()).isZero();
                committedRecords.readOn();
                assertThat(committedRecords.positions)
                        .as("in the end both have come, each event once")
                        .containsExactlyInAnyOrderElementsOf(
                                Stream.concat(ofShop.stream(), ofBank.stream()).toList());
            }
        }
    }

    /** Publishes the same table of two databases, by these sinks. */
    private ConfigText twoSources(LocalKafka broker, PostgresTestDatabase bank, String ofShop, String ofBank) {
        ConfigText config = config(broker, ofShop, true)
                .set("signalbox.sources.bank.url", bank.url())
                .set("signalbox.sources.bank.username", bank.role())
                .set("signalbox.sources.bank.password", PostgresTestDatabase.PASSWORD)
                .set("signalbox.logs.bank.source", "bank")
                // Without the schema, the configuration alone would show that both have one id.
                .set("signalbox.logs.bank.table", "public.events")
                .set("signalbox.logs.bank.topics.orders.required-tags", CrabletTables.TAG)
                .set("signalbox.logs.bank.topics.orders.publishers", ofBank)
                .set("signalbox.logs.bank.publishers." + ofBank + ".exactly-once", "true");
        for (String sink : List.of(ofShop, ofBank)) {
            config.set("signalbox.sinks." + sink + ".type", "kafka")
                    .set("signalbox.sinks." + sink + ".bootstrap-servers", broker.bootstrapServers())
                    .set("signalbox.sinks." + sink + ".topic", TOPIC);
        }
        return config;
    }

    /** The records that a read-committed consumer has read. */
    private static final class CommittedRecords implements AutoCloseable {
        private final List<Long> positions = new ArrayList<>();
        private final KafkaConsumer<String, String> consumer;

        CommittedRecords(LocalKafka broker) {
            Map<String, Object> settings = new HashMap<>(broker.clientSettings());
            settings.put("isolation.level", "read_committed");
            settings.put("auto.offset.reset", "earliest");
            this.consumer = new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer());
            TopicPartition partition = new TopicPartition(TOPIC, 0);
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
        }

        void readOn() {
            consumer.poll(Duration.ofMillis(50))
                    .forEach(
                            record -> positions.add(Long.valueOf(record.value().replaceAll(".*\"n\":(\\d+).*", "$1"))));
        }

        void awaitMore(int events) {
            int before = positions.size();
            await().atMost(seconds(60)).pollInterval(Duration.ofMillis(1)).until(() -> {
                readOn();
                return positions.size() >= before + events;
            });
        }

        void awaitAll(List<LogWriters.CommittedTransaction> written) {
            await().atMost(seconds(90)).until(() -> {
                readOn();
                return new LogOrderOracle(written, positions).isComplete();
            });
        }

        @Override
        public void close() {
            consumer.close();
        }
    }
}
