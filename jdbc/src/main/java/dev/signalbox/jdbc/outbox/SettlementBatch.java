package dev.signalbox.jdbc.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.jdbc.OpenClaims;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Verdicts to record. */
public final class SettlementBatch {
    private final Incarnation owner;
    private final OpenClaims claims;
    private final List<Settlement> settlements;
    private final List<Long> empty;

    /** @param empty claims that have no messages left, only their record */
    SettlementBatch(Incarnation owner, OpenClaims claims, List<Settlement> settlements, List<Long> empty) {
        this.owner = owner;
        this.claims = claims;
        this.settlements = settlements;
        this.empty = empty;
    }

    public Incarnation owner() {
        return owner;
    }

    public List<Settlement> settlements() {
        return settlements;
    }

    public List<String> ids() {
        return settlements.stream().map(it -> it.message().id()).toList();
    }

    /** The numbers of the claims that have no messages left once these verdicts are recorded. */
    public List<Long> ended() {
        List<Long> ended = new ArrayList<>(empty);
        ended.addAll(
                claims.endedBy(settlements.stream().map(Settlement::message).toList()));
        return ended;
    }

    /** The messages that are no longer suspects. */
    public List<String> cleared() {
        return suspects(verdict -> !(verdict instanceof Verdict.Release));
    }

    /** The messages that stay suspects but are no longer in flight. */
    public List<String> landed() {
        return suspects(verdict -> verdict instanceof Verdict.Release);
    }

    /** The batch reduced to these messages. */
    public SettlementBatch only(Predicate<String> ids) {
        return new SettlementBatch(
                owner,
                claims,
                settlements.stream().filter(it -> ids.test(it.message().id())).toList(),
                empty);
    }

    private List<String> suspects(Predicate<Verdict.Final> verdict) {
        List<String> suspects = new ArrayList<>();
        for (Settlement settlement : settlements) {
            Message message = settlement.message();
            if (!message.suspicion().isNone() && verdict.test(settlement.verdict())) {
                suspects.add(message.id());
            }
        }
        return suspects;
    }
}
