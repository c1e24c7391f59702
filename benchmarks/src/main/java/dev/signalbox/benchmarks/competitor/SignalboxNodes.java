package dev.signalbox.benchmarks.competitor;

import dev.signalbox.benchmarks.database.BenchServer;
import dev.signalbox.benchmarks.database.BenchTable;
import dev.signalbox.benchmarks.database.Seat;
import dev.signalbox.core.coordination.CoordinationException;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Membership;
import dev.signalbox.core.relay.Node;
import dev.signalbox.core.relay.Relay;
import dev.signalbox.core.relay.SharedPermits;
import dev.signalbox.core.sink.Sink;
import dev.signalbox.core.time.Clock;
import dev.signalbox.jdbc.lease.Coordination;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** The real engine on the real adapter: one node or several, each with its own connections, in this JVM. */
public final class SignalboxNodes implements Competitor {
    private static final Duration GRACE = Duration.ofSeconds(20);

    private final Contestant contestant;
    private final EngineSettings settings;
    private final int nodes;

    public SignalboxNodes(Contestant contestant, EngineSettings settings, int nodes) {
        this.contestant = contestant;
        this.settings = settings;
        this.nodes = nodes;
    }

    @Override
    public String name() {
        return contestant.name() + (nodes == 1 ? "" : ", " + nodes + " nodes");
    }

    @Override
    public BenchTable table() {
        return contestant.table();
    }

    @Override
    public Running prepare(BenchServer server, Sink sink, Progress progress)
            throws SQLException, CoordinationException {
        Cluster cluster = new Cluster(progress);
        try {
            for (int number = 1; number <= nodes; number++) {
                cluster.add(server, "bench-" + number, sink);
            }
            return cluster;
        } catch (SQLException | CoordinationException | RuntimeException e) {
            cluster.members.forEach(member -> member.seat().close());
            throw e;
        }
    }

    /** A node and what it uses. */
    private record Member(Node node, Seat seat) {}

    /** The nodes. */
    private final class Cluster implements Running {
        private final Progress progress;
        private final List<Member> members = new ArrayList<>();

        Cluster(Progress progress) {
            this.progress = progress;
        }

        void add(BenchServer server, String name, Sink sink) throws SQLException, CoordinationException {
            Seat seat = server.seat(name, table());
            try {
                Relay relay = relay(seat, name, sink);
                seat.wake(relay);
                members.add(new Member(node(seat.coordination(), relay), seat));
            } catch (RuntimeException e) {
                seat.close();
                throw e;
            }
        }

        private Relay relay(Seat seat, String name, Sink sink) {
            return new Relay(new Relay.Parts(
                    name,
                    seat.identity(),
                    settings.dispatcher(sink.limits()),
                    contestant.source(seat),
                    sink,
                    new SharedPermits(EngineSettings.MAX_REQUESTS)::share,
                    new ProgressListener(progress),
                    Clock.SYSTEM,
                    this::broken));
        }

        private Node node(Coordination coordination, Relay relay) {
            return new Node(
                    coordination.coordinator(),
                    new Membership(
                            settings.lease(),
                            coordination.sharing(),
                            () -> new Incarnation(UUID.randomUUID().toString())),
                    List.of(relay),
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
            try (Seat _ = member.seat()) {
                if (!member.node().stop(GRACE).clean()) {
                    progress.trouble("did not stop cleanly");
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
