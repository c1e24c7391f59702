package dev.signalbox.core.delivery;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.core.source.ClaimRequest;
import java.util.List;

/** What the dispatcher wants done. Its result comes back with the command itself, so that a late one can be told. */
public sealed interface Command {
    /** The owner on whose behalf it is done. */
    Incarnation owner();

    /** Claim messages. */
    record Fetch(Incarnation owner, ClaimRequest request) implements Command {}

    /**
     * Send one batch.
     *
     * @param number unique among the dispatcher's sends
     * @param notAfter the time from which the lease is not trusted and the batch must not be sent any more
     * @param announced record the messages as in flight before sending them
     */
    record Send(Incarnation owner, long number, List<Message> batch, long notAfter, boolean announced)
            implements Command {}

    /**
     * Record verdicts.
     *
     * @param number unique among the dispatcher's settlements
     */
    record Settle(Incarnation owner, long number, List<Settlement> settlements) implements Command {}

    /**
     * Give back what fenced owners held and what has expired.
     *
     * @param gained shards that are ours since the last recovery began
     */
    record Recover(Incarnation owner, Shards gained) implements Command {}

    /** Delete finished messages that need not be kept. */
    record Sweep(Incarnation owner) implements Command {}
}
