package dev.signalbox.demo.nodes;

import static dev.signalbox.demo.workload.ActivityLog.seconds;

import dev.signalbox.core.time.Clock;
import dev.signalbox.demo.workload.AuditReport;
import dev.signalbox.demo.workload.HttpProgram;
import dev.signalbox.demo.workload.PeriodicTask;
import dev.signalbox.demo.workload.Queries;
import dev.signalbox.demo.workload.RunContext;
import dev.signalbox.demo.workload.ViewLine;
import dev.signalbox.embedded.process.FreePort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** All nodes of the demo: starts them, kills one now and then, reports who takes over, and replaces it. */
public final class Cluster implements AutoCloseable {
    private static final Duration INTERVAL = Duration.ofMillis(200);
    /** How long a killed node stays down after its shards have new owners. */
    private static final Duration PAUSE = Duration.ofSeconds(2);

    private static final Duration LONGEST_DOWN = Duration.ofSeconds(8);
    /** The grace period of a node's configuration, and some more for a busy machine. */
    private static final Duration LONGEST_STOP = Duration.ofSeconds(15);
    /** The exit code of a Java process that gets SIGTERM before it can handle signals. */
    private static final int ENDED_BY_SIGTERM = 128 + 15;

    private final RunContext context;
    private final KillSchedule schedule;
    private final Queries queries;
    private final List<HttpProgram> programs = new ArrayList<>();
    private final List<Node> nodes = new ArrayList<>();
    private volatile ShardOwnership ownership = ShardOwnership.NONE;
    private volatile @Nullable String failure;
    private int kills;
    private int unexpectedEnds;
    private @Nullable TakeOver takeOver;
    private long takenOverAt;
    private @Nullable PeriodicTask task;

    /** The shards of a killed node that wait for new owners. */
    private record TakeOver(long killedAt, List<ShardOwnership.Shard> shards) {}

    /** Chooses the ports of the nodes. */
    public Cluster(RunContext context) throws IOException, SQLException {
        this.context = context;
        this.schedule = new KillSchedule(context.options().killEvery());
        int port = context.options().firstPort();
        for (int i = 1; i <= context.options().nodes(); i++) {
            port = FreePort.from(port);
            String name = "node-" + i;
            programs.add(new HttpProgram(name, context.folder().file(name + ".log"), port));
            port = context.options().firstPort() == 0 ? 0 : port + 1;
        }
        this.queries = new Queries(
                context.database().relay().connect(), context.database().sql());
    }

    /** Starts the nodes, whose administration API takes the token, and returns at once. */
    public void start(Path configuration, String token) throws IOException {
        Files.createDirectory(configuration.resolveSibling("temporary"));
        for (HttpProgram program : programs) {
            nodes.add(new Node(program, configuration, token));
        }
        task = new PeriodicTask(
                "nodes",
                INTERVAL,
                this::refresh,
                message -> failure = "the nodes cannot be watched any more: " + message);
    }

    /** Of the first node. */
    public String address() {
        return programs.getFirst().uri("").toString();
    }

    /** Why the demo cannot go on. */
    public Optional<String> failure() {
        return Optional.ofNullable(failure);
    }

    public boolean isUp() {
        return !nodes.isEmpty() && nodes.stream().allMatch(Node::isUp);
    }

    /** Whether a node of this name is up, also one that the demo did not start. */
    public boolean isAlive(String name) {
        return nodes.stream()
                .filter(node -> node.name().equals(name))
                .map(Node::isUp)
                .findFirst()
                .orElse(ownership.livingNodes().contains(name));
    }

    /** The feeds of the event log, from the first node that answers; empty if none does. */
    public List<FeedStatus> feeds() {
        for (Node node : nodes) {
            Optional<String> answer = node.isUp() ? node.get("/api/outbox/publishers") : Optional.empty();
            if (answer.isPresent()) {
                try {
                    return JsonMapper.shared()
                            .readTree(answer.get())
                            .valueStream()
                            .map(FeedStatus::parse)
                            .toList();
                } catch (JacksonException _) {
                    // It was killed while it answered.
                }
            }
        }
        return List.of();
    }

    /** From now on no node is killed, and killed ones restart without delay. */
    public void endKills() {
        schedule.end();
    }

    private void refresh() throws SQLException, IOException {
        ownership = ShardOwnership.read(queries);
        for (Node node : nodes) {
            boolean wasUp = node.isUp();
            if (node.refresh()) {
                reportChange(node, wasUp);
            }
        }
        followTakeOver();
        for (Node node : nodes) {
            if (node.isDown() && isTimeToRestart(node)) {
                node.restart();
            }
        }
        Optional<String> victim =
                schedule.victim(nodes.stream().map(this::candidate).toList(), Clock.SYSTEM.nanos());
        for (Node node : nodes) {
            if (victim.filter(node.name()::equals).isPresent()) {
                kill(node);
            }
        }
    }

