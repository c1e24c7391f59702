package dev.signalbox.postgres.table;

import dev.signalbox.core.coordination.CoordinationException;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Sharing;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.message.Payload;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.core.source.Holding;
import dev.signalbox.testkit.contract.OutboxFixture;
import dev.signalbox.testkit.memory.InMemoryCoordinator;
import dev.signalbox.testkit.memory.InMemoryDatabase;
import dev.signalbox.testkit.memory.InMemoryOutbox;
import dev.signalbox.testkit.memory.Row;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The adapter in memory, holding its rows by owning them. */
final class OwnFixture implements OutboxFixture {
    private Instant now = Instant.parse("2026-01-02T00:00:00Z");
    private final InMemoryDatabase database = new InMemoryDatabase(this::tick);
    private final InMemoryCoordinator coordinator = new InMemoryCoordinator(database, Sharing.WHOLE);

    private Instant tick() {
        now = now.plusNanos(1_000);
        return now;
    }

    @Override
    public ClaimSource newSource(Ordering ordering, boolean holdExhausted) {
        var terms = new InMemoryOutbox.Terms(Holding.OWN, ordering, holdExhausted, PROCESSING_TIMEOUT, Duration.ZERO);
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
        try {
            coordinator.resign(owner);
        } catch (CoordinationException e) {
            throw new IllegalStateException(e);
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
    public void holdElsewhere(String id, Duration ago) {}

    @Override
    public Lock lock(String id) {
        database.lock(id);
        return () -> database.unlock(id);
    }

    @Override
    public void close() {}
}
