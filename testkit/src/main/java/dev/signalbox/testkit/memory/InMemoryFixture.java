package dev.signalbox.testkit.memory;

import dev.signalbox.core.coordination.CoordinationException;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Sharing;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.message.Payload;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.core.source.Holding;
import dev.signalbox.testkit.contract.OutboxFixture;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An outbox in memory whose clock ticks with every look at it, so that two claims never have the same time. */
public final class InMemoryFixture implements OutboxFixture {
    private Instant now = Instant.parse("2026-01-02T00:00:00Z");
    private final InMemoryDatabase database = new InMemoryDatabase(this::tick);
    private final InMemoryCoordinator coordinator = new InMemoryCoordinator(database, Sharing.WHOLE);

    private final Holding holding;

    public InMemoryFixture(Holding holding) {
        this.holding = holding;
    }

    private Instant tick() {
        now = now.plusNanos(1_000);
        return now;
    }

    @Override
    public Holding holding() {
        return holding;
    }

    @Override
    public ClaimSource newSource(Ordering ordering, boolean holdExhausted) {
        var terms = new InMemoryOutbox.Terms(holding, ordering, holdExhausted, PROCESSING_TIMEOUT, Duration.ZERO);
        return new InMemoryOutbox(database, "outbox", terms);
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
    public void insert(String id, @Nullable String group, String payload, Instant createdAt) {
        database.insert(new Row(id, group, "EVENT", Payload.of(payload), createdAt));
    }

    @Override
    public RowState row(String id) {
        Row row = Objects.requireNonNull(database.row(id));
        return new RowState(row.status().name(), row.retryCount(), row.error());
    }

    @Override
    public void holdElsewhere(String id, Duration ago) {
        Row row = Objects.requireNonNull(database.row(id));
        database.change(row, Row.Status.PROCESSING, now.minus(ago));
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
