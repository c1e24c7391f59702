package dev.signalbox.jdbc.lease;

import dev.signalbox.core.coordination.Acquisition;
import dev.signalbox.core.coordination.CoordinationException;
import dev.signalbox.core.coordination.Coordinator;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Renewal;
import dev.signalbox.core.coordination.Shards;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The common part of coordinators by advisory lock: one membership for each incarnation. */
public abstract class SessionCoordinator<M extends SessionMembership> implements Coordinator {
    private final LeaseDatabase database;
    private final String node;
    private final Map<Incarnation, M> memberships = new ConcurrentHashMap<>();

    protected SessionCoordinator(LeaseDatabase database, String node) {
        this.database = database;
        this.node = node;
    }

    /** Creates a membership that has not joined yet. */
    protected abstract M membership(Incarnation incarnation, Duration ttl);

    @Nullable
    M find(Incarnation incarnation) {
        return memberships.get(incarnation);
    }

    @Override
    public void join(Incarnation incarnation, Duration ttl, Set<String> relays) throws CoordinationException {
        M membership = memberships.computeIfAbsent(incarnation, name -> membership(name, ttl));
        boolean joined = false;
        try {
            membership.join(relays);
            joined = true;
        } catch (SQLException e) {
            throw failed("join", e);
        } finally {
            if (!joined) {
                memberships.remove(incarnation);
                membership.close();
            }
        }
    }

    @Override
    public Renewal renew(Incarnation incarnation, Duration ttl) throws CoordinationException {
        M membership = memberships.get(incarnation);
        try {
            Renewal renewal = membership == null ? Renewal.FENCED : membership.renew(ttl);
            if (!renewal.ours()) {
                memberships.remove(incarnation);
            }
            return renewal;
        } catch (SQLException e) {
            throw failed("renew the lease", e);
        }
    }

    @Override
    public Acquisition acquire(Incarnation incarnation, String relay, Shards wanted) throws CoordinationException {
        M membership = memberships.get(incarnation);
        try {
            return membership == null ? new Acquisition.Fenced() : membership.acquire(relay);
        } catch (SQLException e) {
            throw failed("acquire relay " + relay, e);
        }
    }

    @Override
    public void release(Incarnation incarnation, String relay, Shards shards) throws CoordinationException {
        M membership = memberships.get(incarnation);
        try {
            if (membership != null) {
                membership.release(relay);
            }
        } catch (SQLException e) {
            throw failed("release relay " + relay, e);
        }
    }

    @Override
    public void resign(Incarnation incarnation) throws CoordinationException {
        M membership = memberships.get(incarnation);
        try {
            if (membership != null) {
                membership.resign();
                memberships.remove(incarnation);
            }
        } catch (SQLException e) {
            throw failed("resign", e);
        }
    }

    @Override
    public void close() {
        memberships.values().forEach(SessionMembership::close);
        memberships.clear();
    }

    private CoordinationException failed(String what, SQLException cause) {
        return database.failure(node, what, cause);
    }
}
