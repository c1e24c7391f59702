package dev.signalbox.demo.nodes;

import static dev.signalbox.demo.workload.ActivityLog.seconds;

import dev.signalbox.core.time.Clock;
import dev.signalbox.demo.workload.AuditReport;
import dev.signalbox.demo.workload.PeriodicTask;
import dev.signalbox.demo.workload.RunContext;
import dev.signalbox.demo.workload.Severity;
import dev.signalbox.demo.workload.ViewLine;
import dev.signalbox.embedded.process.ChildProcess;
import dev.signalbox.embedded.process.FreePort;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** All nodes of the demo: starts them, kills one now and then, reports who takes over, and replaces it. */
public final class Cluster implements AutoCloseable {
    private static final Duration INTERVAL = Duration.ofMillis(200);
    /** How long a killed node stays down after its shards have new owners. */
    private static final Duration PAUSE = Duration.ofSeconds(2);

    private static final Duration LONGEST_DOWN = Duration.ofSeconds(8);
    private static final int MOST_FAILED_STARTS = 3;
    /** The grace period of a node's configuration, and some more for a busy machine. */
    private static final Duration LONGEST_STOP = Duration.ofSeconds(15);
    /** The exit code of a Java process that gets SIGTERM before it can handle signals. */
    private static final int ENDED_BY_SIGTERM = 128 + 15;

    private final RunContext context;
    private final Clock clock;
    private final HttpClient http;
    private final NodeClient client;
    private final KillSchedule schedule;
    private final List<NodeProcess> nodes = new ArrayList<>();
    private volatile ShardOwnership ownership = ShardOwnership.NONE;
    private volatile @Nullable String failure;
    private volatile String problem = "";
    private volatile long problemSince;
    private int kills;
    private int unexpectedEnds;
    private @Nullable TakeOver takeOver;
    private long takenOverAt;
    private @Nullable PeriodicTask task;
    private @Nullable Connection connection;

    /** The shards of a killed node that wait for new owners. */
    private record TakeOver(long killedAt, List<ShardOwnership.Shard> shards) {}

