package dev.signalbox.jdbc.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.delivery.Settlement;
import dev.signalbox.core.delivery.Verdict;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.source.Settled;
import dev.signalbox.core.source.SourceException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Records verdicts of all kinds together. */
final class SettleRows {
    private final OutboxAccess access;
    private final LookAhead lookAhead;
    private final Set<String> lockedBefore = ConcurrentHashMap.newKeySet();

    SettleRows(OutboxAccess access, LookAhead lookAhead) {
        this.access = access;
        this.lookAhead = lookAhead;
    }

    Settled settle(Incarnation owner, Holdings holdings, List<Settlement> settlements) throws SourceException {
        List<Settlement> ours = settlements.stream()
                .filter(settlement -> holdings.holds(settlement.message()))
                .toList();
        if (ours.isEmpty()) {
            return Settled.NOTHING;
        }
        ours.stream()
                .filter(settlement -> !(settlement.verdict() instanceof Verdict.Complete))
                .forEach(settlement -> forgetOrder(settlement.message()));
        OutboxStatements statements = access.statements();
        Writing all = new Writing(owner, holdings, ours);
        // Where a row was locked a moment ago it is not waited for again
        Optional<Set<String>> recorded = all.ids().stream().anyMatch(lockedBefore::contains)
                ? Optional.empty()
                : access.fenced()
                        .writeUnlessLocked("settle rows", owner, connection -> statements.settle(connection, all));
        Settled result = recorded.isPresent()
                ? Settled.all(recorded.get())
                : access.fenced().write("settle rows", owner, connection -> statements.settleFree(connection, all));
        remember(all, holdings, result);
        return result;
    }

    private void remember(Writing all, Holdings holdings, Settled result) {
        all.ids().forEach(lockedBefore::remove);
        lockedBefore.addAll(result.busy());
        List<Message> done = all.settlements().stream()
                .map(Settlement::message)
                .filter(message -> !result.busy().contains(message.id()))
                .toList();
        done.stream()
                .filter(message -> !result.recorded().contains(message.id()))
                .forEach(this::forgetOrder);
        holdings.settled(done);
    }

    /** A row that comes back goes before those that were read ahead. */
    private void forgetOrder(Message message) {
        if (message.group() != null) {
            lookAhead.forget(message.group());
        }
    }
}
