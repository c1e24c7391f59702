package dev.signalbox.postgres.owntable;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimSource.ClaimRequest;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.Fence;
import dev.signalbox.jdbc.SqlWork;
import dev.signalbox.postgres.lease.PostgresLeaseFence;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Writers that begin, insert, commit and roll back at random, one at a time for each group, and a reader that claims,
 * fails, loses answers and is taken over: every message arrives once, in the order of its group.
 */
class RandomWritersTest extends OwnTableTestBase {
    private static final int GROUPS = 6;
    private static final ReadAheadBuffer.BufferLimits TIGHT = new ReadAheadBuffer.BufferLimits(10, 400, 30, 8, 50);

    private RandomGenerator random = RandomGenerator.getDefault();
    private long seed;
    private final List<OpenWriter> writers = new ArrayList<>();
    private final Set<String> busyGroups = new HashSet<>();

    /** Messages that are committed and not delivered, in order for each group. */
    private final Map<String, Deque<String>> committed = new HashMap<>();

    private final Set<String> ungrouped = new HashSet<>();
    private final Map<String, Message> inFlight = new HashMap<>();
    private boolean losesAnswers;
    private int ids;
    private int delivered;
    private int owners;

    private final class OpenWriter {
        final Writer connection = new Writer().begin();
        final Map<String, List<String>> written = new HashMap<>();

        OpenWriter() throws SQLException {}
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void everythingArrivesOnceAndInOrder(long seed) throws Exception {
        this.seed = seed;
        random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        takeOver();
        for (int step = 0; step < 1_200; step++) {
            losesAnswers = random.nextInt(20) == 0;
            step();
        }
        losesAnswers = false;
        for (OpenWriter writer : List.copyOf(writers)) {
            end(writer, true);
        }
        settle(inFlight.values().stream()
                .map(message -> new Settlement(message, Verdict.RELEASE))
                .toList());
        for (int round = 0; round < 10_000 && waiting() > 0; round++) {
            claim(50, 50, Set.of());
            settle(inFlight.values().stream()
                    .map(message -> new Settlement(message, Verdict.COMPLETE))
                    .toList());
        }
        assertThat(waiting()).as("not delivered, seed %d", seed).isZero();
        assertThat(table.number("SELECT count(*) FROM signalbox_outbox")).isZero();
        assertThat(delivered).as("seed %d", seed).isGreaterThan(200);
    }

    private void step() throws SQLException {
        switch (random.nextInt(12)) {
            case 0 -> {
                if (writers.size() < 5) {
                    writers.add(new OpenWriter());
                }
            }
            case 1, 2, 3, 4 -> insert();
            case 5 -> anyWriter(writer -> end(writer, true));
            case 6 -> anyWriter(writer -> end(writer, random.nextInt(4) > 0));
            case 7, 8 -> claim(1 + random.nextInt(20), 1 + random.nextInt(6), someGroup());
            case 9, 10 -> settleSome();
            default -> {
                if (random.nextInt(8) == 0) {
                    takeOver();
                }
            }
        }
    }

    private interface OnWriter {
        void run(OpenWriter writer) throws SQLException;
    }

    private void anyWriter(OnWriter action) throws SQLException {
        if (!writers.isEmpty()) {
            action.run(writers.get(random.nextInt(writers.size())));
        }
    }

    private Set<String> someGroup() {
        return random.nextInt(3) == 0 ? Set.of("g" + random.nextInt(GROUPS)) : Set.of();
    }

    /** The first writer of a group keeps it until its transaction ends, like one that locks its aggregate. */
    private void insert() throws SQLException {
        anyWriter(writer -> {
            String group = random.nextInt(5) == 0 ? "" : "g" + random.nextInt(GROUPS);
            for (int rows = random.nextInt(3); rows >= 0 && (group.isEmpty() || isFree(writer, group)); rows--) {
                String id = "m" + ids++;
                writer.connection.insert(id, group.isEmpty() ? null : group);
                writer.written.computeIfAbsent(group, _ -> new ArrayList<>()).add(id);
            }
        });
    }

    private boolean isFree(OpenWriter writer, String group) {
        return writer.written.containsKey(group) || busyGroups.add(group);
    }

    private void end(OpenWriter writer, boolean commit) throws SQLException {
        if (commit) {
            writer.connection.commit();
        } else {
            writer.connection.rollBack();
        }
        writer.connection.close();
        writers.remove(writer);
        writer.written.forEach((group, written) -> {
            busyGroups.remove(group);
            if (commit && group.isEmpty()) {
                ungrouped.addAll(written);
            } else if (commit) {
                committed.computeIfAbsent(group, _ -> new ArrayDeque<>()).addAll(written);
            }
        });
    }

