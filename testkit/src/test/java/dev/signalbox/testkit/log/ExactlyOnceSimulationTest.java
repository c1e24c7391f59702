package dev.signalbox.testkit.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.log.EventLog;
import dev.signalbox.core.log.FollowerSettings;
import dev.signalbox.core.log.LogOrdering;
import dev.signalbox.core.log.exactlyonce.ExactlyOnceSink;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.sink.Sink.Answer;
import dev.signalbox.core.source.ClaimSource.ClaimRequest;
import dev.signalbox.testkit.memory.InMemoryLog;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Random runs of owners that crash, or are fenced and continue, over a cluster that aborts transactions or does not report
 * their result. In the end each event has arrived once, and each group in order.
 */
class ExactlyOnceSimulationTest {
    private static final int STORIES = 500;
    private static final int STEPS = 120;

    @ParameterizedTest
    @EnumSource(LogOrdering.class)
    void eachEventArrivesOnce(LogOrdering ordering) throws Exception {
        for (int seed = 0; seed < STORIES; seed++) {
            assertThat(new ExactlyOnceRun(seed, ordering, PlantedFault.NONE).play())
                    .as("seed " + seed)
                    .isNull();
        }
    }

    @ParameterizedTest
    @EnumSource(value = PlantedFault.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
    void whatIsLeftOutWouldBeNoticed(PlantedFault plantedFault) throws Exception {
        String found = null;
        for (int seed = 0; seed < STORIES && found == null; seed++) {
            found = new ExactlyOnceRun(seed, LogOrdering.GROUP, plantedFault).play();
        }
        assertThat(found).contains("twice");
    }

    /** The step that a run leaves out. */
    enum PlantedFault {
        NONE,
        THE_CHECKPOINT,
        THE_QUESTION_WHOSE_IT_IS
    }

    private static final class ExactlyOnceRun {
        private final RandomGenerator random;
        private final LogOrdering ordering;
        private final InMemoryLog log = new InMemoryLog();
        private final EventLog feed;
        private final SimulatedKafkaCluster cluster;
        private final Map<Long, String> written = new TreeMap<>();
        /** The owner last, preceded by fenced owners that do not know it yet. */
        private final List<Node> nodes = new ArrayList<>();

        private int owners;

        ExactlyOnceRun(int seed, LogOrdering ordering, PlantedFault plantedFault) {
            this.random = new Random(seed);
            this.ordering = ordering;
            this.cluster = new SimulatedKafkaCluster(random);
            if (plantedFault == PlantedFault.THE_CHECKPOINT) {
                cluster.forget();
            }
            this.feed = plantedFault == PlantedFault.THE_QUESTION_WHOSE_IT_IS ? alwaysOurs(log.feed()) : log.feed();
        }

        private static EventLog alwaysOurs(EventLog feed) {
            return (EventLog) Proxy.newProxyInstance(
                    EventLog.class.getClassLoader(),
                    new Class<?>[] {EventLog.class},
                    (_, method, arguments) -> method.getName().equals("owns") ? true : method.invoke(feed, arguments));
        }

        /** The violation, or null. */
        @Nullable
        String play() throws Exception {
            takeOver();
            for (int i = 0; i < STEPS; i++) {
                step();
            }
            cluster.heal();
            takeOver();
            Node last = nodes.getLast();
            for (int i = 0; i < 100 && arrived().size() < written.size(); i++) {
                last.claim();
                last.send();
                last.settle();
            }
            return wrong();
        }

        private void step() throws Exception {
            Node node = nodes.get(random.nextInt(nodes.size()));
            switch (random.nextInt(12)) {
                case 0, 1 -> write();
                case 2, 3, 4 -> node.claim();
                case 5, 6, 7 -> node.send();
                case 8, 9, 10 -> node.settle();
                default -> {
                    if (random.nextInt(3) == 0) {
                        takeOver();
                    }
                }
            }
        }

        private void write() {
            LogFixture.Writer writer = log.begin();
            for (int i = random.nextInt(4); i >= 0; i--) {
                String group = "g" + random.nextInt(3);
                written.put(writer.append(group), group);
            }
            writer.commit();
        }

        private void takeOver() {
            if (!nodes.isEmpty()) {
                log.fence(nodes.getLast().owner);
            }
            if (nodes.size() > 2) {
                nodes.removeFirst();
            }
            nodes.add(new Node(log.join("owner-" + owners++)));
        }

        private List<Long> arrived() {
            return cluster.committed().stream()
                    .map(message -> Long.valueOf(message.id()))
                    .toList();
        }

        private @Nullable String wrong() {
            Map<String, Long> last = new LinkedHashMap<>();
            Set<Long> seen = new HashSet<>();
            for (long position : arrived()) {
                if (!seen.add(position)) {
                    return position + " came twice";
                }
                String group = ordering == LogOrdering.GLOBAL ? "all" : String.valueOf(written.get(position));
                Long before = last.put(group, position);
                if (ordering != LogOrdering.NONE && before != null && before > position) {
                    return position + " came behind " + before;
                }
            }
            return seen.equals(written.keySet()) ? null : written.keySet() + " were written, but there is " + seen;
        }

        /** A relay without lanes: one batch holds all events, and undelivered ones are returned. */
        private final class Node {
            final Incarnation owner;
            private final ExactlyOnceSink once;
            private final List<Message> held = new ArrayList<>();
            private final List<Settlement> unsettled = new ArrayList<>();

            Node(Incarnation owner) {
                this.owner = owner;
                var settings = new FollowerSettings("feed", ordering, false, 0, FollowerSettings.Bounds.DEFAULT);
                this.once = new ExactlyOnceSink(feed, settings, cluster.destination());
            }

            void claim() throws Exception {
                if (held.isEmpty() && unsettled.isEmpty()) {
                    var request = new ClaimRequest(Shards.ALL, 1 + random.nextInt(8), 1 << 20, 4, Set.of(), Set.of());
                    held.addAll(once.source().claim(owner, request).messages());
                }
            }

            void send() throws Exception {
                if (held.isEmpty()) {
                    return;
                }
                List<Outcome> outcomes = once.send(held) instanceof Answer.Each(List<Outcome> each) ? each : List.of();
                for (int i = 0; i < held.size(); i++) {
                    Verdict.Final verdict = outcomes.isEmpty() ? Verdict.RELEASE : verdict(outcomes.get(i));
                    unsettled.add(new Settlement(held.get(i), verdict));
                }
                held.clear();
            }

            private static Verdict.Final verdict(Outcome outcome) {
                return switch (outcome) {
                    case Outcome.Delivered _ -> Verdict.COMPLETE;
                    case Outcome.Failed(String reason) -> new Verdict.RetryAt(0, reason);
                    default -> Verdict.RELEASE;
                };
            }

            void settle() throws Exception {
                if (!unsettled.isEmpty()) {
                    once.source().settle(owner, unsettled);
                    unsettled.clear();
                }
            }
        }
    }
}
