package dev.signalbox.core.relay;

import dev.signalbox.core.coordination.Coordinator;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Grants every relay to any node, unless a test fences or fails it. */
final class GrantingCoordinator implements Coordinator {
    final Set<Incarnation> fenced = ConcurrentHashMap.newKeySet();
    final Set<Incarnation> resigned = ConcurrentHashMap.newKeySet();
    final Set<Incarnation> owners = ConcurrentHashMap.newKeySet();
    final AtomicInteger failures = new AtomicInteger();
    volatile boolean closed;

    private void failIfAsked() throws CoordinationException {
        if (failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            throw new CoordinationException("connection refused");
        }
    }

    @Override
    public Incarnation join(Incarnation incarnation, Duration ttl, Set<String> relays) throws CoordinationException {
        failIfAsked();
        return incarnation;
    }

    @Override
    public Renewal renew(Incarnation incarnation, Duration ttl) throws CoordinationException {
        failIfAsked();
        return fenced.contains(incarnation) ? Renewal.FENCED : Renewal.QUIET;
    }

    @Override
    public Acquisition acquire(Incarnation incarnation, String relay, Shards wanted) throws CoordinationException {
        failIfAsked();
        owners.add(incarnation);
        return new Acquisition.Acquired(wanted);
    }

    @Override
    public void release(Incarnation incarnation, String relay, Shards shards) {
        owners.remove(incarnation);
    }

    @Override
    public void resign(Incarnation incarnation) {
        resigned.add(incarnation);
    }

    @Override
    public void close() {
        closed = true;
    }
}
