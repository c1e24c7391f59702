package dev.signalbox.postgres.lease;

import dev.signalbox.core.coordination.Coordinator.Acquisition;
import dev.signalbox.core.coordination.Coordinator.Renewal;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.RelaySharing;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.jdbc.connection.Transactions;
import dev.signalbox.jdbc.lease.ForeignLocks;
import dev.signalbox.jdbc.lease.LeaseTable;
import dev.signalbox.jdbc.lease.LockHolder;
import dev.signalbox.jdbc.lease.OtherOwner;
import dev.signalbox.jdbc.lease.RelayTakeover;
import dev.signalbox.jdbc.lease.RenewalResult;
import dev.signalbox.jdbc.lease.SessionMembership;
import dev.signalbox.jdbc.lease.SilentLockHolders;
import dev.signalbox.postgres.connection.PostgresConnections;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One incarnation's part in the election: its lease row, and the session that holds its locks.
 *
 * <p>A takeover runs step by step on the session that holds the relay's lock. Each step needs the lock, so two nodes
 * are never in the middle of a takeover at the same time.
 */
final class LeaderMembership implements SessionMembership {
    /** How long a statement may wait for a row before it makes way for this node's heartbeat. */
    private static final Duration LOCK_WAIT = Duration.ofMillis(500);

    private static final Duration UNKNOWN_OWNER = Duration.ofSeconds(1);
    private static final Logger LOG = System.getLogger(LeaderMembership.class.getName());

    /** A step that runs on the session. */
    @FunctionalInterface
    private interface SessionAction<T> {
        T on(PostgresLockSession session) throws SQLException;
    }

    private final PostgresConnections connections;
    private final String node;
    private final SilentLockHolders silentHolders;
    private final ForeignLocks foreignLocks;
    private final ReentrantLock turn = new ReentrantLock();
    private final Set<String> owned = new LinkedHashSet<>();
    private final Set<Integer> formerPids = new HashSet<>();
    /** The recorded one; every membership joins before it does anything else. */
    private Incarnation incarnation = new Incarnation("");

    private Duration ttl;
    private @Nullable PostgresLockSession session;
    private boolean ended;

    LeaderMembership(
            PostgresConnections connections,
            String node,
            Duration ttl,
            SilentLockHolders silentHolders,
            ForeignLocks foreignLocks) {
        this.connections = connections;
        this.node = node;
        this.ttl = ttl;
        this.silentHolders = silentHolders;
        this.foreignLocks = foreignLocks;
    }

    @Override
    public Incarnation join(Incarnation proposed, Set<String> relays) throws SQLException {
        return inTurn(proposed, session -> {
            LeaseTable leases = leases(session, proposed);
            incarnation = leases.join(node, ttl, RelaySharing.WHOLE, relays);
            leases.purgeDeadNodes();
            return incarnation;
        });
    }

    @Override
    public Renewal renew(Duration length) throws SQLException {
        return inTurn(Renewal.FENCED, session -> {
            ttl = length;
            Optional<RenewalResult> renewed = leases(session).renew(length, RelaySharing.WHOLE);
            if (renewed.isEmpty()) {
                end();
                return Renewal.FENCED;
            }
            session.verify(renewed.get().servedBy());
            return renewed.get().renewal();
        });
    }

    @Override
    public Acquisition acquire(String relay) throws SQLException {
        return inTurn(new Acquisition.Fenced(), session -> acquire(session, relay));
    }

    @Override
    public void release(String relay) throws SQLException {
        inTurn(false, session -> {
            leases(session).release(relay, LeaseTable.wholeRelay(), null);
            owned.remove(relay);
            session.unlock(relay);
            return true;
        });
    }

    @Override
    public void resign() throws SQLException {
        inTurn(false, session -> {
            leases(session).resign();
            // The server notices a closed session with a delay.
            for (String relay : owned) {
                session.unlock(relay);
            }
            end();
            return true;
        });
    }

    /** Closes the session and lets the lease expire. */
    @Override
    public void close() {
        turn.lock();
        try {
            end();
        } finally {
            turn.unlock();
        }
    }

    private Acquisition acquire(PostgresLockSession session, String relay) throws SQLException {
        if (!session.holds(relay)) {
            // Checking before locking leaves the lock free for its owner, which may return after its session broke.
            Optional<OtherOwner> other = leases(session).otherOwner(relay, LeaseTable.wholeRelay());
            if (other.isPresent() && other.get().trusted()) {
                foreignLocks.clear(relay);
                return new Acquisition.Taken(other.get().node(), other.get().tryAgainIn());
            }
            if (!session.tryLock(relay)) {
                List<LockHolder> holders = session.holdersOf(relay);
                endIfSilent(session, relay, other);
                if (AdvisoryLockKey.isShared(relay)) {
                    foreignLocks.prevent(relay, holders);
                    return taken(other, holders);
                }
            }
        }
        return takeOver(session, relay);
    }

