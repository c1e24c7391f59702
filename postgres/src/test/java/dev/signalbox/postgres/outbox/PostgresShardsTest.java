package dev.signalbox.postgres.outbox;

import static dev.signalbox.postgres.outbox.PostgresTestOutboxes.all;
import static dev.signalbox.postgres.outbox.PostgresTestOutboxes.flowcatalyst;
import static dev.signalbox.postgres.outbox.PostgresTestOutboxes.ids;
import static dev.signalbox.postgres.outbox.PostgresTestOutboxes.insert;
import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.core.source.ClaimSource.ClaimRequest;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PostgresShardsTest {
    private static final Shards LOW = Shards.of(IntStream.range(0, 32).toArray());

    private OutboxTestDatabase outboxTestDatabase;

    @BeforeEach
    void open() throws Exception {
        outboxTestDatabase = OutboxTestDatabase.create();
        outboxTestDatabase.run(OutboxTestDatabase.resource("flowcatalyst.sql"));
    }

    private PostgresOutbox outbox(ClaimMode claimMode) {
        return flowcatalyst(outboxTestDatabase, OutboxSettings.DEFAULTS.with(claimMode));
    }

    private static ClaimRequest of(Shards shards, int messages) {
        return new ClaimRequest(shards, messages, Long.MAX_VALUE, 10, Set.of(), Set.of());
    }

    /** Claims and completes until there is nothing left. */
    private List<Message> drain(PostgresOutbox outbox, Incarnation owner, Shards shards) throws Exception {
        List<Message> drained = new ArrayList<>();
        ClaimResult claimResult;
        do {
            claimResult = outbox.claim(owner, of(shards, 50));
            assertThat(claimResult.messages()).allMatch(message -> shards.contains(message.shard()));
            assertThat(outbox.settle(owner, all(claimResult, Verdict.COMPLETE)).recorded())
                    .hasSize(claimResult.messages().size());
            drained.addAll(claimResult.messages());
        } while (!claimResult.messages().isEmpty());
        return drained;
    }

    @ParameterizedTest
    @CsvSource({"MARK,MARK", "OWN,OWN", "MARK,OWN"})
    void twoOwnersAtOnceShareTheTableHoweverTheyHoldTheirRows(ClaimMode one, ClaimMode other) throws Exception {
        outboxTestDatabase.run("""
                INSERT INTO outbox_events (id, type, message_group, payload, status, created_at)
                SELECT lpad(s::text, 6, '0'), 'EVENT', CASE WHEN s % 3 > 0 THEN 'g' || s % 97 END, '', 'PENDING',
                       timestamp '2024-01-01' + (s / 5) * interval '1 s'
                FROM generate_series(1, 3000) s""");
        Incarnation first = outboxTestDatabase.join("first");
        Incarnation second = outboxTestDatabase.join("second");
        List<Message> drained = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<List<Message>> low = threads.submit(() -> drain(outbox(one), first, LOW));
            Future<List<Message>> high = threads.submit(() -> drain(outbox(other), second, Shards.ALL.minus(LOW)));
            drained.addAll(low.get());
            drained.addAll(high.get());
        }
        assertThat(drained.stream().map(Message::id)).hasSize(3000).doesNotHaveDuplicates();
        for (int g = 0; g < 97; g++) {
            String group = "g" + g;
            assertThat(drained.stream()
                            .filter(message -> group.equals(message.group()))
                            .map(Message::id))
                    .isSorted();
        }
        assertThat(outboxTestDatabase.value("SELECT count(*) FROM signalbox.claims"))
                .isEqualTo("0");
    }

    @ParameterizedTest
    @EnumSource(ClaimMode.class)
    void rowsOfOthersAtTheFrontHoldUpNobody(ClaimMode claimMode) throws Exception {
        Shards mine = Shards.of(Shards.shardOf("mine"));
        outboxTestDatabase.run("""
                INSERT INTO outbox_events (id, type, message_group, payload, status, created_at)
                SELECT 'n' || s, 'EVENT', NULL, '', 'PENDING', timestamp '2024-01-01' + (s / 10000) * interval '1 s'
                FROM generate_series(1, 30000) s""");
        outboxTestDatabase.run(
                "DELETE FROM outbox_events WHERE id IN ('%s')".formatted(String.join("','", idsIn(mine))));
        insert(outboxTestDatabase, "mine", null, 100_000);
        PostgresOutbox outbox = outbox(claimMode);
        Incarnation me = outboxTestDatabase.join("me");
        ClaimResult claimResult = outbox.claim(me, of(mine, 10));
        assertThat(ids(claimResult)).containsExactly("mine");
        outbox.settle(me, all(claimResult, Verdict.RELEASE));
        assertThat(ids(outbox.claim(me, of(mine, 10)))).containsExactly("mine");
        ClaimResult nothing = outbox.claim(me, of(mine, 10));
        assertThat(nothing.messages()).isEmpty();
        assertThat(nothing.more()).isFalse();
    }

    private static Set<String> idsIn(Shards shards) {
        Set<String> ids = new HashSet<>();
        for (int i = 1; i <= 30_000; i++) {
            if (shards.contains(Shards.shardOf("n" + i))) {
                ids.add("n" + i);
            }
        }
        return ids;
    }

    @ParameterizedTest
    @EnumSource(ClaimMode.class)
    void groupsThatHashTogetherAreStillTwoGroups(ClaimMode claimMode) throws Exception {
        String twin = IntStream.range(0, 10_000)
                .mapToObj(i -> "twin" + i)
                .filter(group -> Shards.shardOf(group) == Shards.shardOf("g"))
                .findFirst()
                .orElseThrow();
        for (int i = 1; i <= 3; i++) {
            insert(outboxTestDatabase, "g" + i, "g", i);
            insert(outboxTestDatabase, "t" + i, twin, i);
        }
        PostgresOutbox outbox = outbox(claimMode);
        Incarnation me = outboxTestDatabase.join("me");
        Shards shard = Shards.of(Shards.shardOf("g"));
        ClaimResult claimResult = outbox.claim(me, new ClaimRequest(shard, 10, 1_000, 2, Set.of(), Set.of()));
        assertThat(ids(claimResult)).containsExactlyInAnyOrder("g1", "g2", "t1", "t2");
        List<Message> ofG = claimResult.messages().stream()
                .filter(message -> Objects.equals(message.group(), "g"))
                .toList();
        outbox.settle(me, all(new ClaimResult(ofG, false), Verdict.COMPLETE));
        assertThat(ids(outbox.claim(me, of(shard, 10)))).containsExactly("g3");
    }

    @Test
    void shardsThatBecomeOursAreLookedAtAtOnce() throws Exception {
        for (int i = 0; i < 200; i++) {
            insert(outboxTestDatabase, "m" + i, "group" + i, i);
        }
        PostgresOutbox outbox = outbox(ClaimMode.OWN);
        Incarnation me = outboxTestDatabase.join("me");
        List<String> seen = new ArrayList<>(ids(outbox.claim(me, of(LOW, 20))));
        seen.addAll(ids(outbox.claim(me, of(Shards.ALL, 1000))));
        assertThat(seen).hasSize(200).doesNotHaveDuplicates();
    }
}
