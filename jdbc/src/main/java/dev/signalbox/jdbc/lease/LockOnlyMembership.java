package dev.signalbox.jdbc.lease;

import dev.signalbox.core.coordination.Coordinator.Acquisition;
import dev.signalbox.core.coordination.Coordinator.Renewal;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.time.Clock;
import dev.signalbox.jdbc.SqlWork;
import dev.signalbox.jdbc.connection.Transactions;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** One incarnation that lives as long as its database session. */
final class LockOnlyMembership implements SessionMembership {
    /** How long a settlement may wait for a row lock before it lets the heartbeat use the session. */
    private static final Duration LOCK_WAIT = Duration.ofSeconds(1);

    private static final Duration TRY_AGAIN = Duration.ofMillis(500);
    private static final Duration SOONEST = Duration.ofMillis(50);
    private static final Logger LOG = System.getLogger(LockOnlyMembership.class.getName());

    /** Work on the session. */
    @FunctionalInterface
    private interface SessionAction<T> {
        T on(LockSession session) throws SQLException;
    }

    private final LeaseDatabase database;
    private final Clock clock;
    private final Duration ttl;
    private final SilentLockHolders silentHolders;
    private final ReentrantLock turn = new ReentrantLock();
    private final Map<String, Long> lockedSince = new HashMap<>();
    /** Null until the session is opened, and after it is lost. */
    private @Nullable LockSession session;

    LockOnlyMembership(LeaseDatabase database, Clock clock, Duration ttl, SilentLockHolders silentHolders) {
        this.database = database;
        this.clock = clock;
        this.ttl = ttl;
        this.silentHolders = silentHolders;
    }

    @Override
    public Incarnation join(Incarnation proposed, Set<String> relays) throws SQLException {
        turn.lock();
        try {
            if (session == null) {
                session = database.openLockSession(ttl, LOCK_WAIT);
            }
            return proposed;
        } finally {
            turn.unlock();
        }
    }

    @Override
    public Renewal renew(Duration length) throws SQLException {
        try {
            return inTurn(Renewal.FENCED, open -> {
                open.touch();
                return Renewal.QUIET;
            });
        } catch (SQLException e) {
            if (isLost()) {
                return Renewal.FENCED;
            }
            throw e;
        }
    }

    @Override
    public Acquisition acquire(String relay) throws SQLException {
        return inTurn(new Acquisition.Fenced(), open -> lock(open, relay));
    }

    @Override
    public void release(String relay) throws SQLException {
        inTurn(false, open -> {
            lockedSince.remove(relay);
            open.unlock(relay);
            return true;
        });
    }

    @Override
    public void resign() {
        close();
    }

    /** Runs the work in one transaction on the session that holds the locks. */
    <T> T write(SqlWork<T> work) throws SQLException {
        turn.lock();
        try {
            LockSession open = session;
            if (open == null) {
                throw new OwnerFencedException("The session that held the owner's locks is lost");
            }
            return Transactions.run(open.connection(), work);
        } catch (SQLException e) {
            endIfBrokenBy(e);
            throw e;
        } finally {
            turn.unlock();
        }
    }

    @Override
    public void close() {
        turn.lock();
        try {
            if (session != null) {
                session.close();
                session = null;
            }
        } finally {
            turn.unlock();
        }
    }

    private boolean isLost() {
        turn.lock();
        try {
            return session == null;
        } finally {
            turn.unlock();
        }
    }

    private <T> T inTurn(T ifLost, SessionAction<T> action) throws SQLException {
        turn.lock();
        try {
            LockSession open = session;
            return open == null ? ifLost : action.on(open);
        } catch (SQLException e) {
            endIfBrokenBy(e);
            throw e;
        } finally {
            turn.unlock();
        }
    }

    private Acquisition lock(LockSession open, String relay) throws SQLException {
        if (!open.tryLock(relay)) {
            List<LockHolder> holders = open.holdersOf(relay);
            database.foreignLocks().prevent(relay, holders);
            silentHolders.end(open, relay, ttl);
            return new Acquisition.Taken(
                    holders.isEmpty() ? "another node" : holders.getFirst().toString(), TRY_AGAIN);
        }
        database.foreignLocks().clear(relay);
        // A former holder may trust its last heartbeat for one more lease, and it is unknown whether there was one:
        // each new holder waits that long.
        long since = lockedSince.computeIfAbsent(relay, _ -> clock.nanos());
        Duration left = ttl.minusNanos(clock.nanos() - since);
        if (left.isPositive()) {
            return new Acquisition.Taken("a possible former owner", left.compareTo(SOONEST) < 0 ? SOONEST : left);
        }
        return new Acquisition.Acquired(Shards.ALL);
    }

    private void endIfBrokenBy(SQLException failure) {
        LockSession open = session;
        try {
            if (open != null && open.brokenBy(failure)) {
                LOG.log(Level.INFO, "The session with the locks is lost: {0}", failure.getMessage());
                session = null;
                open.close();
            }
        } catch (SQLException e) {
            failure.addSuppressed(e);
        }
    }
}
