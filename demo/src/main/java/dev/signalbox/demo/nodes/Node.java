package dev.signalbox.demo.nodes;

import dev.signalbox.core.time.Clock;
import dev.signalbox.embedded.process.FreePort;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** A node by its name, with one life after the other. Only one thread at a time looks after it; its pairs may be asked for by any. */
final class Node {
    private final String name;
    private final Path log;
    private final Means means;
    private int port;
    private volatile Life life;
    private volatile NodeView.State state = NodeView.State.STARTING;
    private long changed;
    private long bornAt;
    private long lastKill;
    private long retriedBefore;
    private int failedStarts;

    /** What it takes to start nodes and to ask them. */
    record Means(NodeLauncher launcher, HttpClient client, String token, Clock clock) {}

    private Node(String name, int port, Path log, Means means, Life life) {
        this.name = name;
        this.port = port;
        this.log = log;
        this.means = means;
        this.life = life;
        this.changed = means.clock().nanos();
        this.bornAt = changed;
    }

    static Node start(String name, int port, Path log, Means means) throws IOException {
        return new Node(name, port, log, means, begin(name, port, log, means));
    }

    private static Life begin(String name, int port, Path log, Means means) throws IOException {
        Process process = means.launcher().start(name, port, log);
        return Life.begin(process, new NodeProbe(means.client(), port, means.token()), means.clock());
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

    NodeView.State state() {
        return state;
    }

    boolean isUp() {
        return state == NodeView.State.UP;
    }

    boolean isDown() {
        return state == NodeView.State.KILLED || state == NodeView.State.ENDED;
    }

    /** How long it has been in its state. */
    Duration since() {
        return Duration.ofNanos(means.clock().nanos() - changed);
    }

    /** How long ago this life began. */
    Duration age() {
        return Duration.ofNanos(means.clock().nanos() - bornAt);
    }

    /** When it was killed last. */
    long lastKill() {
        return lastKill;
    }

    /** How often in a row it has ended before it was ready. */
    int failedStarts() {
        return failedStarts;
    }

    double perSecond() {
        return isUp() ? life.perSecond() : 0;
    }

    /** Why it pauses; empty if it doesn't. */
    String problem() {
        return isUp() ? life.figures().problem() : "";
    }

    /** Its pairs of topic and publisher; empty if it doesn't answer. */
    Optional<List<PairStatus>> pairs() throws InterruptedException {
        return isUp() ? life.pairs() : Optional.empty();
    }

    /** In all its lives. */
    long retried() {
        return retriedBefore + life.figures().retried();
    }

    /** The exit code of a process that has ended. */
    OptionalInt exitCode() {
        return life.ended();
    }

    /** Returns true if its state is another one now. */
    boolean notice() {
        if (isDown()) {
            return false;
        }
        if (life.ended().isPresent()) {
            failedStarts = isUp() ? 0 : failedStarts + 1;
            enter(NodeView.State.ENDED);
            return true;
        }
        if (state == NodeView.State.STARTING && life.isReady()) {
            failedStarts = 0;
            enter(NodeView.State.UP);
            return true;
        }
        return false;
    }

    /** It ends with 0 only if it was told to stop, perhaps by a signal to all that was started with the demo. */
    boolean wasToldToStop() {
        return exitCode().orElse(-1) == 0;
    }

    void kill() {
        life.kill();
        lastKill = means.clock().nanos();
        enter(NodeView.State.KILLED);
    }

    /** Where its port may be what kept it from starting, it takes another one. */
    void startAgain() throws IOException {
        port = failedStarts > 0 ? FreePort.find() : port;
        retriedBefore = retried();
        life = begin(name, port, log, means);
        bornAt = means.clock().nanos();
        enter(NodeView.State.STARTING);
    }

    /** The life that it is in, or was in last. */
    Life life() {
        return life;
    }

    private void enter(NodeView.State next) {
        state = next;
        changed = means.clock().nanos();
    }
}
