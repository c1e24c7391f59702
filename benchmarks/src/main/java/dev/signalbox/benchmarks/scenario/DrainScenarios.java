package dev.signalbox.benchmarks.scenario;

import dev.signalbox.benchmarks.competitor.Competitor;
import dev.signalbox.benchmarks.competitor.Contestant;
import dev.signalbox.benchmarks.competitor.Database;
import dev.signalbox.benchmarks.competitor.SignalboxNodes;
import dev.signalbox.benchmarks.competitor.TwoClusters;
import dev.signalbox.benchmarks.report.Metric;
import dev.signalbox.benchmarks.report.ScenarioResult;
import dev.signalbox.benchmarks.report.Threshold;
import dev.signalbox.benchmarks.workload.BrokerClient;
import dev.signalbox.benchmarks.workload.DeliveryOrder;
import dev.signalbox.benchmarks.workload.Destination;
import dev.signalbox.benchmarks.workload.MessageReceiver;
import dev.signalbox.benchmarks.workload.ReceivedMessages;
import dev.signalbox.benchmarks.workload.Workload;
import dev.signalbox.core.coordination.CoordinationException;
import dev.signalbox.core.sink.Sink;
import java.io.IOException;
import java.net.Socket;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Scenarios that compare how fast two competitors drain a table. */
final class DrainScenarios {
    private static final int PUBLISHERS = 10;
    private static final Threshold FAN_OUT_RATE = Threshold.atLeast(2);
    private static final Threshold FAN_OUT_READS = Threshold.atMost(1.2);
    private static final Threshold DEAD_CLUSTER = Threshold.atLeast(0.9);

    private final BenchContext context;
    private final BenchPlan plan;

    DrainScenarios(BenchContext context) {
        this.context = context;
        this.plan = context.plan();
    }

    /** Signalbox against raw loops. */
    List<ScenarioResult> drain() throws IOException, SQLException, CoordinationException, InterruptedException {
        List<ScenarioResult> results = new ArrayList<>();
        for (Destination destination : plan.destinations()) {
            for (Contestant contestant : plan.contestants()) {
                int rows = plan.rowsFor(contestant, destination);
                String subject = contestant.name() + ", " + destination;
                DrainRun run = DrainRun.all(context, "drain", subject, destination, rows);
                results.add(rates(
                        run, contestant.rival(destination), nodes(contestant, 1), contestant.drainBar(destination)));
            }
            Optional<Database.RawMatch> raw = plan.rawToo() ? plan.database().rawMatch() : Optional.empty();
            if (raw.isPresent()) {
                String subject = raw.get().subject() + ", " + destination;
                DrainRun run = DrainRun.all(context, "drain", subject, destination, plan.rowsFor(destination));
                results.add(rates(run, raw.get().rival(), raw.get().challenger(), Optional.empty()));
            }
        }
        return results;
    }

    /** Two nodes against one; a publisher of a log runs on one node only. */
    List<ScenarioResult> nodes() throws IOException, SQLException, CoordinationException, InterruptedException {
        List<ScenarioResult> results = new ArrayList<>();
        for (Contestant contestant : plan.contestants()) {
            for (Destination destination : contestant.table().isLog() ? List.<Destination>of() : plan.destinations()) {
                String subject = contestant.name() + ", " + destination + ", two nodes against one";
                DrainRun run =
                        DrainRun.all(context, "nodes", subject, destination, plan.rowsFor(contestant, destination));
                results.add(rates(run, nodes(contestant, 1), nodes(contestant, 2), Optional.empty()));
            }
        }
        return results;
    }

    /** Ten publishers of a log against one. */
    List<ScenarioResult> fanOut() throws IOException, SQLException, CoordinationException, InterruptedException {
        List<ScenarioResult> results = new ArrayList<>();
        for (Contestant contestant : plan.contestants()) {
            if (contestant.table().isLog()) {
                String subject = contestant.name() + ", " + PUBLISHERS + " publishers";
                int rows = plan.rowsFor(contestant, Destination.IN_PROCESS);
                DrainRun run = DrainRun.all(context, "fan-out", subject, Destination.IN_PROCESS, rows);
                PairedRuns pairs =
                        pairs(run, nodes(contestant, 1), nodes(contestant, 1).publishing(PUBLISHERS));
                results.add(pairs.ratio("fan-out", subject, Metric.RATE, "/s", Optional.of(FAN_OUT_RATE)));
                if (pairs.ours().getFirst().metrics().containsKey(Metric.LOG_READS)) {
                    results.add(pairs.ratio(
                            "fan-out", subject + ": reads", Metric.LOG_READS, " reads", Optional.of(FAN_OUT_READS)));
                }
            }
        }
        return results;
    }

    /** What a dead Kafka cluster costs messages that do not need it. */
    List<ScenarioResult> clusters() throws IOException, SQLException, CoordinationException, InterruptedException {
        Optional<Contestant> contestant = plan.database()
                .ofTwoTypes()
                .filter(two -> plan.contestants().stream()
                        .anyMatch(chosen -> chosen.key().equals(two.key())));
        if (contestant.isEmpty() || !plan.destinations().contains(Destination.KAFKA)) {
            return List.of();
        }
        int rows = plan.rowsFor(Destination.KAFKA);
        DrainRun run = new DrainRun(
                context,
                "clusters",
                "own table, second cluster dead against alive",
                Destination.KAFKA,
                rows,
                Workload.usualOf(rows),
                true);
        ReceivedMessages unread = ReceivedMessages.of(context.clock(), rows, rows, DeliveryOrder.WITHIN_GROUPS);
        try (MessageReceiver alive =
                        context.receivers().open(Destination.KAFKA, BrokerClient.SIGNALBOX, false, unread);
                Socket port = new Socket();
                Sink dead = context.receivers().unreachableKafka(port)) {
            SignalboxNodes node = nodes(contestant.get(), 1);
            return List.of(rates(
                    run,
                    node.routing(new TwoClusters("alive", alive.sink())),
                    node.routing(new TwoClusters("dead", dead)),
                    Optional.of(DEAD_CLUSTER)));
        }
    }

    private SignalboxNodes nodes(Contestant contestant, int count) {
        return new SignalboxNodes(contestant, plan.engine(), count);
    }

    private ScenarioResult rates(DrainRun run, Competitor rival, Competitor ours, Optional<Threshold> bar)
            throws IOException, SQLException, CoordinationException, InterruptedException {
        return pairs(run, rival, ours).ratio(run.scenario(), run.subject(), Metric.RATE, "/s", bar);
    }

    private PairedRuns pairs(DrainRun run, Competitor rival, Competitor ours)
            throws IOException, SQLException, CoordinationException, InterruptedException {
        context.out().printf("%n%s: %s, %,d rows%n", run.scenario(), run.subject(), run.rows());
        return PairedRuns.run(plan.warmUp(), plan.pairs(), pair -> run.run(pair, rival), pair -> run.run(pair, ours));
    }
}
