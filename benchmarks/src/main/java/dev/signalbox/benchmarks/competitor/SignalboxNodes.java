package dev.signalbox.benchmarks.competitor;

import dev.signalbox.benchmarks.database.BenchServer;
import dev.signalbox.benchmarks.database.BenchTable;
import dev.signalbox.benchmarks.database.NodeDatabase;
import dev.signalbox.benchmarks.workload.DeliveryOrder;
import dev.signalbox.core.coordination.CoordinationException;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Membership;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.relay.Node;
import dev.signalbox.core.relay.Relay;
import dev.signalbox.core.relay.SharedPermits;
import dev.signalbox.core.sink.Sink;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.core.time.Clock;
import dev.signalbox.jdbc.lease.CoordinationSetup;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The real engine on the real adapter: one or more nodes in this JVM, each with its own connections. */
public final class SignalboxNodes implements Competitor {
    private static final Duration GRACE = Duration.ofSeconds(20);

    private final Contestant contestant;
    private final EngineSettings settings;
    private final int nodes;
    private final int publishers;
    private final @Nullable TwoClusters clusters;

    private SignalboxNodes(
            Contestant contestant, EngineSettings settings, int nodes, int publishers, @Nullable TwoClusters clusters) {
        this.contestant = contestant;
        this.settings = settings;
        this.nodes = nodes;
        this.publishers = publishers;
        this.clusters = clusters;
    }

    public SignalboxNodes(Contestant contestant, EngineSettings settings, int nodes) {
        this(contestant, settings, nodes, 1, null);
    }

    /** The same with several publishers of a log. */
    public SignalboxNodes publishing(int times) {
        return new SignalboxNodes(contestant, settings, nodes, times, clusters);
    }

    /** The same with routes: its sink is the first cluster, and only messages that need that cluster count. */
    public SignalboxNodes routing(TwoClusters both) {
        return new SignalboxNodes(contestant, settings, nodes, publishers, both);
    }

    @Override
    public String name() {
        return contestant.name()
                + (nodes == 1 ? "" : ", " + nodes + " nodes")
                + (publishers == 1 ? "" : ", " + publishers + " publishers")
                + (clusters == null ? "" : ", second cluster " + clusters.state());
    }

    @Override
    public BenchTable table() {
        return contestant.table();
    }

    @Override
    public DeliveryOrder order() {
        return contestant.order();
    }

    @Override
    public int publishers() {
        return publishers;
    }

    @Override
    public Running prepare(BenchServer server, List<Sink> sinks, Progress progress)
            throws SQLException, CoordinationException, InterruptedException {
        Cluster cluster = new Cluster(progress);
        try {
            for (int number = 1; number <= nodes; number++) {
                cluster.add(server, "bench-" + number, sinks);
            }
            return cluster;
        } catch (SQLException | CoordinationException | InterruptedException | RuntimeException e) {
            cluster.members.forEach(member -> member.seat().close());
            throw e;
        }
    }

    private record Member(Node node, NodeDatabase seat) {}

    private final class Cluster implements Running {
        private final Progress progress;
        private final List<Member> members = new ArrayList<>();

        Cluster(Progress progress) {
            this.progress = progress;
        }

        void add(BenchServer server, String name, List<Sink> sinks)
                throws SQLException, CoordinationException, InterruptedException {
            NodeDatabase nodeDatabase = server.connectNode(name, table());
            try {
                List<Relay> relays = relays(nodeDatabase, name, sinks);
                // Several publishers only run on a full log, and need no wake-ups
                if (settings.wakeUps() && relays.size() == 1) {
                    nodeDatabase.wake(relays.getFirst());
                }
                members.add(new Member(node(nodeDatabase.coordination(), relays), nodeDatabase));
            } catch (InterruptedException | RuntimeException e) {
                nodeDatabase.close();
                throw e;
            }
        }

        private List<Relay> relays(NodeDatabase nodeDatabase, String name, List<Sink> sinks)
                throws InterruptedException {
            List<ClaimSource> sources = contestant.sources(nodeDatabase, publishers);
            List<Relay> relays = new ArrayList<>();
            for (int number = 0; number < publishers; number++) {
                Shards scope = publishers == 1 ? Shards.ALL : Shards.of(number);
                String its = publishers == 1 ? name : name + "-" + number;
                Sink sink = clusters == null ? sinks.get(number) : clusters.route(nodeDatabase, sinks.get(number));
                relays.add(relay(nodeDatabase, its, scope, sources.get(number), sink));
            }
            return relays;
        }

        private Relay relay(NodeDatabase nodeDatabase, String name, Shards scope, ClaimSource source, Sink sink) {
            return new Relay(new Relay.Components(
                    name,
                    nodeDatabase.identity(),
                    scope,
                    settings.dispatcher(sink.limits()),
                    source,
                    sink,
                    new SharedPermits(EngineSettings.MAX_REQUESTS)::share,
                    new ProgressListener(progress, clusters == null ? _ -> true : TwoClusters::isUsual),
                    Clock.SYSTEM,
                    this::broken));
        }

        private Node node(CoordinationSetup coordinationSetup, List<Relay> relays) {
            return new Node(
                    coordinationSetup.coordinator(),
                    new Membership(
                            settings.lease(),
                            coordinationSetup.sharing(),
                            () -> new Incarnation(UUID.randomUUID().toString())),
                    relays,
                    Clock.SYSTEM,
                    this::broken);
        }

        private void broken(Throwable cause) {
            progress.over("broken by " + cause);
        }

        @Override
        public void start() {
            members.forEach(member -> member.node().start());
        }

        @Override
        public void close() {
            members.forEach(this::stop);
        }

        private void stop(Member member) {
            try (NodeDatabase _ = member.seat()) {
                if (!member.node().stop(GRACE).clean()) {
                    progress.trouble("did not stop cleanly");
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
