package dev.signalbox.jdbc.lease;

import dev.signalbox.core.coordination.Coordinator.CoordinationException;
import dev.signalbox.core.coordination.RelaySharing;
import dev.signalbox.core.time.Clock;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.SQLException;

/** Chooses the coordinator that a database allows. */
public final class CoordinatorChoice {
    private static final Logger LOG = System.getLogger(CoordinatorChoice.class.getName());

    private CoordinatorChoice() {}

    /**
     * Prepares the side schema and coordinates by it. If the side schema is unavailable, an advisory lock alone elects
     * the one node that works, whichever sharing is configured.
     *
     * @throws CoordinationException if the database is unreachable, so that the choice is still open
     */
    public static CoordinationSetup of(LeaseDatabase database, String node, RelaySharing wanted)
            throws CoordinationException {
        SideSchemaState state = prepare(database);
        return switch (state) {
            case SideSchemaState.Available _ ->
                new CoordinationSetup(
                        database.coordinator(node, wanted), wanted, database.fence(), state, database.foreignLocks());
            case SideSchemaState.Unavailable unavailable -> {
                LOG.log(Level.WARNING, () -> degraded(database, wanted, unavailable));
                LockOnlyCoordinator coordinator = new LockOnlyCoordinator(database, node, Clock.SYSTEM);
                yield new CoordinationSetup(
                        coordinator, RelaySharing.WHOLE, coordinator, state, database.foreignLocks());
            }
        };
    }

    private static SideSchemaState prepare(LeaseDatabase database) throws CoordinationException {
        try {
            return database.prepareSideSchema();
        } catch (SQLException e) {
            throw new CoordinationException(
                    "Could not prepare " + database.sideSchemaName() + " at " + database.displayUrl() + ": "
                            + e.getMessage(),
                    e);
        }
    }

    /** The warning for an operator if the side schema is unavailable. */
    public static String degraded(
            LeaseDatabase database, RelaySharing wanted, SideSchemaState.Unavailable unavailable) {
        String instead = wanted == RelaySharing.SPREAD
                ? "), so instead of coordination by shards an advisory lock alone elects a leader: only one node works at"
                        + " a time, "
                : "), so an advisory lock alone elects the leader: ";
        String what = database.sideSchemaName();
        return what.substring(0, 1).toUpperCase(java.util.Locale.ROOT)
                + what.substring(1) + " can't be created or used at "
                + database.displayUrl() + " (" + oneLine(unavailable.reason()) + instead
                + "after a kill its rows wait for the table's time-out,"
                + " a takeover takes one lease longer, and messages that end their process are not recognised."
                + " An administrator mends that, before all nodes are started again, by: "
                + oneLine(database.administratorScript());
    }

    private static String oneLine(String text) {
        return text.replaceAll("(?m)^--.*$", "").replaceAll("\\s+", " ").strip();
    }
}
