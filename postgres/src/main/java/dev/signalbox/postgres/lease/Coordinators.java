package dev.signalbox.postgres.lease;

import dev.signalbox.core.coordination.CoordinationException;
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
     * Prepares the side schema and coordinates by it, or by an advisory lock alone where it can't be had.
     *
     * @throws CoordinationException if the database can't be reached, so that nothing is known yet
     */
    public static Coordination leader(PostgresConnections connections, String node) throws CoordinationException {
        SideSchema.State state = prepare(connections);
        return switch (state) {
            case SideSchema.State.Available _ ->
                new Coordination(new LeaderCoordinator(connections, node), new LeaseFence(connections), state);
            case SideSchema.State.Unavailable unavailable -> {
                LOG.log(Level.WARNING, () -> degraded(connections, unavailable));
                LockOnlyCoordinator coordinator = new LockOnlyCoordinator(connections, node, Clock.SYSTEM);
                yield new Coordination(coordinator, new LockSessionFence(coordinator), state);
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

    static String degraded(PostgresConnections connections, SideSchema.State.Unavailable unavailable) {
        String script = SideSchema.administratorScript(connections.settings().username());
        return "The schema signalbox can't be created or used at "
                + connections.settings().displayUrl() + " (" + oneLine(unavailable.reason())
                + "), so an advisory lock alone elects the leader: after a kill its rows wait for the table's time-out,"
                + " a takeover takes one lease longer, and messages that end their process are not recognised."
                + " An administrator mends that, before all nodes are started again, by: " + oneLine(script);
    }

    private static String oneLine(String text) {
        return text.replaceAll("(?m)^--.*$", "").replaceAll("\\s+", " ").strip();
    }
}
