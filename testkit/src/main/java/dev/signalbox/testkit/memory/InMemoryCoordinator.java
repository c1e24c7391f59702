package dev.signalbox.testkit.memory;

import dev.signalbox.core.coordination.Acquisition;
import dev.signalbox.core.coordination.CoordinationException;
import dev.signalbox.core.coordination.Coordinator;
import dev.signalbox.core.coordination.Incarnation;
import java.time.Duration;
import java.time.Instant;

/** Leases in an {@link InMemoryDatabase}. */
public final class InMemoryCoordinator implements Coordinator {
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

    private final InMemoryDatabase database;

    public InMemoryCoordinator(InMemoryDatabase database) {
        this.database = database;
    }

    @Override
    public void join(Incarnation incarnation, Duration ttl) throws CoordinationException {
        synchronized (database) {
            database.nodes.put(incarnation, database.now().plus(ttl));
        }
    }

    @Override
    public boolean renew(Incarnation incarnation, Duration ttl) throws CoordinationException {
        synchronized (database) {
            return database.nodes.computeIfPresent(
                            incarnation, (_, _) -> database.now().plus(ttl))
                    != null;
        }
    }

    @Override
    public Acquisition acquire(Incarnation incarnation, String relay) throws CoordinationException {
        synchronized (database) {
            if (!database.isLive(incarnation)) {
                return new Acquisition.Fenced();
            }
            Incarnation owner = database.owners.get(relay);
            Instant expiry = owner == null || owner.equals(incarnation) ? null : database.nodes.get(owner);
            if (owner != null && expiry != null && expiry.isAfter(database.now())) {
                Duration wait = Duration.between(database.now(), expiry);
                return new Acquisition.Taken(owner.value(), wait.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : wait);
            }
            if (owner != null && !owner.equals(incarnation)) {
                database.nodes.remove(owner);
            }
            database.owners.put(relay, incarnation);
            return new Acquisition.Acquired();
        }
    }

    @Override
    public void release(Incarnation incarnation, String relay) throws CoordinationException {
        synchronized (database) {
            database.owners.remove(relay, incarnation);
        }
    }

    @Override
    public void resign(Incarnation incarnation) throws CoordinationException {
        synchronized (database) {
            database.owners.values().removeIf(incarnation::equals);
            database.nodes.remove(incarnation);
        }
    }

    @Override
    public void close() {
        // Nothing is open.
    }
}
