package dev.signalbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** One node with 200 feeds: twenty topics of the same events, with ten publishers each. */
class ManyFeedsTest extends EventLogScenarioTest {
    private static final int TOPICS = 20;
    private static final int PUBLISHERS_OF_EACH = 10;
    private static final int EVENTS = 100;
    private static final int POOL = 6;
    /** A JVM has some threads of its own, and a web server some more. */
    private static final int FEW_THREADS = 100;

    @Test
    @Tag("slow")
    void theyShareThreadsAndConnections() throws IOException {
        List<String> publishers =
                IntStream.range(0, PUBLISHERS_OF_EACH).mapToObj(i -> "sink" + i).toList();
        ConfigText config = ConfigText.log(world.outbox())
                .set("signalbox.logs.shop.poll.interval", "1s")
                .set("signalbox.sources.shop.pool-size", Integer.toString(POOL));
        publishers.forEach(name -> config.publisher(name, world.receiver(), Map.of()));
        for (int i = 0; i < TOPICS; i++) {
            String topic = "signalbox.logs.shop.topics.topic" + i;
            config.set(topic + ".required-tags", CrabletTables.TAG)
                    .set(topic + ".publishers", String.join(",", publishers));
        }
        long begun = System.nanoTime();
        SignalboxProcess signalboxProcess = node("one", config).awaitReady();
        int most = deliver(publishers);
        double delivered = secondsSince(begun);
        int threads = threads(signalboxProcess);
        long busy = statements(signalboxProcess, Duration.ofSeconds(10));

        figure(
                "200 pairs: %d events each %.1f s after the start, %d connections, %d threads, %d statements a second while idle"
                        .formatted(EVENTS, delivered, most, threads, busy / 10));
        assertThat(most).as("connections").isLessThanOrEqualTo(POOL + 3);
        assertThat(threads).as("threads of the process").isLessThanOrEqualTo(FEW_THREADS);
        for (String publisher : publishers) {
            assertThat(timesOfEach(publisher))
                    .hasSize(EVENTS)
                    .allSatisfy((_, times) -> assertThat(times).isEqualTo(TOPICS));
        }
    }

    /** Returns the maximum number of connections during the delivery. */
    private int deliver(List<String> publishers) {
        AtomicInteger most = new AtomicInteger();
        long all = (long) EVENTS * TOPICS * publishers.size();
        log.append(EVENTS);
        await().atMost(seconds(60)).pollInterval(Duration.ofMillis(50)).until(() -> {
            most.accumulateAndGet(connections(), Math::max);
            return world.receiver().keptItems() >= all;
        });
        return most.get();
    }

    private int connections() {
        return (int) world.outbox()
                .count("pg_stat_activity", "usename = '" + world.outbox().role() + "'");
    }

    private static int threads(SignalboxProcess signalboxProcess) throws IOException {
        return Files.readAllLines(Path.of("/proc/" + signalboxProcess.pid() + "/status")).stream()
                .filter(line -> line.startsWith("Threads:"))
                .mapToInt(line ->
                        Integer.parseInt(line.substring(line.indexOf(':') + 1).strip()))
                .findFirst()
                .orElseThrow();
    }

    /** The number of transactions in the database in that time. */
    private long statements(SignalboxProcess signalboxProcess, Duration time) {
        long before = transactions();
        await().atMost(time.plusSeconds(5)).pollDelay(time).until(signalboxProcess::isAlive);
        return transactions() - before;
    }

    private long transactions() {
        return Long.parseLong(world.outbox()
                .value("SELECT xact_commit + xact_rollback FROM pg_stat_database WHERE datname = current_database()"));
    }

    private Map<Long, Long> timesOfEach(String publisher) {
        return kept(publisher).stream().collect(Collectors.groupingBy(number -> number, Collectors.counting()));
    }
}
