package dev.signalbox.platform.postgres.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimSource.ClaimRequest;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import dev.signalbox.core.source.ClaimSource.DueRetries;
import dev.signalbox.core.source.OutletDemand;
import dev.signalbox.core.source.OutletDemand.OutletRoom;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

/**
 * Writers that commit in any order, claims of any size, failures and takeovers: each job once, and each group in its order.
 * Writers of one group wait for each other.
 */
class RandomDeliveryTest extends JobSourceTestBase {
    private static final long FIRST_SEED = 20_261_118;
    private static final int STEPS = 400;
    private static final int STREAMS = 4;

    private long seed;
    private Random random = new Random();

    private final Map<Long, String> labels = new HashMap<>();
    private final List<Connection> open = new ArrayList<>();
    /** The groups to which open transactions have written. */
    private final Map<Connection, Set<String>> writing = new HashMap<>();

    private final List<Message> held = new ArrayList<>();
    /** What follows a job that failed goes back one by one. */
    private final List<Message> toRelease = new ArrayList<>();
    /** By stream and group. */
    private final Map<String, List<String>> written = new HashMap<>();

    private final Map<String, List<String>> delivered = new HashMap<>();
    private long lastJob;

    private void subscribe() throws Exception {
        for (int i = 0; i < STREAMS; i++) {
            jobs.node.subscribe("s" + i, "t" + i, "'mode':'BLOCK_ON_ERROR'");
        }
    }

    private List<Long> streams() throws SQLException {
        return jobs.database.values("SELECT id FROM signalbox_platform.subscriptions ORDER BY id").stream()
                .map(Long::parseLong)
                .toList();
    }

    private void insert(Connection connection, long stream, String group) throws SQLException {
        String lane = stream + " " + group;
        boolean waits = writing.entrySet().stream()
                .anyMatch(it -> !it.getKey().equals(connection) && it.getValue().contains(lane));
        if (waits) {
            return;
        }
        writing.computeIfAbsent(connection, _ -> new HashSet<>()).add(lane);
        long job = ++lastJob;
        labels.put(job, lane);
        written.computeIfAbsent(lane, _ -> new ArrayList<>()).add(String.valueOf(job));
        try (Statement statement = connection.createStatement()) {
            statement.execute(
                    "INSERT INTO signalbox_platform.queue (stream, job, event, message_group) VALUES (%d, %d, %d, '%s')"
                            .formatted(stream, job, job, group));
        }
    }

    private void write(List<Long> streams) throws SQLException {
        Connection connection = jobs.database.open();
        connection.setAutoCommit(false);
        int count = 1 + random.nextInt(6);
        for (int i = 0; i < count; i++) {
            insert(connection, streams.get(random.nextInt(STREAMS)), "g" + random.nextInt(3));
        }
        open.add(connection);
    }

    private void commitOne() throws SQLException {
        if (!open.isEmpty()) {
            try (Connection connection = open.remove(random.nextInt(open.size()))) {
                connection.commit();
                writing.remove(connection);
            }
        }
    }

    private void claim(List<Long> streams) throws Exception {
        Set<Long> closed = new HashSet<>();
        Map<Long, OutletRoom> rooms = new HashMap<>();
        for (long stream : streams) {
            if (random.nextInt(4) == 0) {
                closed.add(stream);
            } else if (random.nextInt(3) == 0) {
                Set<String> waiting = random.nextBoolean() ? Set.of() : Set.of("g" + random.nextInt(3));
                rooms.put(stream, new OutletRoom(random.nextInt(4), waiting, Set.of(), DueRetries.NONE));
            }
        }
        ClaimRequest request = new ClaimRequest(
                Shards.ALL,
                1 + random.nextInt(20),
                1 << 20,
                1 + random.nextInt(5),
                Set.of(),
                Set.of(),
                DueRetries.NONE,
                new OutletDemand(closed, Set.of(), rooms, 1 + random.nextInt(10)));
        ClaimResult result = jobs.source.claim(jobs.owner, request);
        for (Message message : result.messages()) {
            assertThat(closed).as("seed " + seed).doesNotContain(message.outlet());
        }
        held.addAll(result.messages());
    }

    /** Settles the first messages of some lane, as the relay does. */
    private void settle() throws Exception {
        if (held.isEmpty()) {
            return;
        }
        Message one = held.get(random.nextInt(held.size()));
        List<Message> lane = held.stream()
                .filter(it -> it.outlet() == one.outlet()
                        && String.valueOf(it.group()).equals(one.group()))
                .toList();
        held.removeAll(lane);
        int done = random.nextInt(lane.size() + 1);
        lane.subList(0, done).forEach(this::deliver);
        jobs.settle(lane.subList(0, done), Verdict.COMPLETE);
        if (done < lane.size() && random.nextBoolean()) {
            jobs.settle(lane.subList(done, done + 1), jobs.retryIn(random.nextInt(3)));
            toRelease.addAll(lane.subList(done + 1, lane.size()));
        } else {
            jobs.settle(lane.subList(done, lane.size()), Verdict.RELEASE);
        }
    }

    private void releaseOne() throws Exception {
        if (!toRelease.isEmpty()) {
            jobs.settle(List.of(toRelease.remove(random.nextInt(toRelease.size()))), Verdict.RELEASE);
        }
    }

    private void deliver(Message message) {
        String label = labels.getOrDefault(JobSourceFixture.number(message.id()), "unknown");
        delivered
                .computeIfAbsent(label, _ -> new ArrayList<>())
                .add(String.valueOf(JobSourceFixture.number(message.id())));
    }

    @RepeatedTest(3)
    void everyJobIsDeliveredOnceAndInTheOrderOfItsGroup(RepetitionInfo repetition) throws Exception {
        seed = FIRST_SEED + repetition.getCurrentRepetition();
        random = new Random(seed);
        subscribe();
        List<Long> streams = streams();
        for (int step = 0; step < STEPS; step++) {
            switch (random.nextInt(14)) {
                case 0, 1, 2 -> write(streams);
                case 3, 4, 5 -> commitOne();
                case 6, 7, 8 -> claim(streams);
                case 9, 10 -> settle();
                case 11, 12 -> releaseOne();
                default -> takeOverSometimes(step);
            }
        }
        while (!open.isEmpty()) {
            commitOne();
        }
        jobs.settle(toRelease, Verdict.RELEASE);
        jobs.settle(held, Verdict.RELEASE);
        held.clear();
        while (jobs.count("queue") > 0) {
            ClaimResult result = jobs.claim();
            result.messages().forEach(this::deliver);
            jobs.settle(result, Verdict.COMPLETE);
        }
        assertThat(delivered).as("seed " + seed).isEqualTo(written);
        assertThat(labels.values().stream().collect(Collectors.toSet())).isEqualTo(delivered.keySet());
    }

    private void takeOverSometimes(int step) throws Exception {
        if (random.nextInt(4) == 0) {
            held.clear();
            toRelease.clear();
            jobs.takeOver("owner " + step);
        }
    }
}
