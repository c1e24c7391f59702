package dev.signalbox.postgres.lease;

import dev.signalbox.core.coordination.Acquisition;
import dev.signalbox.core.time.Clock;
import dev.signalbox.jdbc.SqlWork;
import dev.signalbox.postgres.connection.PostgresConnections;
import dev.signalbox.postgres.connection.Transactions;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/** One incarnation whose life is that of a database session: when the session is lost, so is the incarnation. */
final class LockOnlyMembership {
    /** How long a settlement may wait for a row before it lets the heartbeat pass on the same session. */
    private static final Duration LOCK_WAIT = Duration.ofSeconds(1);

    private static final Duration TRY_AGAIN = Duration.ofMillis(500);
    private static final Duration SOONEST = Duration.ofMillis(50);
    private static final Logger LOG = System.getLogger(LockOnlyMembership.class.getName());

    private final LockSession session;
    private final Clock clock;
    private final Duration ttl;
    private final SilentHolders silentHolders;
    private final ReentrantLock turn = new ReentrantLock();
    private final Map<String, Long> lockedSince = new HashMap<>();
    private boolean ended;

    private LockOnlyMembership(LockSession session, Clock clock, Duration ttl, SilentHolders silentHolders) {
        this.session = session;
        this.clock = clock;
        this.ttl = ttl;
        this.silentHolders = silentHolders;
    }

    static LockOnlyMembership open(
            PostgresConnections connections, Clock clock, Duration ttl, SilentHolders silentHolders)
            throws SQLException {
        return new LockOnlyMembership(LockSession.open(connections, ttl, LOCK_WAIT), clock, ttl, silentHolders);
    }

    /** Returns false if the session is lost. */
    boolean renew() throws SQLException {
        turn.lock();
        try {
            if (!ended) {
                session.touch();
            }
        } catch (SQLException e) {
            endIfBrokenBy(e);
            if (!ended) {
                throw e;
            }
        } finally {
            turn.unlock();
        }
        return !ended;
    }

    Acquisition acquire(String relay) throws SQLException {
        turn.lock();
        try {
            return ended ? new Acquisition.Fenced() : lock(relay);
        } catch (SQLException e) {
            endIfBrokenBy(e);
            throw e;
        } finally {
            turn.unlock();
        }
    }

    void release(String relay) throws SQLException {
        turn.lock();
        try {
            if (!ended) {
                lockedSince.remove(relay);
                session.unlock(RelayKey.ofLeader(relay));
            }
        } catch (SQLException e) {
            endIfBrokenBy(e);
            throw e;
        } finally {
            turn.unlock();
        }
    }

    /** Runs the work in one transaction on the session that holds the locks. */
    <T> T write(SqlWork<T> work) throws SQLException {
        turn.lock();
        try {
            if (ended) {
                throw new OwnerFencedException("The session that held the owner's locks is lost");
            }
            return Transactions.run(session.connection(), work);
        } catch (SQLException e) {
            endIfBrokenBy(e);
            throw e;
        } finally {
            turn.unlock();
        }
    }

    void close() {
        turn.lock();
        try {
            ended = true;
            session.close();
        } finally {
            turn.unlock();
        }
    }

    private Acquisition lock(String relay) throws SQLException {
        RelayKey key = RelayKey.ofLeader(relay);
        if (!session.tryLock(key)) {
            String who = session.holder(key).map(LockSession.Holder::name).orElse("another node");
            silentHolders.end(session, relay, ttl);
            return new Acquisition.Taken(who, TRY_AGAIN);
        }
        // Whoever had the lock before may trust its last heartbeat for one more lease, and nothing tells if there was
        // somebody: so each new holder waits for so long.
        long since = lockedSince.computeIfAbsent(relay, _ -> clock.nanos());
        Duration left = ttl.minusNanos(clock.nanos() - since);
        if (left.isPositive()) {
            return new Acquisition.Taken("a possible former owner", left.compareTo(SOONEST) < 0 ? SOONEST : left);
        }
        return new Acquisition.Acquired();
    }

    private void endIfBrokenBy(SQLException failure) {
        try {
            if (!ended && session.brokenBy(failure)) {
                ended = true;
                LOG.log(Level.INFO, "The session with the locks is lost: {0}", failure.getMessage());
                session.close();
            }
        } catch (SQLException e) {
            failure.addSuppressed(e);
        }
    }
}