    private void claim(int messages, int perGroup, Set<String> heldGroups) {
        try {
            ClaimRequest request = new ClaimRequest(Shards.ALL, messages, 1 << 20, perGroup, heldGroups, Set.of());
            Map<String, Integer> rank = new HashMap<>();
            for (Message message : source.claim(owner, request).messages()) {
                String group = message.group();
                assertThat(inFlight.putIfAbsent(message.id(), message))
                        .as("%s handed out twice, seed %d", message.id(), seed)
                        .isNull();
                if (group == null) {
                    assertThat(ungrouped).as("seed %d", seed).contains(message.id());
                } else {
                    int place = rank.merge(group, 1, Integer::sum);
                    assertThat(committed.getOrDefault(group, new ArrayDeque<>()).stream()
                                    .skip(place - 1L)
                                    .findFirst())
                            .as("next of %s, seed %d", group, seed)
                            .hasValue(message.id());
                }
            }
        } catch (SourceException e) {
            assertThat(losesAnswers).as("%s, seed %d", e, seed).isTrue();
        }
    }

    private void settleSome() {
        Set<String> groups = new HashSet<>();
        inFlight.values().forEach(message -> groups.add(String.valueOf(message.group())));
        List<Settlement> settlements = new ArrayList<>();
        for (String group : groups) {
            if (random.nextBoolean()) {
                settlements.addAll(verdictsOn(group));
            }
        }
        settle(settlements);
    }

    /** Delivers some messages; the first failure releases those after it. */
    private List<Settlement> verdictsOn(String group) {
        List<Settlement> settlements = new ArrayList<>();
        boolean going = true;
        for (Message message : inOrder(group)) {
            Verdict.Final verdict = going ? verdict() : Verdict.RELEASE;
            going = verdict instanceof Verdict.Complete || message.group() == null;
            settlements.add(new Settlement(message, verdict));
        }
        return settlements;
    }

    private List<Message> inOrder(String group) {
        return inFlight.values().stream()
                .filter(message -> group.equals(String.valueOf(message.group())))
                .sorted((a, b) -> Integer.compare(number(a), number(b)))
                .toList();
    }

    private static int number(Message message) {
        return Integer.parseInt(message.id().substring(1));
    }

    private Verdict.Final verdict() {
        return switch (random.nextInt(6)) {
            case 0 -> new Verdict.RetryAt(0, "later");
            case 1 -> Verdict.RELEASE;
            default -> Verdict.COMPLETE;
        };
    }

    /** Repeats calls without an answer, as the relay does. */
    private void settle(List<Settlement> settlements) {
        if (settlements.isEmpty()) {
            return;
        }
        boolean repeated = false;
        while (true) {
            try {
                Set<String> recorded = source.settle(owner, settlements).recorded();
                for (Settlement settlement : settlements) {
                    conclude(settlement, recorded, repeated);
                }
                return;
            } catch (SourceException e) {
                assertThat(losesAnswers).as("%s, seed %d", e, seed).isTrue();
                losesAnswers = false;
                repeated = true;
            }
        }
    }

    private void conclude(Settlement settlement, Set<String> recorded, boolean repeated) {
        Message message = settlement.message();
        inFlight.remove(message.id());
        boolean failed = settlement.verdict() instanceof Verdict.RetryAt;
        assertThat(recorded.contains(message.id()) || (failed && repeated))
                .as("recorded %s, seed %d", settlement, seed)
                .isTrue();
        if (settlement.verdict() instanceof Verdict.Complete) {
            delivered++;
            if (message.group() == null) {
                ungrouped.remove(message.id());
            } else {
                committed.getOrDefault(message.group(), new ArrayDeque<>()).remove(message.id());
            }
        }
    }

    private int waiting() {
        return ungrouped.size()
                + committed.values().stream().mapToInt(Deque::size).sum();
    }

    private void takeOver() {
        table.fence(owner);
        inFlight.clear();
        owner = table.join("owner " + owners++);
        source = new PostgresOwnTable(
                PostgresOwnTable.DEFAULT_NAME,
                PostgresOwnTableFixture.RELAY,
                new ForgetfulFence(),
                this::borrow,
                OutboxSettings.DEFAULTS.with(Ordering.BLOCK),
                seed % 2 == 0 ? TIGHT : ReadAheadBuffer.BufferLimits.DEFAULTS);
        try {
            source.recover(owner);
        } catch (SourceException e) {
            assertThat(losesAnswers).isTrue();
        }
    }

    private Connection borrow() throws SQLException {
        if (losesAnswers && random.nextBoolean()) {
            throw new SQLException("the answer was lost", "08006");
        }
        return table.connections().borrow();
    }

    /** Executes a write, and sometimes loses the answer. */
    private final class ForgetfulFence implements Fence {
        private final Fence fence = new PostgresLeaseFence(table.connections());

        @Override
        public boolean byLeaseRow() {
            return true;
        }

        @Override
        public <T> T write(Incarnation incarnation, SqlWork<T> work) throws SQLException {
            T result = fence.write(incarnation, work);
            if (losesAnswers) {
                throw new SQLException("the answer was lost", "08006");
            }
            return result;
        }
    }
}