    private KillSchedule.Candidate candidate(Node node) {
        return new KillSchedule.Candidate(
                node.name(),
                node.isUp() ? Optional.of(node.inState()) : Optional.empty(),
                ownership.shardsOf(node.name()).size());
    }

    private void reportChange(Node node, boolean wasUp) {
        if (node.isUp()) {
            context.activity().good(node.name() + " is up");
            return;
        }
        int code = node.program().exitCode().orElse(-1);
        if (code == 0) { // only after a SIGTERM
            context.activity().warning(node.name() + " was stopped from outside the demo");
            return;
        }
        context.activity().error(node.name() + " ended with code " + code + ": see its log");
        if (wasUp) {
            unexpectedEnds++;
        } else {
            failure = node.name() + " does not start: " + node.program().lastLine();
        }
    }

    private void kill(Node node) throws SQLException {
        node.kill();
        ownership = ShardOwnership.read(queries);
        List<ShardOwnership.Shard> shards = ownership.shardsOf(node.name());
        takeOver = new TakeOver(Clock.SYSTEM.nanos(), shards);
        kills++;
        context.activity().warning(node.name() + " is killed (SIGKILL); it owned " + shards.size() + " shards");
    }

    private void followTakeOver() {
        TakeOver open = takeOver;
        if (open == null) {
            return;
        }
        ownership.newOwners(open.shards()).ifPresent(owners -> {
            takenOverAt = Clock.SYSTEM.nanos();
            takeOver = null;
            context.activity()
                    .good(String.join(" and ", owners) + " took over "
                            + open.shards().size() + " shards "
                            + seconds(Duration.ofNanos(takenOverAt - open.killedAt())) + " after the kill");
        });
    }

    /** After the takeover, so that the view shows it; at once when kills have ended. */
    private boolean isTimeToRestart(Node node) {
        if (schedule.isOver()) {
            return true;
        }
        boolean alone = nodes.stream().noneMatch(Node::isUp);
        boolean takenOver = takeOver == null && Clock.SYSTEM.nanos() - takenOverAt > PAUSE.toNanos();
        return node.inState().compareTo(alone || takenOver ? PAUSE : LONGEST_DOWN) > 0;
    }

    public List<ViewLine> lines() {
        ShardOwnership now = ownership;
        List<ViewLine> lines = new ArrayList<>();
        for (Node node : nodes) {
            lines.add(line(node.name(), node.state().name().toLowerCase(Locale.ROOT), now)
                    .warningIf(node.state() == Node.State.STARTING)
                    .errorIf(node.isDown()));
        }
        now.livingNodes().stream()
                .filter(name -> nodes.stream().noneMatch(node -> node.name().equals(name)))
                .forEach(name -> lines.add(line(name, "joined", now)));
        return lines;
    }

    private static ViewLine line(String name, String state, ShardOwnership ownership) {
        Map<String, Long> counts = ownership.shardCounts(name);
        String shards = counts.entrySet().stream()
                .map(count -> count.getKey() + " " + count.getValue())
                .collect(Collectors.joining("  ", counts.isEmpty() ? "" : "  shards: ", ""));
        String lease = ownership
                .leaseOf(name)
                .map(left -> "  lease " + (left.isPositive() ? seconds(left) : "expired"))
                .orElse("");
        return ViewLine.of(name, "%s", state + shards + lease);
    }

    /** Stops the nodes gracefully, and reports those that fail to stop. */
    public void stop(AuditReport report) throws InterruptedException {
        endWatch();
        report.figure("nodes killed", kills, "while they owned shards, and started again");
        if (unexpectedEnds > 0) {
            report.fault("nodes ended by themselves " + unexpectedEnds + " times");
        }
        List<Node> living = nodes.stream()
                .filter(node -> node.program().exitCode().isEmpty())
                .toList();
        living.forEach(node -> node.program().askToStop());
        for (Node node : living) {
            HttpProgram program = node.program();
            if (!program.waitFor(LONGEST_STOP)) {
                report.fault(node.name() + " did not stop within " + LONGEST_STOP.toSeconds() + " s");
                continue;
            }
            int code = program.exitCode().orElseThrow();
            if (code != 0 && (code != ENDED_BY_SIGTERM || node.isUp())) {
                report.fault(node.name() + " stopped with code " + code + ": " + program.lastLine());
            }
        }
    }

    private void endWatch() throws InterruptedException {
        PeriodicTask watch = task;
        if (watch != null) {
            watch.stop(); // it may be about to start a node
        }
    }

    @Override
    public void close() throws IOException {
        try {
            endWatch();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            nodes.forEach(Node::kill);
            queries.close();
        }
    }
}
