package dev.signalbox.postgres.lease;

import dev.signalbox.core.coordination.Acquisition;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.postgres.connection.PostgresConnections;
import dev.signalbox.postgres.lease.LeaseTable.Owner;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One incarnation's part in the election: its lease row, and the session with its locks.
 *
 * <p>Whoever takes a relay over does so on the session that holds the relay's lock, step by step: each step can only
 * happen while the lock is held, and so no two nodes are ever in the midst of it.
 */
final class LeaderMembership implements SessionMembership {
    /** How long a takeover may wait for the former owner's writes before it lets the own heartbeat pass. */
    private static final Duration FENCE_WAIT = Duration.ofMillis(500);

    private static final Duration SOONEST = Duration.ofMillis(50);
    private static final Duration LATEST = Duration.ofSeconds(1);
    private static final Duration SAFELY_OVER = Duration.ofMillis(10);
    private static final Logger LOG = System.getLogger(LeaderMembership.class.getName());

    /** What is done on the session. */
    @FunctionalInterface
    private interface Step<T> {
        T on(LockSession session) throws SQLException;
    }

    private final PostgresConnections connections;
    private final String node;
    private final Incarnation incarnation;
    private final SilentHolders silentHolders;
    private final ReentrantLock turn = new ReentrantLock();
    private final Set<String> owned = new LinkedHashSet<>();
    private final Set<Integer> formerPids = new HashSet<>();
    private Duration ttl;
    private @Nullable LockSession session;
    private boolean ended;

    LeaderMembership(
            PostgresConnections connections,
            String node,
            Incarnation incarnation,
            Duration ttl,
            SilentHolders silentHolders) {
        this.connections = connections;
        this.node = node;
        this.incarnation = incarnation;
        this.ttl = ttl;
        this.silentHolders = silentHolders;
    }

    @Override
    public void join() throws SQLException {
        inTurn(false, session -> {
            LeaseTable leases = new LeaseTable(session.connection());
            leases.join(incarnation, node, ttl);
            leases.forgetTheDead();
            return true;
        });
    }

    /** Returns false if the incarnation is fenced. */
    @Override
    public boolean renew(Duration length) throws SQLException {
        return inTurn(false, session -> {
            ttl = length;
            OptionalInt servedBy = new LeaseTable(session.connection()).renew(incarnation, length);
            if (servedBy.isEmpty()) {
                end();
                return false;
            }
            session.verify(servedBy.getAsInt());
            return true;
        });
    }

    @Override
    public Acquisition acquire(String relay) throws SQLException {
        return inTurn(new Acquisition.Fenced(), session -> acquire(session, relay));
    }

    @Override
    public void release(String relay) throws SQLException {
        inTurn(false, session -> {
            new LeaseTable(session.connection()).release(incarnation, relay);
            owned.remove(relay);
            session.unlock(RelayKey.ofLeader(relay));
            return true;
        });
    }

    @Override
    public void resign() throws SQLException {
        inTurn(false, session -> {
            LeaseTable leases = new LeaseTable(session.connection());
            leases.releaseAll(incarnation);
            leases.leave(incarnation);
            end();
            return true;
        });
    }

    /** Closes the session, and leaves the lease to run out by itself. */
    @Override
    public void close() {
        turn.lock();
        try {
            end();
        } finally {
            turn.unlock();
        }
    }

    private Acquisition acquire(LockSession session, String relay) throws SQLException {
        LeaseTable leases = new LeaseTable(session.connection());
        RelayKey key = RelayKey.ofLeader(relay);
        if (!session.holds(key)) {
            // Looking before trying leaves the lock alone while its owner, whose session broke, comes back for it.
            Optional<Owner> owner = otherOwner(leases, relay);
            if (owner.isPresent() && owner.get().trusted()) {
                return taken(owner, session, key);
            }
            if (!session.tryLock(key)) {
                endIfSilent(session, relay, owner);
                return taken(owner, session, key);
            }
        }
        return takeOver(session, leases, relay);
    }

    private Acquisition takeOver(LockSession session, LeaseTable leases, String relay) throws SQLException {
        try {
            Acquisition result = fenceAndOwn(session, leases, relay);
            if (!(result instanceof Acquisition.Acquired)) {
                giveBack(session, relay);
            }
            return result;
        } catch (SQLException e) {
            giveBackAfter(e, session, relay);
            throw e;
        }
    }

