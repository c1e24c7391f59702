package dev.signalbox.jdbc.lease;

import dev.signalbox.core.coordination.Coordinator;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A coordinator by advisory lock, with one membership for each incarnation. */
public class SessionCoordinator<M extends SessionMembership> implements Coordinator {
    /** Creates a membership that has not joined yet. */
    @FunctionalInterface
    public interface MembershipFactory<M> {
        M create(Duration ttl, SilentLockHolders silentHolders);
    }

    private final LeaseDatabase database;
    private final String node;
    private final MembershipFactory<M> factory;
    private final SilentLockHolders silentHolders;
    private final Map<Incarnation, M> memberships = new ConcurrentHashMap<>();

    public SessionCoordinator(LeaseDatabase database, String node, MembershipFactory<M> factory) {
        this.database = database;
        this.node = node;
        this.factory = factory;
        this.silentHolders = new SilentLockHolders(database);
    }

    @Nullable
    M find(Incarnation incarnation) {
        return memberships.get(incarnation);
    }

    @Override
    public Incarnation join(Incarnation proposed, Duration ttl, Set<String> relays) throws CoordinationException {
        M membership = factory.create(ttl, silentHolders);
        boolean joined = false;
        try {
            Incarnation recorded = tryTo("join", () -> membership.join(proposed, relays));
            memberships.put(recorded, membership);
            joined = true;
            return recorded;
        } finally {
            if (!joined) {
                membership.close();
            }
        }
    }

    @Override
    public Renewal renew(Incarnation incarnation, Duration ttl) throws CoordinationException {
        M membership = memberships.get(incarnation);
        Renewal renewal = membership == null ? Renewal.FENCED : tryTo("renew the lease", () -> membership.renew(ttl));
        if (!renewal.ours()) {
            memberships.remove(incarnation);
        }
        return renewal;
    }

    @Override
    public Acquisition acquire(Incarnation incarnation, String relay, Shards wanted) throws CoordinationException {
        M membership = memberships.get(incarnation);
        return membership == null
                ? new Acquisition.Fenced()
                : tryTo("acquire relay " + relay, () -> membership.acquire(relay));
    }

    @Override
    public void release(Incarnation incarnation, String relay, Shards shards) throws CoordinationException {
        M membership = memberships.get(incarnation);
        if (membership != null) {
            tryTo("release relay " + relay, () -> {
                membership.release(relay);
                return true;
            });
        }
    }

    @Override
    public void resign(Incarnation incarnation) throws CoordinationException {
        M membership = memberships.get(incarnation);
        if (membership != null) {
            tryTo("resign", () -> {
                membership.resign();
                memberships.remove(incarnation);
                return true;
            });
        }
    }

    @Override
    public void close() {
        memberships.values().forEach(SessionMembership::close);
        memberships.clear();
    }

    private <T> T tryTo(String what, LeaseDatabase.Attempt<T> attempt) throws CoordinationException {
        return database.attempt(node, what, attempt);
    }
}
