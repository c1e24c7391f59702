package dev.signalbox.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.core.source.ClaimSource.ClaimRequest;
import dev.signalbox.core.source.SourceException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Runs the same random operations on two outboxes, and expects the same results and rows. */
public final class RandomOperations {
    /** The method name of {@link #seeds()} for a parameterised test. */
    public static final String SEEDS = "dev.signalbox.testkit.contract.RandomOperations#seeds";

    private static final int USUALLY = 3;
    private static final int WITH_SLOW_TESTS = 10;

    /** A few, and more where slow tests run as well. */
    public static LongStream seeds() {
        boolean slowToo = System.getProperty("signalbox.test.excluded", "slow").isEmpty();
        return LongStream.rangeClosed(1, slowToo ? WITH_SLOW_TESTS : USUALLY);
    }

    private final long seed;
    private final RandomGenerator random;
    private final Ordering ordering;
    private final ComparedOutbox left;
    private final ComparedOutbox right;
    private final List<String> ids = new ArrayList<>();
    private final List<String> held = new ArrayList<>();
    private int owners;

    /** One of the two outboxes, with the claims of its present owner. */
    private static final class ComparedOutbox {
        final OutboxFixture table;
        ClaimSource source;
        Incarnation owner;
        Map<String, Message> claimed = new TreeMap<>();

        ComparedOutbox(OutboxFixture table, Ordering ordering) {
            this.table = table;
            this.source = table.newSource(ordering, false);
            this.owner = table.join("owner 0");
        }
    }

    public RandomOperations(long seed, OutboxFixture left, OutboxFixture right) {
        this.seed = seed;
        this.random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        this.ordering = switch (random.nextInt(4)) {
            case 0 -> Ordering.SKIP;
            case 1 -> Ordering.NONE;
            default -> Ordering.BLOCK;
        };
        this.left = new ComparedOutbox(left, ordering);
        this.right = new ComparedOutbox(right, ordering);
    }

    public void run(int steps) throws SourceException {
        for (int step = 0; step < steps; step++) {
            step();
        }
        for (String id : ids) {
            assertThat(right.table.row(id)).as("row %s, seed %d", id, seed).isEqualTo(expected(id));
        }
    }

    private OutboxFixture.RowState expected(String id) {
        OutboxFixture.RowState row = left.table.row(id);
        return row.status().equals("COMPLETED") && !right.table.remembersAttempts()
                ? new OutboxFixture.RowState(row.status(), 0, row.error())
                : row;
    }

    private void step() throws SourceException {
        switch (random.nextInt(10)) {
            case 0, 1, 2 -> insert();
            case 3, 4 -> claim();
            case 5, 6, 7 -> settle();
            case 8 -> mark();
            default -> {
                if (random.nextInt(4) == 0) {
                    takeOver();
                } else {
                    holdElsewhere();
                }
            }
        }
    }

    private void insert() {
        String id = "m%04d".formatted(ids.size());
        String group = random.nextInt(5) == 0 ? null : "g" + random.nextInt(4);
        // Few different times, so that there are ties.
        Instant createdAt = Instant.parse("2026-01-01T00:00:00Z").plusSeconds(ids.size() / 3);
        for (ComparedOutbox side : List.of(left, right)) {
            side.table.insert(id, group, "{\"n\":\"" + id + "\"}", createdAt);
        }
        ids.add(id);
    }

    private void claim() throws SourceException {
        Set<String> heldGroups = random.nextInt(3) == 0 ? Set.of("g" + random.nextInt(4)) : Set.of();
        Set<String> heldMessages = new HashSet<>();
        if (ordering != Ordering.BLOCK && !ids.isEmpty() && random.nextBoolean()) {
            heldMessages.add(ids.get(random.nextInt(ids.size())));
        }
        ClaimRequest request = new ClaimRequest(Shards.ALL, 1000, 1 << 20, 200, heldGroups, heldMessages);
        Map<String, List<String>> one = claimed(left, request);
        Map<String, List<String>> other = claimed(right, request);
        assertThat(other).as("claimed, seed %d", seed).isEqualTo(one);
        held.clear();
        held.addAll(left.claimed.keySet());
    }

