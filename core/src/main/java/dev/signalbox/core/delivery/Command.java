package dev.signalbox.core.delivery;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.core.source.ClaimSource.ClaimRequest;
import java.util.List;

/** An operation that the dispatcher requests. Its result names the command, so that a late one is recognised. */
public sealed interface Command {
    /** The owner on whose behalf it runs. */
    Incarnation owner();

    /** Claim messages. */
    record Fetch(Incarnation owner, ClaimRequest request) implements Command {}

    /**
     * Send one batch.
     *
     * @param number unique among the dispatcher's sends
     * @param notAfter the time from which the lease is not trusted and the batch must not be sent
     * @param announced whether to record messages as in flight before sending the batch: those that were in flight
     *     at an unclean end, or all of them
     * @param alone whether to record, too, that nothing else of the process is in flight
     */
    record Send(Incarnation owner, long number, List<Message> batch, long notAfter, boolean announced, boolean alone)
            implements Command {}

    /** Record that the message of a send gets company, which was recorded as alone in flight. */
    record EndAlone(Incarnation owner, long number, String id) implements Command {}

    /** Record verdicts; the number is unique among the dispatcher's settlements. */
    record Settle(Incarnation owner, long number, List<Settlement> settlements) implements Command {}

    /** Recover expired claims, those of fenced owners, and what the shards gained since the last recovery need. */
    record Recover(Incarnation owner, Shards gained) implements Command {}

    /** Delete settled messages whose retention is over. */
    record Sweep(Incarnation owner) implements Command {}
}
