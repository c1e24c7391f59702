package dev.signalbox.benchmarks.competitor;

import dev.signalbox.benchmarks.database.BenchServer;
import dev.signalbox.benchmarks.database.BenchTable;
import dev.signalbox.benchmarks.database.NodeDatabase;
import dev.signalbox.core.coordination.Coordinator.CoordinationException;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Membership;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.relay.Node;
import dev.signalbox.core.relay.Relay;
import dev.signalbox.core.relay.SharedPermits;
import dev.signalbox.core.sink.Sink;
import dev.signalbox.core.time.Clock;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/** The real engine on the real adapter: a node in this JVM, with its own connections. */
public record SignalboxNode(BenchConfiguration configuration, EngineSettings settings) implements Competitor {
    private static final Duration GRACE = Duration.ofSeconds(20);

    @Override
    public String name() {
        return configuration.name();
    }

    @Override
    public BenchTable table() {
        return configuration.table();
    }

    @Override
    public boolean keepsGlobalOrder() {
        return configuration.keepsGlobalOrder();
    }

    @Override
    public Running prepare(BenchServer server, Sink sink, Progress progress)
            throws SQLException, CoordinationException {
        NodeDatabase database = server.connectNode(table());
        try {
            Relay relay = relay(database, sink, progress);
            if (settings.wakeUps()) {
                database.wake().accept(relay);
            }
            Node node = new Node(
                    database.coordination().coordinator(),
                    new Membership(
                            settings.lease(),
                            database.coordination().sharing(),
                            () -> new Incarnation(UUID.randomUUID().toString())),
                    List.of(relay),
                    Clock.SYSTEM,
                    cause -> progress.over("broken by " + cause));
            return new RunningNode(node, database, progress);
        } catch (RuntimeException e) {
            database.close();
            throw e;
        }
    }

    private Relay relay(NodeDatabase database, Sink sink, Progress progress) {
        return new Relay(new Relay.Components(
                "bench",
                database.identity(),
                Shards.ALL,
                settings.dispatcher(sink.limits()),
                configuration.source(database),
                sink,
                new SharedPermits(EngineSettings.MAX_REQUESTS)::share,
                new ProgressListener(progress),
                Clock.SYSTEM,
                cause -> progress.over("broken by " + cause)));
    }

    private record RunningNode(Node node, NodeDatabase database, Progress progress) implements Running {
        @Override
        public void start() {
            node.start();
        }

        @Override
        public void close() {
            try (database) {
                if (!node.stop(GRACE).clean()) {
                    progress.trouble("did not stop cleanly");
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
