package dev.signalbox.mysql.outbox;

import dev.signalbox.core.outbox.Retention;
import dev.signalbox.core.outbox.StorableText;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.jdbc.PartSelection;
import dev.signalbox.jdbc.outbox.OutboxContext;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.SettlePart;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The update for all rows with the same verdict, in one statement.
 *
 * @param part the conditional part of the statement
 * @param reason the reason of a failure; empty if there is none
 * @param attempts the attempts that were read, if rows are not marked; otherwise zero
 */
record VerdictUpdate(SettlePart part, String reason, int attempts) {
    static Map<VerdictUpdate, List<Settlement>> of(
            List<Settlement> settlements, OutboxContext context, MySqlColumn reasons) {
        return settlements.stream()
                .collect(Collectors.groupingBy(
                        settlement -> of(settlement, context, reasons), LinkedHashMap::new, Collectors.toList()));
    }

    private static VerdictUpdate of(Settlement settlement, OutboxContext context, MySqlColumn reasons) {
        int attempts = context.owns() ? settlement.message().attempts() : 0;
        return switch (settlement.verdict()) {
            case Verdict.Complete() -> new VerdictUpdate(SettlePart.COMPLETE, "", attempts);
            case Verdict.RetryAt(long _, String reason) ->
                new VerdictUpdate(SettlePart.RETRY, reasons.fitting(StorableText.of(reason)), attempts);
            case Verdict.Park(String reason) ->
                new VerdictUpdate(SettlePart.PARK, reasons.fitting(StorableText.of(reason)), attempts);
            case Verdict.Release() -> new VerdictUpdate(SettlePart.RELEASE, "", attempts);
        };
    }

    /** Whether rows must be written at all: a release leaves unmarked rows as they are. */
    boolean writes(OutboxContext context) {
        return !(context.owns() && part == SettlePart.RELEASE);
    }

    Set<SettlePart> parts(OutboxContext context) {
        boolean deletes = context.settings().retention() instanceof Retention.DeleteOnCompletion;
        return PartSelection.of(SettlePart.class)
                .with(part, true)
                .with(SettlePart.DELETE, part == SettlePart.COMPLETE && deletes)
                .with(SettlePart.OWN, context.owns())
                .parts();
    }
}
