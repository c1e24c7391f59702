package dev.signalbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two nodes that share the feeds of one log. */
class SharedLogTest extends EventLogScenarioTest {
    private static final int FEEDS = 8;
    private static final double LIMIT = 5;
    private static final Pattern HERE = Pattern.compile("\"here\":true");

    @Test
    @Tag("slow")
    void bothWorkAndOneTakesOverAllThatAKilledOneHad() throws Exception {
        SignalboxProcess one = node("one", ConfigText.yaml(yaml())).awaitReady();
        SignalboxProcess two = node("two", ConfigText.yaml(yaml())).awaitReady();
        await().atMost(seconds(20)).until(() -> feedsHere(two) > 0 && feedsHere(one) + feedsHere(two) == FEEDS);
        try (LogWriters writers = new LogWriters(world.outbox(), 4)) {
            awaitMoreOfEach(50);
            assertThat(feedsHere(one)).as("pairs of the first node").isBetween(1L, FEEDS - 1L);
            assertThat(two.get(PUBLISHERS + "/leaders", TOKEN).body().split("\"leader\":\"one\"", -1))
                    .as("the first node's pairs, as everybody sees it")
                    .hasSize(1 + (int) feedsHere(one));

            long killedAt = System.nanoTime();
            one.kill();
            await().atMost(seconds(20)).pollInterval(Duration.ofMillis(50)).until(() -> feedsHere(two) == FEEDS);
            double takenOver = secondsSince(killedAt);
            awaitMoreOfEach(50);

            List<LogWriters.CommittedTransaction> written = writers.end();
            int repeated = 0;
            for (String sink : sinks()) {
                await().atMost(seconds(15)).until(() -> new LogOrderOracle(written, kept(sink)).isComplete());
                repeated += new LogOrderOracle(written, kept(sink))
                        .assertNothingLostAndInOrder()
                        .repeated()
                        .size();
            }
            figure("the other node has all pairs %.2f s after kill -9, %d duplicates".formatted(takenOver, repeated));
            assertThat(takenOver).as("seconds until all pairs are taken over").isLessThanOrEqualTo(LIMIT);
        }
    }

    private static List<String> sinks() {
        return IntStream.range(0, FEEDS).mapToObj(i -> "sink" + i).toList();
    }

    private String yaml() {
        String url = world.receiver().url();
        return """
                signalbox:
                  sources:
                    shop: { url: "%s", username: "%s", password: "%s", coordination: shards }
                  sinks:
                %s
                  logs:
                    shop:
                      source: shop
                      topics:
                %s
                """.formatted(
                        world.outbox().url(),
                        world.outbox().role(),
                        PostgresTestDatabase.PASSWORD,
                        lines("    %1$s: { base-url: \"" + url + "\", path: /%1$s }"),
                        lines("        of-%1$s: { required-tags: order_id, publishers: %1$s }"));
    }

    private static String lines(String form) {
        return sinks().stream().map(form::formatted).collect(Collectors.joining("\n"));
    }

    /** The number of feeds that a node reports to work on. */
    private static long feedsHere(SignalboxProcess node) {
        return HERE.matcher(node.get(PUBLISHERS + "/leaders", TOKEN).body())
                .results()
                .count();
    }

    private void awaitMoreOfEach(int items) {
        for (String sink : sinks()) {
            int before = kept(sink).size();
            await().atMost(seconds(20)).until(() -> kept(sink).size() > before + items);
        }
    }
}
