package dev.signalbox.demo.nodes;

import dev.signalbox.core.time.Clock;
import dev.signalbox.demo.workload.RateMeter;
import dev.signalbox.embedded.process.FreePort;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;

/** A node: its process, which is replaced when it has ended, and its latest metrics. Only one thread uses it at a time. */
final class NodeProcess {
    private static final long METRICS_INTERVAL = Duration.ofSeconds(1).toNanos();

    private final String name;
    private final Path log;
    private final NodeLauncher launcher;
    private final NodeClient client;
    private final Clock clock;
    private Process process;
    private RateMeter completed = new RateMeter();
    private volatile int port;
    private volatile State state = State.STARTING;
    private volatile long stateSince;
    private volatile double perSecond;
    private volatile NodeClient.Metrics metrics = NodeClient.Metrics.NONE;
    private long metricsDue;
    private long retriedBefore;
    private int failedStarts;

    enum State {
        STARTING,
        UP,
        /** Killed by the demo, with SIGKILL. */
        KILLED,
        /** Ended unexpectedly. */
        ENDED
    }

    private NodeProcess(String name, int port, Path log, NodeLauncher launcher, NodeClient client, Clock clock)
            throws IOException {
        this.name = name;
        this.port = port;
        this.log = log;
        this.launcher = launcher;
        this.client = client;
        this.clock = clock;
        this.stateSince = clock.nanos();
        this.process = launcher.start(name, port, log);
    }

    static NodeProcess start(String name, int port, Path log, NodeLauncher launcher, NodeClient client, Clock clock)
            throws IOException {
        return new NodeProcess(name, port, log, launcher, client, clock);
    }

    String name() {
        return name;
    }

    int port() {
        return port;
    }

    Path log() {
        return log;
    }

    State state() {
        return state;
    }

    boolean isUp() {
        return state == State.UP;
    }

    boolean isDown() {
        return state == State.KILLED || state == State.ENDED;
    }

    /** How long the node has been in its state. */
    Duration inState() {
        return Duration.ofNanos(clock.nanos() - stateSince);
    }

    /** The number of consecutive ends before it was ready. */
    int failedStarts() {
        return failedStarts;
    }

    /** Messages that it delivers per second. */
    double perSecond() {
        return isUp() ? perSecond : 0;
    }

    /** Why one of its relays pauses; empty if none does. */
    String problem() {
        return isUp() ? metrics.problem() : "";
    }

    /** Failed attempts that were retried, of all its processes. */
    long retried() {
        return retriedBefore + metrics.retried();
    }

    /** Empty while it runs. */
    OptionalInt exitCode() {
        return process.isAlive() ? OptionalInt.empty() : OptionalInt.of(process.exitValue());
    }

    /** Checks the process and reads its metrics; returns whether its state has changed. */
    boolean refresh() throws InterruptedException {
        if (isDown()) {
            return false;
        }
        if (!process.isAlive()) {
            failedStarts = isUp() ? 0 : failedStarts + 1;
            enter(State.ENDED);
            return true;
        }
        if (state == State.STARTING) {
            if (!client.isReady(port)) {
                return false;
            }
            failedStarts = 0;
            enter(State.UP);
            return true;
        }
        if (clock.nanos() >= metricsDue) {
            metricsDue = clock.nanos() + METRICS_INTERVAL;
            client.metrics(port).ifPresent(now -> {
                perSecond = completed.sample(clock.nanos(), now.completed());
                metrics = now;
            });
        }
        return false;
    }

    /** Takes another port if the last start failed, because the port may be the reason. */
    void restart() throws IOException {
        port = failedStarts > 0 ? FreePort.find() : port;
        retriedBefore = retried();
        metrics = NodeClient.Metrics.NONE;
        completed = new RateMeter();
        process = launcher.start(name, port, log);
        enter(State.STARTING);
    }

    /** Sends SIGTERM. {@link Process#destroy} would also close the pipe, at whose end the node is killed. */
    void askToStop() {
        process.toHandle().destroy();
    }

    /** Sends SIGKILL and waits for the end. */
    void kill() {
        process.destroyForcibly();
        waitFor(Duration.ofSeconds(10));
        enter(State.KILLED);
    }

    /** Returns false if it still runs after this time. */
    boolean waitFor(Duration most) {
        try {
            return process.waitFor(most.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return !process.isAlive();
        }
    }

    private void enter(State next) {
        state = next;
        stateSince = clock.nanos();
    }
}
