package dev.signalbox.runtime.database;

import dev.signalbox.core.coordination.Coordinator;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import java.time.Duration;
import java.util.Set;

/** Reports the result of each call to the database monitor: even a standby calls its database every second. */
public record MonitoredCoordinator(Coordinator coordinator, DatabaseMonitor watch) implements Coordinator {

    /** A call of the coordinator. */
    private interface CoordinatorCall<T> {
        T run() throws CoordinationException;
    }

    @Override
    public Incarnation join(Incarnation proposed, Duration ttl, Set<String> relays) throws CoordinationException {
        return watched(() -> coordinator.join(proposed, ttl, relays));
    }

    @Override
    public Renewal renew(Incarnation incarnation, Duration ttl) throws CoordinationException {
        return watched(() -> coordinator.renew(incarnation, ttl));
    }

    @Override
    public Acquisition acquire(Incarnation incarnation, String relay, Shards wanted) throws CoordinationException {
        return watched(() -> coordinator.acquire(incarnation, relay, wanted));
    }

    @Override
    public void release(Incarnation incarnation, String relay, Shards shards) throws CoordinationException {
        coordinator.release(incarnation, relay, shards);
    }

    @Override
    public void withdraw(Incarnation incarnation) throws CoordinationException {
        coordinator.withdraw(incarnation);
    }

    @Override
    public void resign(Incarnation incarnation) throws CoordinationException {
        coordinator.resign(incarnation);
    }

    @Override
    public void close() {
        coordinator.close();
    }

    private <T> T watched(CoordinatorCall<T> call) throws CoordinationException {
        try {
            T result = call.run();
            watch.succeeded();
            return result;
        } catch (CoordinationException e) {
            watch.failed(FailureText.of(e));
            throw e;
        }
    }
}
