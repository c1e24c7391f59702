package dev.signalbox.demo.nodes;

import dev.signalbox.core.time.Clock;
import dev.signalbox.demo.News;
import dev.signalbox.demo.database.ShopDatabase;
import dev.signalbox.demo.receiver.Receiver;
import dev.signalbox.embedded.files.RunFolder;
import dev.signalbox.embedded.process.ChildProcess;
import dev.signalbox.embedded.process.FreePort;
import dev.signalbox.embedded.process.StopSignal;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** All nodes of the demo, from their start to their end. */
public final class Nodes implements AutoCloseable {
    /** What a node is given in its configuration, and something for a busy machine. */
    private static final Duration LONGEST_STOP = Duration.ofSeconds(15);
    /** What a Java that has not come to know about signals yet ends with after a SIGTERM. */
    private static final int ENDED_BY_SIGTERM = 128 + 15;

    private final List<Node> nodes = new ArrayList<>();
    private final HttpClient client;
    private final KillPlan plan;
    private final StopSignal ending;
    private final NodeWatch watch;
    private final Thread thread;

    /**
     * What was asked for.
     *
     * @param firstPort of the first node, whose neighbours the others take; 0 for any
     * @param killEvery zero for never
     */
    public record Wishes(int count, int firstPort, Duration killEvery) {}

    /** What they live on. */
    public record Ground(RunFolder folder, Path configuration, String token, ShopDatabase database) {}

    private Nodes(Wishes wishes, Ground ground, Receiver receiver, News news, Clock clock) throws IOException {
        this.client =
                HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(1)).build();
        this.plan = new KillPlan(wishes.killEvery());
        this.ending = new StopSignal(clock);
        Path temporary = Files.createDirectory(ground.folder().file("temporary"));
        NodeLauncher launcher = new NodeLauncher(ground.configuration(), temporary);
        Node.Means means = new Node.Means(launcher, client, ground.token(), clock);
        boolean started = false;
        try {
            int port = wishes.firstPort();
            for (int i = 1; i <= wishes.count(); i++) {
                String name = "node-" + i;
                port = FreePort.from(port);
                nodes.add(Node.start(name, port, ground.folder().file(name + ".log"), means));
                port = wishes.firstPort() == 0 ? 0 : port + 1;
            }
            started = true;
        } finally {
            if (!started) {
                killAll();
            }
        }
        NodeWatch.Place place = new NodeWatch.Place(ground.database(), ending, clock);
        this.watch = new NodeWatch(nodes, plan, new InFlight(receiver, ground.database()), new NodeNews(news), place);
        this.thread = Thread.ofVirtual().name("nodes").start(watch);
    }

    /** Starts them and returns at once: they say for themselves when they are up. */
    public static Nodes start(Wishes wishes, Ground ground, Receiver receiver, News news, Clock clock)
            throws IOException {
        return new Nodes(wishes, ground, receiver, news, clock);
    }

    /** How they are. */
    public Look latest() {
        return watch.latest();
    }

    /** The pairs of topic and publisher, by the first node that answers; empty if none does. */
    public Optional<List<PairStatus>> pairs() throws InterruptedException {
        for (Node node : nodes) {
            Optional<List<PairStatus>> pairs = node.pairs();
            if (pairs.isPresent()) {
                return pairs;
            }
        }
        return Optional.empty();
    }

    /** The port of the first node. */
    public int port() {
        return nodes.getFirst().port();
    }

    /** From now on none is killed, and those that were are started again without delay. */
    public void spare() {
        plan.end();
    }

    /**
     * Stops all of them in good order.
     *
     * @return what was not as it should be, one sentence each
     */
    public List<String> stop() throws InterruptedException {
        ending.begin();
        thread.join();
        List<String> faults = new ArrayList<>();
        if (watch.fallen() > 0) {
            faults.add("nodes ended by themselves " + watch.fallen() + " times");
        }
        List<Node> living =
                nodes.stream().filter(node -> node.exitCode().isEmpty()).toList();
        living.forEach(node -> node.life().askToStop());
        for (Node node : living) {
            if (!node.life().waitFor(LONGEST_STOP)) {
                faults.add(node.name() + " did not stop within " + LONGEST_STOP.toSeconds() + " s");
                continue;
            }
            int code = node.exitCode().orElseThrow();
            boolean hadBegun = node.life().isReady();
            if (code != 0 && (hadBegun || code != ENDED_BY_SIGTERM)) {
                faults.add(node.name() + " stopped with code " + code + ": " + ChildProcess.lastLine(node.log()));
            }
        }
        return faults;
    }

    @Override
    public void close() {
        ending.begin();
        try {
            thread.join(LONGEST_STOP); // it may be about to start a node
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        killAll();
        client.shutdownNow();
    }

    private void killAll() {
        nodes.forEach(node -> node.life().kill());
    }
}
