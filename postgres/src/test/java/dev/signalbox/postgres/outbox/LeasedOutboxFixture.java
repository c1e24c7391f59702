package dev.signalbox.postgres.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.testkit.contract.OutboxFixture;
import org.jspecify.annotations.Nullable;

/** An outbox whose owners have leases in PostgreSQL's side schema. */
public interface LeasedOutboxFixture extends OutboxFixture {
    void update(String sql, @Nullable Object... values);

    @Override
    default Incarnation join(String name) {
        update("INSERT INTO signalbox.nodes VALUES (?, 'node', now(), now() + interval '1 hour')", name);
        return new Incarnation(name);
    }

    @Override
    default void fence(Incarnation owner) {
        update("DELETE FROM signalbox.nodes WHERE incarnation = ?", owner.value());
    }

    @Override
    default void outdateEnds() {
        update("UPDATE signalbox.suspects SET ended_at = ended_at - interval '30 minutes'");
    }
}