    private static Map<String, List<String>> claimed(ComparedOutbox side, ClaimRequest request) throws SourceException {
        Map<String, List<String>> byGroup = new TreeMap<>();
        for (Message message : side.source.claim(side.owner, request).messages()) {
            side.claimed.put(message.id(), message);
            String said = message.id() + " attempts " + message.attempts() + " " + message.suspicion() + " "
                    + message.payload().utf8();
            byGroup.computeIfAbsent(String.valueOf(message.group()), _ -> new ArrayList<>())
                    .add(said);
        }
        byGroup.getOrDefault("null", new ArrayList<>()).sort(null);
        return byGroup;
    }

    private void settle() throws SourceException {
        if (held.isEmpty()) {
            return;
        }
        List<String> chosen = new ArrayList<>();
        for (int i = random.nextInt(held.size()); i >= 0; i--) {
            String id = held.get(random.nextInt(held.size()));
            if (!chosen.contains(id)) {
                chosen.add(id);
            }
        }
        List<Verdict.Final> verdicts = chosen.stream().map(_ -> verdict()).toList();
        Set<String> one = settle(left, chosen, verdicts);
        assertThat(settle(right, chosen, verdicts)).as("settled, seed %d", seed).isEqualTo(one);
        // Some stay in the list, to be settled a second time in vain.
        if (random.nextInt(3) > 0) {
            held.removeAll(chosen);
        }
    }

    private Verdict.Final verdict() {
        return switch (random.nextInt(5)) {
            case 0 -> new Verdict.RetryAt(0, "later");
            case 1 -> new Verdict.Park("never");
            case 2 -> Verdict.RELEASE;
            default -> Verdict.COMPLETE;
        };
    }

    private static Set<String> settle(ComparedOutbox side, List<String> ids, List<Verdict.Final> verdicts)
            throws SourceException {
        List<Settlement> settlements = new ArrayList<>();
        for (int i = 0; i < ids.size(); i++) {
            Message message = side.claimed.get(ids.get(i));
            if (message != null) {
                settlements.add(new Settlement(message, verdicts.get(i)));
            }
        }
        return side.source.settle(side.owner, settlements).recorded();
    }

    private void mark() throws SourceException {
        if (!held.isEmpty()) {
            String id = held.get(random.nextInt(held.size()));
            boolean alone = random.nextBoolean();
            assertThat(right.source.markInFlight(right.owner, List.of(id), alone))
                    .isEqualTo(left.source.markInFlight(left.owner, List.of(id), alone));
            if (random.nextInt(4) == 0) {
                right.source.endAlone(right.owner, id);
                left.source.endAlone(left.owner, id);
            }
        }
    }

    /** The owner dies; its successor recovers the claims, while late settlements of the dead owner change nothing. */
    private void takeOver() throws SourceException {
        owners++;
        for (ComparedOutbox side : List.of(left, right)) {
            Incarnation dead = side.owner;
            side.table.fence(dead);
            List<Settlement> late = side.claimed.values().stream()
                    .map(message -> new Settlement(message, Verdict.COMPLETE))
                    .toList();
            assertThat(side.source.settle(dead, late).recorded())
                    .as("zombie, seed %d", seed)
                    .isEmpty();
            side.owner = side.table.join("owner " + owners);
            side.source = side.table.newSource(ordering, false);
            side.claimed.clear();
        }
        held.clear();
        assertThat(right.source.recover(right.owner))
                .as("recovered, seed %d", seed)
                .isEqualTo(left.source.recover(left.owner));
    }

    private void holdElsewhere() throws SourceException {
        String id = firstPending();
        if (id == null || !right.table.hasStates()) {
            return;
        }
        Duration ago = random.nextBoolean() ? Duration.ofMinutes(1) : Duration.ofHours(1);
        for (ComparedOutbox side : List.of(left, right)) {
            side.table.holdElsewhere(id, ago);
        }
        assertThat(right.source.recover(right.owner))
                .as("expired, seed %d", seed)
                .isEqualTo(left.source.recover(left.owner));
    }

    private @Nullable String firstPending() {
        for (String id : ids) {
            boolean comparable = right.table.claimsOutliveRows() || !left.claimed.containsKey(id);
            if (comparable && left.table.row(id).status().equals("PENDING")) {
                return id;
            }
        }
        return null;
    }
}
