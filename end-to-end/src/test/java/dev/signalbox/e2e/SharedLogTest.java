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

/** Two nodes that share the pairs of one log. */
class SharedLogTest extends EventLogTest {
    private static final int PAIRS = 8;
    private static final double LIMIT = 5;
    private static final Pattern HERE = Pattern.compile("\"here\":true");

    @Test
    @Tag("slow")
    void bothWorkAndOneTakesOverAllThatAKilledOneHad() throws Exception {
        Program one = node("one", ConfigText.yaml(yaml())).awaitReady();
        Program two = node("two", ConfigText.yaml(yaml())).awaitReady();
        await().atMost(seconds(20)).until(() -> pairsHere(two) > 0 && pairsHere(one) + pairsHere(two) == PAIRS);
        try (LogWriters writers = new LogWriters(world.outbox(), 4)) {
            awaitMoreOfEach(50);
            assertThat(pairsHere(one)).as("pairs of the first node").isBetween(1L, PAIRS - 1L);
            assertThat(two.get(PUBLISHERS + "/leaders", TOKEN).body().split("\"leader\":\"one\"", -1))
                    .as("the first node's pairs, as everybody sees it")
                    .hasSize(1 + (int) pairsHere(one));

            long killedAt = System.nanoTime();
            one.kill();
            await().atMost(seconds(20)).pollInterval(Duration.ofMillis(50)).until(() -> pairsHere(two) == PAIRS);
            double takenOver = secondsSince(killedAt);
            awaitMoreOfEach(50);

            List<LogWriters.Transaction> written = writers.end();
            int repeated = 0;
            for (String sink : sinks()) {
                await().atMost(seconds(15)).until(() -> new LogOrder(written, kept(sink)).isComplete());
                repeated += new LogOrder(written, kept(sink))
                        .assertNothingLostAndInOrder()
                        .repeated()
                        .size();
            }
            figure("the other node has all pairs %.2f s after kill -9, %d duplicates".formatted(takenOver, repeated));
            assertThat(takenOver).as("seconds until all pairs are taken over").isLessThanOrEqualTo(LIMIT);
        }
    }

    private static List<String> sinks() {
        return IntStream.range(0, PAIRS).mapToObj(i -> "sink" + i).toList();
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
                        Outbox.PASSWORD,
                        lines("    %1$s: { base-url: \"" + url + "\", path: /%1$s }"),
                        lines("        of-%1$s: { required-tags: order_id, publishers: %1$s }"));
    }

    private static String lines(String form) {
        return sinks().stream().map(form::formatted).collect(Collectors.joining("\n"));
    }

    /** How many pairs a node works on, as it says itself. */
    private static long pairsHere(Program node) {
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