    private Acquisition takeOver(PostgresLockSession session, String relay) throws SQLException {
        try {
            Acquisition result = Transactions.run(
                    session.connection(),
                    _ -> new RelayTakeover(leases(session), relay).of(RelaySharing.WHOLE, Shards.ALL));
            switch (result) {
                case Acquisition.Acquired _ -> owned.add(relay);
                case Acquisition.Taken _ -> giveBack(session, relay);
                case Acquisition.Fenced _ -> end();
            }
            return result;
        } catch (SQLException e) {
            giveBackAfter(e, session, relay);
            throw e;
        }
    }

    private static Acquisition.Taken taken(Optional<OtherOwner> other, List<LockHolder> holders) {
        return other.map(owner -> new Acquisition.Taken(owner.node(), owner.tryAgainIn()))
                .orElseGet(() -> new Acquisition.Taken(
                        holders.isEmpty() ? "another node" : holders.getFirst().toString(), UNKNOWN_OWNER));
    }

    private void giveBack(PostgresLockSession session, String relay) throws SQLException {
        owned.remove(relay);
        session.unlock(relay);
    }

    private void giveBackAfter(SQLException failure, PostgresLockSession session, String relay) {
        try {
            giveBack(session, relay);
        } catch (SQLException e) {
            failure.addSuppressed(e);
        }
    }

    private void endIfSilent(PostgresLockSession session, String relay, Optional<OtherOwner> other)
            throws SQLException {
        if (other.isEmpty() || other.get().overFor(SilentLockHolders.GRACE)) {
            silentHolders.end(session, relay, ttl);
        }
    }

    private LeaseTable leases(PostgresLockSession session) {
        return leases(session, incarnation);
    }

    private LeaseTable leases(PostgresLockSession session, Incarnation of) {
        return new PostgresLeaseTable(session.connection(), of, foreignLocks);
    }

    private <T> T inTurn(T ifEnded, SessionAction<T> action) throws SQLException {
        turn.lock();
        try {
            return ended ? ifEnded : onSession(ifEnded, action);
        } finally {
            turn.unlock();
        }
    }

    /** Runs the step, and repeats it on a new session if the old one is broken: every step is idempotent. */
    private <T> T onSession(T ifEnded, SessionAction<T> action) throws SQLException {
        PostgresLockSession open = session;
        if (open != null) {
            try {
                return action.on(open);
            } catch (SQLException e) {
                if (!open.brokenBy(e)) {
                    throw e;
                }
                lose(open, e);
            }
        }
        open = open();
        if (open == null) {
            return ifEnded;
        }
        try {
            return action.on(open);
        } catch (SQLException e) {
            if (open.brokenBy(e)) {
                lose(open, e);
            }
            throw e;
        }
    }

    private void lose(PostgresLockSession broken, SQLException failure) {
        LOG.log(Level.INFO, "The session with the locks of {0} is lost: {1}", node, failure.getMessage());
        formerPids.add(broken.pid());
        session = null;
        broken.close();
    }

    /**
     * Opens a session with the locks of all relays we own. Ends the membership if another session has a lock by which
     * other programs decide; where only rows decide, the next renewal tells whether we still own the relay.
     */
    private @Nullable PostgresLockSession open() throws SQLException {
        PostgresLockSession opened = PostgresLockSession.open(connections, ttl, LOCK_WAIT);
        try {
            for (String relay : owned) {
                if (!retake(opened, relay) && AdvisoryLockKey.isShared(relay)) {
                    LOG.log(Level.WARNING, "Relay {0}: its lock was taken while {1} had no session", relay, node);
                    leases(opened).leave();
                    end();
                    opened.close();
                    return null;
                }
            }
        } catch (SQLException | RuntimeException e) {
            formerPids.add(opened.pid());
            opened.close();
            throw e;
        }
        formerPids.clear();
        session = opened;
        return opened;
    }

    private boolean retake(PostgresLockSession opened, String relay) throws SQLException {
        if (opened.tryLock(relay)) {
            return true;
        }
        // The server may not have noticed yet that our previous connection is dead.
        List<String> holders =
                opened.holdersOf(relay).stream().map(LockHolder::session).toList();
        for (int pid : formerPids) {
            if (holders.contains(PostgresLockHolders.name(pid))) {
                opened.takeFrom(pid, relay);
            }
        }
        return opened.tryLock(relay);
    }

    private void end() {
        ended = true;
        owned.clear();
        PostgresLockSession open = session;
        session = null;
        if (open != null) {
            open.close();
        }
    }
}
