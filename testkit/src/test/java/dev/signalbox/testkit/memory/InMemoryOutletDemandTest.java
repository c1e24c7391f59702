package dev.signalbox.testkit.memory;

import dev.signalbox.core.coordination.Coordinator.CoordinationException;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.RelaySharing;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.delivery.StartLimits;
import dev.signalbox.core.message.Payload;
import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.testkit.contract.OutletDemandContract;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

class InMemoryOutletDemandTest extends OutletDemandContract {
    @Override
    protected OutletFixture open() {
        return new InMemoryFixture();
    }

    private static final class InMemoryFixture implements OutletFixture {
        private Instant now = Instant.parse("2026-01-02T00:00:00Z");
        private final InMemoryDatabase database = new InMemoryDatabase(this::tick);

        private Instant tick() {
            now = now.plusNanos(1_000);
            return now;
        }

        @Override
        public ClaimSource newSource() {
            var settings = new InMemoryOutbox.Settings(
                    ClaimMode.OWN,
                    _ -> Ordering.BLOCK,
                    outlet -> outlet == POOLED ? POOL : StartLimits.NO_POOL,
                    false,
                    Duration.ofMinutes(5),
                    Duration.ZERO);
            return new InMemoryOutbox(database, "outbox", settings);
        }

        @Override
        public Incarnation join(String name) {
            Incarnation incarnation = new Incarnation(name);
            try {
                new InMemoryCoordinator(database, RelaySharing.WHOLE)
                        .join(incarnation, Duration.ofHours(1), Set.of("outbox"));
            } catch (CoordinationException e) {
                throw new IllegalStateException(e);
            }
            return incarnation;
        }

        @Override
        public void insert(String id, long outlet, @Nullable String group) {
            database.insert(new InMemoryOutboxRow(id, group, "EVENT", Payload.of("{}"), tick(), outlet));
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    }
}
