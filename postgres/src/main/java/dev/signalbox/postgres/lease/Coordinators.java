package dev.signalbox.postgres.lease;

import dev.signalbox.core.coordination.CoordinationException;
import dev.signalbox.core.coordination.Coordinator;
import dev.signalbox.core.coordination.Sharing;
import dev.signalbox.core.time.Clock;
import dev.signalbox.postgres.connection.PostgresConnections;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.SQLException;

/** Chooses the coordinator that a database allows. */
public final class Coordinators {
    private static final Logger LOG = System.getLogger(Coordinators.class.getName());

    private Coordinators() {}

    /**
     * Prepares the side schema and spreads each relay over all nodes by it. Where it can't be had, an advisory lock
     * alone elects the one node that works.
     *
     * @throws CoordinationException if the database can't be reached, so that nothing is known yet
     */
    public static Coordination shards(PostgresConnections connections, String node) throws CoordinationException {
        return choose(connections, node, Sharing.SPREAD);
    }

    /**
     * Prepares the side schema and elects a leader by it, or by an advisory lock alone where it can't be had.
     *
     * @throws CoordinationException if the database can't be reached, so that nothing is known yet
     */
    public static Coordination leader(PostgresConnections connections, String node) throws CoordinationException {
        return choose(connections, node, Sharing.WHOLE);
    }

    private static Coordination choose(PostgresConnections connections, String node, Sharing wanted)
            throws CoordinationException {
        SideSchema.State state = prepare(connections);
        return switch (state) {
            case SideSchema.State.Available _ -> {
                Coordinator coordinator = switch (wanted) {
                    case SPREAD -> new ShardCoordinator(connections, node);
                    case WHOLE -> new LeaderCoordinator(connections, node);
                };
                yield new Coordination(coordinator, wanted, new LeaseFence(connections), state);
            }
            case SideSchema.State.Unavailable unavailable -> {
                LOG.log(Level.WARNING, () -> degraded(connections, wanted, unavailable));
                LockOnlyCoordinator coordinator = new LockOnlyCoordinator(connections, node, Clock.SYSTEM);
                yield new Coordination(coordinator, Sharing.WHOLE, new LockSessionFence(coordinator), state);
            }
        };
    }

    private static SideSchema.State prepare(PostgresConnections connections) throws CoordinationException {
        try {
            return SideSchema.prepare(connections);
        } catch (SQLException e) {
            throw new CoordinationException(
                    "Could not prepare the schema signalbox at "
                            + connections.settings().displayUrl() + ": " + e.getMessage(),
                    e);
        }
    }

    static String degraded(PostgresConnections connections, Sharing wanted, SideSchema.State.Unavailable unavailable) {
        String script = SideSchema.administratorScript(connections.settings().username());
        String instead = wanted == Sharing.SPREAD
                ? "), so instead of coordination by shards an advisory lock alone elects a leader: only one node works at"
                        + " a time, "
                : "), so an advisory lock alone elects the leader: ";
        return "The schema signalbox can't be created or used at "
                + connections.settings().displayUrl() + " (" + oneLine(unavailable.reason()) + instead
                + "after a kill its rows wait for the table's time-out,"
                + " a takeover takes one lease longer, and messages that end their process are not recognised."
                + " An administrator mends that, before all nodes are started again, by: " + oneLine(script);
    }

    private static String oneLine(String text) {
        return text.replaceAll("(?m)^--.*$", "").replaceAll("\\s+", " ").strip();
    }
}