    private Acquisition fenceAndOwn(LockSession session, LeaseTable leases, String relay) throws SQLException {
        Optional<Owner> owner = otherOwner(leases, relay);
        if (owner.isPresent() && !owner.get().trusted()) {
            leases.fence(owner.get().incarnation());
            owner = otherOwner(leases, relay);
        }
        if (owner.isPresent() && !owner.get().fenced()) {
            return taken(owner, session, RelayKey.ofLeader(relay));
        }
        if (leases.own(incarnation, relay)) {
            owned.add(relay);
            return new Acquisition.Acquired(Shards.ALL);
        }
        end();
        return new Acquisition.Fenced();
    }

    private void giveBack(LockSession session, String relay) throws SQLException {
        owned.remove(relay);
        if (!ended) {
            session.unlock(RelayKey.ofLeader(relay));
        }
    }

    private void giveBackAfter(SQLException failure, LockSession session, String relay) {
        try {
            giveBack(session, relay);
        } catch (SQLException e) {
            failure.addSuppressed(e);
        }
    }

    private Optional<Owner> otherOwner(LeaseTable leases, String relay) throws SQLException {
        return leases.owner(relay).filter(owner -> !owner.incarnation().equals(incarnation));
    }

    private void endIfSilent(LockSession session, String relay, Optional<Owner> owner) throws SQLException {
        if (owner.isEmpty() || owner.get().overFor(SilentHolders.GRACE)) {
            silentHolders.end(session, relay, ttl);
        }
    }

    private static Acquisition.Taken taken(Optional<Owner> owner, LockSession session, RelayKey key)
            throws SQLException {
        Optional<String> named = owner.flatMap(Owner::node);
        String who = named.isPresent()
                ? named.get()
                : session.holder(key).map(LockSession.Holder::name).orElse("another node");
        Duration wait = owner.filter(Owner::trusted)
                .map(trusted -> trusted.left().plus(SAFELY_OVER))
                .orElse(LATEST);
        return new Acquisition.Taken(who, bounded(wait));
    }

    private static Duration bounded(Duration wait) {
        if (wait.compareTo(SOONEST) < 0) {
            return SOONEST;
        }
        return wait.compareTo(LATEST) > 0 ? LATEST : wait;
    }

    private <T> T inTurn(T ifEnded, Step<T> step) throws SQLException {
        turn.lock();
        try {
            return ended ? ifEnded : onSession(ifEnded, step);
        } finally {
            turn.unlock();
        }
    }

    /** Runs the step, on a new session if the old one turns out to be broken: every step may be done twice. */
    private <T> T onSession(T ifEnded, Step<T> step) throws SQLException {
        LockSession open = session;
        if (open != null) {
            try {
                return step.on(open);
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
            return step.on(open);
        } catch (SQLException e) {
            if (open.brokenBy(e)) {
                lose(open, e);
            }
            throw e;
        }
    }

    private void lose(LockSession broken, SQLException failure) {
        LOG.log(Level.INFO, "The session with the locks of {0} is lost: {1}", node, failure.getMessage());
        formerPids.add(broken.pid());
        session = null;
        broken.close();
    }

    /** Opens a session that holds all locks of the relays we own, or ends the membership if one is somebody else's. */
    private @Nullable LockSession open() throws SQLException {
        LockSession opened = LockSession.open(connections, ttl, FENCE_WAIT);
        try {
            for (String relay : owned) {
                if (!retake(opened, RelayKey.ofLeader(relay))) {
                    LOG.log(Level.WARNING, "Relay {0}: its lock was taken while {1} had no session", relay, node);
                    new LeaseTable(opened.connection()).leave(incarnation);
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

    private boolean retake(LockSession opened, RelayKey key) throws SQLException {
        if (opened.tryLock(key)) {
            return true;
        }
        // The server may not have noticed yet that our former connection is dead.
        Optional<LockSession.Holder> holder = opened.holder(key);
        if (holder.isPresent() && formerPids.contains(holder.get().pid())) {
            opened.takeFrom(holder.get().pid(), key);
        }
        return opened.tryLock(key);
    }

    private void end() {
        ended = true;
        owned.clear();
        LockSession open = session;
        session = null;
        if (open != null) {
            open.close();
        }
    }
}
