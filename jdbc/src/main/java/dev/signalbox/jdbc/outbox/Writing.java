package dev.signalbox.jdbc.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.delivery.Settlement;
import dev.signalbox.core.delivery.Verdict;
import dev.signalbox.core.message.Message;
import java.util.List;
import java.util.function.Predicate;

/** Verdicts that are about to be recorded. */
public final class Writing {
    private final Incarnation owner;
    private final Holdings holdings;
    private final List<Settlement> settlements;

    Writing(Incarnation owner, Holdings holdings, List<Settlement> settlements) {
        this.owner = owner;
        this.holdings = holdings;
        this.settlements = List.copyOf(settlements);
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

    /** The numbers of the claims that have nothing left once these verdicts are recorded. */
    public List<Long> ended() {
        return List.of(
                holdings.endedBy(settlements.stream().map(Settlement::message).toList()));
    }

    /** Those among them that are not suspects any more. */
    public List<String> cleared() {
        return suspects(verdict -> !(verdict instanceof Verdict.Release));
    }

    /** Those among them that stay suspects, but are not in flight any more. */
    public List<String> landed() {
        return suspects(verdict -> verdict instanceof Verdict.Release);
    }

    /** Only these of the verdicts. */
    public Writing only(Predicate<String> ids) {
        return new Writing(
                owner,
                holdings,
                settlements.stream().filter(it -> ids.test(it.message().id())).toList());
    }

    private List<String> suspects(Predicate<Verdict.Final> verdict) {
        return settlements.stream()
                .filter(settlement -> verdict.test(settlement.verdict()))
                .map(Settlement::message)
                .filter(message -> !message.suspicion().isNone())
                .map(Message::id)
                .toList();
    }
}
