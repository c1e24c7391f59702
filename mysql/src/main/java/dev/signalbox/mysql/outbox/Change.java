package dev.signalbox.mysql.outbox;

import dev.signalbox.core.delivery.Settlement;
import dev.signalbox.core.delivery.Verdict;
import dev.signalbox.core.outbox.Retention;
import dev.signalbox.core.outbox.StorableText;
import dev.signalbox.jdbc.outbox.Terms;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What becomes of rows with the same verdict, so that one statement writes all of them.
 *
 * @param word what the statement calls it
 * @param reason why; empty if there is nothing to say
 * @param attempts those that were read, where rows are not marked; otherwise zero
 */
record Change(String word, String reason, int attempts) {
    static Map<Change, List<Settlement>> of(List<Settlement> settlements, Terms terms, MySqlColumn reasons) {
        return settlements.stream()
                .collect(Collectors.groupingBy(
                        settlement -> of(settlement, terms, reasons), LinkedHashMap::new, Collectors.toList()));
    }

    private static Change of(Settlement settlement, Terms terms, MySqlColumn reasons) {
        int attempts = terms.owns() ? settlement.message().attempts() : 0;
        return switch (settlement.verdict()) {
            case Verdict.Complete() -> new Change("complete", "", attempts);
            case Verdict.RetryAt(long _, String reason) ->
                new Change("retry", reasons.fitting(StorableText.of(reason)), attempts);
            case Verdict.Park(String reason) -> new Change("park", reasons.fitting(StorableText.of(reason)), attempts);
            case Verdict.Release() -> new Change("release", "", attempts);
        };
    }

    /** Whether rows have to be written at all: those that were not marked are given back as they are. */
    boolean writes(Terms terms) {
        return !(terms.owns() && word.equals("release"));
    }

    Set<String> flags(Terms terms) {
        Set<String> flags = new HashSet<>();
        flags.add(word);
        if (word.equals("complete") && terms.settings().retention() instanceof Retention.DeleteOnCompletion) {
            flags.add("delete");
        }
        if (terms.owns()) {
            flags.add("own");
        }
        return flags;
    }
}