    /** @param token of the nodes' administration API */
    public Cluster(RunContext context, String token) {
        this.context = context;
        this.clock = context.clock();
        this.http =
                HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(1)).build();
        this.client = new NodeClient(http, token);
        this.schedule = new KillSchedule(context.options().killEvery());
        this.problemSince = clock.nanos();
    }

    /** Starts the nodes and returns at once. */
    public void start(Path configuration) throws IOException, SQLException {
        connection = context.database().connectAsRelay("demo-nodes");
        Path temporary = Files.createDirectory(context.folder().file("temporary"));
        NodeLauncher launcher = new NodeLauncher(configuration, temporary);
        int firstPort = context.options().firstPort();
        int port = firstPort;
        for (int i = 1; i <= context.options().nodes(); i++) {
            String name = "node-" + i;
            port = FreePort.from(port);
            nodes.add(NodeProcess.start(name, port, context.folder().file(name + ".log"), launcher, client, clock));
            port = firstPort == 0 ? 0 : port + 1;
        }
        task = PeriodicTask.start(
                "nodes",
                INTERVAL,
                this::refresh,
                message -> failure = "the nodes cannot be watched any more: " + message,
                clock);
    }

    /** The address of the first node. */
    public String address() {
        return "http://127.0.0.1:" + nodes.getFirst().port();
    }

    /** Why the demo cannot go on. */
    public Optional<String> failure() {
        return Optional.ofNullable(failure);
    }

    /** Whether all nodes are up. */
    public boolean isUp() {
        return nodes.stream().allMatch(NodeProcess::isUp);
    }

    /** Whether a node of this name is up, also one that the demo did not start. */
    public boolean isAlive(String name) {
        return nodes.stream()
                .filter(node -> node.name().equals(name))
                .map(NodeProcess::isUp)
                .findFirst()
                .orElse(ownership.livingNodes().contains(name));
    }

    /** The feeds of the event log, from the first node that answers; empty if none does. */
    public Optional<List<FeedStatus>> feeds() throws InterruptedException {
        for (NodeProcess node : nodes) {
            Optional<List<FeedStatus>> feeds = node.isUp() ? client.feeds(node.port()) : Optional.empty();
            if (feeds.isPresent()) {
                return feeds;
            }
        }
        return Optional.empty();
    }

    /** From now on no node is killed, and killed ones restart without delay. */
    public void endKills() {
        schedule.end();
    }

    private void refresh() throws SQLException, IOException, InterruptedException {
        ownership = readOwnership();
        for (NodeProcess node : nodes) {
            if (node.refresh()) {
                reportChange(node);
            }
        }
        followTakeOver();
        reportProblem();
        for (NodeProcess node : nodes) {
            if (node.isDown() && isTimeToRestart(node)) {
                node.restart();
            }
        }
        Optional<String> victim =
                schedule.victim(nodes.stream().map(this::candidate).toList(), clock.nanos());
        for (NodeProcess node : nodes) {
            if (victim.filter(node.name()::equals).isPresent()) {
                kill(node);
            }
        }
    }

    private ShardOwnership readOwnership() throws SQLException {
        Connection open = connection;
        return open == null ? ShardOwnership.NONE : ShardOwnership.read(open, context.database());
    }

    private KillSchedule.Candidate candidate(NodeProcess node) {
        return new KillSchedule.Candidate(
                node.name(),
                node.isUp() ? Optional.of(node.inState()) : Optional.empty(),
                ownership.shardsOf(node.name()).size());
    }

    private void reportChange(NodeProcess node) {
        if (node.isUp()) {
            context.activity().add(Severity.GOOD, node.name() + " is up");
            return;
        }
        int code = node.exitCode().orElse(-1);
        if (code == 0) { // only after a SIGTERM
            context.activity().add(Severity.WARNING, node.name() + " was stopped from outside the demo");
            return;
        }
        context.activity()
                .add(
                        Severity.ERROR,
                        node.name() + " ended with code " + code + ": see "
                                + node.log().getFileName());
        if (node.failedStarts() == 0) {
            unexpectedEnds++;
        } else if (node.failedStarts() == MOST_FAILED_STARTS) {
            failure = node.name() + " does not start: " + ChildProcess.lastLine(node.log());
        }
    }

    private void kill(NodeProcess node) throws SQLException {
        node.kill();
        ownership = readOwnership();
        List<ShardOwnership.Shard> shards = ownership.shardsOf(node.name());
        takeOver = new TakeOver(clock.nanos(), shards);
        kills++;
        context.activity()
                .add(Severity.WARNING, "%s is killed (SIGKILL); it owned %d shards", node.name(), shards.size());
    }

    private void followTakeOver() {
        TakeOver open = takeOver;
        if (open == null) {
            return;
        }
        ownership.newOwners(open.shards()).ifPresent(owners -> {
            takenOverAt = clock.nanos();
            takeOver = null;
            context.activity()
                    .add(
                            Severity.GOOD,
                            "%s took over %d shards %s after the kill",
                            String.join(" and ", owners),
                            open.shards().size(),
                            seconds(Duration.ofNanos(takenOverAt - open.killedAt())));
        });
    }

    private void reportProblem() {
        String now = nodes.stream()
                .map(NodeProcess::problem)
                .filter(text -> !text.isEmpty())
                .findFirst()
                .orElse("");
        if (now.isEmpty() == problem.isEmpty()) {
            return;
        }
        if (now.isEmpty()) {
            context.activity().add(Severity.GOOD, "the relays deliver again after " + seconds(problemTime()));
        } else {
            context.activity().add(Severity.WARNING, "the relays pause: " + now);
        }
        problem = now;
        problemSince = clock.nanos();
    }

    private Duration problemTime() {
        return Duration.ofNanos(clock.nanos() - problemSince);
    }

    /** After the takeover, so that the view shows it; at once when kills have ended. */
    private boolean isTimeToRestart(NodeProcess node) {
        if (schedule.isOver()) {
            return true;
        }
        boolean alone = nodes.stream().noneMatch(NodeProcess::isUp);
        boolean takenOver = takeOver == null && clock.nanos() - takenOverAt > PAUSE.toNanos();
        return node.inState().compareTo(alone || takenOver ? PAUSE : LONGEST_DOWN) > 0;
    }

    /** A line for each node, and one for the activity of their relays. */
    public List<ViewLine> lines() {
        ShardOwnership now = ownership;
        List<ViewLine> lines = new ArrayList<>();
        for (NodeProcess node : nodes) {
            String state = node.state().name().toLowerCase(Locale.ROOT);
            String rate = String.format(Locale.ROOT, "  messages/s %.0f", node.perSecond());
            lines.add(line(node.name(), state, now, rate)
                    .highlightIf(node.state() == NodeProcess.State.STARTING, Severity.WARNING)
                    .highlightIf(node.isDown(), Severity.ERROR));
        }
        now.livingNodes().stream()
                .filter(name -> nodes.stream().noneMatch(node -> node.name().equals(name)))
                .forEach(name -> lines.add(line(name, "joined", now, "")));
        long retries = nodes.stream().mapToLong(NodeProcess::retried).sum();
        lines.add(
                problem.isEmpty()
                        ? ViewLine.of("relays", "delivering  retries %,d", retries)
                        : new ViewLine(
                                "relays",
                                "paused for " + seconds(problemTime()) + ": " + problem + "  retries " + retries,
                                Severity.WARNING));
        return lines;
    }

    private static ViewLine line(String name, String state, ShardOwnership ownership, String rate) {
        Map<String, Long> counts = ownership.shardCounts(name);
        String shards = counts.entrySet().stream()
                .map(count -> count.getKey() + " " + count.getValue())
                .collect(Collectors.joining("  ", counts.isEmpty() ? "" : "  shards: ", ""));
        String lease = ownership
                .leaseOf(name)
                .map(left -> "  lease " + (left.isPositive() ? seconds(left) : "expired"))
                .orElse("");
        return ViewLine.of(name, "%s", state + shards + rate + lease);
    }

    /** Stops the nodes gracefully, and reports those that fail to stop. */
    public void stop(AuditReport report) throws InterruptedException {
        PeriodicTask watch = task;
        if (watch != null) {
            watch.stop();
        }
        report.figure("nodes killed", kills, "while they owned shards, and started again");
        if (unexpectedEnds > 0) {
            report.fault("nodes ended by themselves " + unexpectedEnds + " times");
        }
        List<NodeProcess> living =
                nodes.stream().filter(node -> node.exitCode().isEmpty()).toList();
        living.forEach(NodeProcess::askToStop);
        living.stream().flatMap(Cluster::stopFault).forEach(report::fault);
    }

    private static Stream<String> stopFault(NodeProcess node) {
        if (!node.waitFor(LONGEST_STOP)) {
            return Stream.of(node.name() + " did not stop within " + LONGEST_STOP.toSeconds() + " s");
        }
        int code = node.exitCode().orElseThrow();
        boolean isClean = code == 0 || (code == ENDED_BY_SIGTERM && !node.isUp());
        return isClean
                ? Stream.of()
                : Stream.of(node.name() + " stopped with code " + code + ": " + ChildProcess.lastLine(node.log()));
    }

    @Override
    public void close() throws IOException {
        try {
            PeriodicTask watch = task;
            if (watch != null) {
                watch.stop(); // it may be about to start a node
            }
            Connection open = connection;
            if (open != null) {
                open.close();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (SQLException e) {
            throw new IOException("a connection was not closed", e);
        } finally {
            nodes.forEach(NodeProcess::kill);
            http.shutdownNow();
        }
    }
}
