package dev.signalbox.mongodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.core.source.ClaimSource.ClaimRequest;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import dev.signalbox.core.source.SourceException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Fenced owners keep working beside the next owners without noticing: no message is lost or overtaken. */
class MongoTakeoverRaceTest {
    private static final int GROUPS = 4;
    private static final int MESSAGES = 240;
    private static final int OWNERS = 12;

    private final long seed = Long.getLong("signalbox.seed", new Random().nextLong());
    private final Map<String, List<String>> firstArrivals = new TreeMap<>();
    private final Set<String> arrived = new HashSet<>();

    @Test
    void firstArrivalsAreInOrderWithAllOwners() throws Exception {
        System.out.println("TakeoverRaceTest: -Dsignalbox.seed=" + seed);
        try (MongoOutboxFixture table = new MongoOutboxFixture();
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Map<String, List<String>> expected = fill(table);
            List<Future<Integer>> workers = new ArrayList<>();
            Random random = new Random(seed);
            for (int i = 0; i < OWNERS; i++) {
                Incarnation owner = table.join("owner " + i);
                boolean last = i == OWNERS - 1;
                long luck = random.nextLong();
                workers.add(threads.submit(() -> work(table.newSource(Ordering.BLOCK, false), owner, last, luck)));
                if (!last) {
                    TimeUnit.MILLISECONDS.sleep(random.nextInt(40));
                    table.fence(owner);
                }
            }
            for (Future<Integer> worker : workers) {
                worker.get(5, TimeUnit.MINUTES);
            }
            assertThat(firstArrivals).isEqualTo(expected);
        }
    }

    private static Map<String, List<String>> fill(MongoOutboxFixture table) {
        Map<String, List<String>> expected = new TreeMap<>();
        Instant start = Instant.parse("2026-01-01T00:00:00Z");
        for (int i = 0; i < MESSAGES; i++) {
            String group = "g" + i % GROUPS;
            String id = "m%04d".formatted(i);
            table.insert(id, group, "{}", start.plusSeconds(i / 10));
            expected.computeIfAbsent(group, _ -> new ArrayList<>()).add(id);
        }
        return expected;
    }

    /** Works until it is fenced or, for the last owner, until nothing is left. */
    private int work(ClaimSource source, Incarnation owner, boolean last, long luck) throws SourceException {
        Random random = new Random(luck);
        source.recover(owner);
        int rounds = 0;
        for (int idle = 0; idle < 20; rounds++) {
            ClaimResult claimResult = source.claim(
                    owner, new ClaimRequest(Shards.ALL, 1 + random.nextInt(12), 1 << 20, 5, Set.of(), Set.of()));
            claimResult.messages().forEach(this::arrive);
            source.settle(
                    owner,
                    claimResult.messages().stream()
                            .map(message -> new Settlement(message, verdict(random)))
                            .toList());
            boolean nothing = claimResult.messages().isEmpty() && !claimResult.more();
            idle = nothing ? idle + 1 : 0;
            if (nothing && last) {
                source.recover(owner);
            }
        }
        return rounds;
    }

    private static Verdict.Final verdict(Random random) {
        return random.nextInt(4) == 0 ? Verdict.RELEASE : Verdict.COMPLETE;
    }

    private synchronized void arrive(Message message) {
        if (arrived.add(message.id())) {
            firstArrivals
                    .computeIfAbsent(String.valueOf(message.group()), _ -> new ArrayList<>())
                    .add(message.id());
        }
    }
}
