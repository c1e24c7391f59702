package dev.signalbox.testkit.memory;

import dev.signalbox.core.coordination.Coordinator.CoordinationException;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.RelaySharing;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.message.Payload;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.testkit.contract.OutboxFixture;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An in-memory outbox whose clock ticks with every access, so that two claims never have the same time. */
public final class InMemoryOutboxFixture implements OutboxFixture {
    private Instant now = Instant.parse("2026-01-02T00:00:00Z");
    private final InMemoryDatabase database = new InMemoryDatabase(this::tick);
    private final InMemoryCoordinator coordinator = new InMemoryCoordinator(database, RelaySharing.WHOLE);

    private final ClaimMode claimMode;

    public InMemoryOutboxFixture(ClaimMode claimMode) {
        this.claimMode = claimMode;
    }

    private Instant tick() {
        now = now.plusNanos(1_000);
        return now;
    }

    @Override
    public ClaimMode claimMode() {
        return claimMode;
    }

    @Override
    public ClaimSource newSource(Ordering ordering, boolean holdExhausted) {
        var settings =
                new InMemoryOutbox.Settings(claimMode, ordering, holdExhausted, PROCESSING_TIMEOUT, Duration.ZERO);
        return new InMemoryOutbox(database, "outbox", settings);
    }

    @Override
    public Incarnation join(String name) {
        Incarnation incarnation = new Incarnation(name);
        try {
            coordinator.join(incarnation, Duration.ofHours(1), Set.of("outbox"));
        } catch (CoordinationException e) {
            throw new IllegalStateException(e);
        }
        return incarnation;
    }

    @Override
    public void fence(Incarnation owner) {
        synchronized (database) {
            database.nodes.remove(owner);
        }
    }

    @Override
    public void outdateEnds() {
        synchronized (database) {
            database.suspects.values().forEach(suspect -> suspect.endedAt = suspect.endedAt.minus(Suspicion.WINDOW));
        }
    }

    @Override
    public void insert(String id, @Nullable String group, String payload, Instant createdAt) {
        database.insert(new InMemoryOutboxRow(id, group, "EVENT", Payload.of(payload), createdAt));
    }

    @Override
    public RowState row(String id) {
        InMemoryOutboxRow row = Objects.requireNonNull(database.row(id));
        return new RowState(row.status().name(), row.retryCount(), row.error());
    }

    @Override
    public void holdElsewhere(String id, Duration ago) {
        InMemoryOutboxRow row = Objects.requireNonNull(database.row(id));
        database.change(row, InMemoryOutboxRow.Status.PROCESSING, now.minus(ago));
    }

    @Override
    public Lock lock(String id) {
        database.lock(id);
        return () -> database.unlock(id);
    }

    @Override
    public void close() {
        // Nothing is open.
    }
}
