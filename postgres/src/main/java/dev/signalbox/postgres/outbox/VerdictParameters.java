package dev.signalbox.postgres.outbox;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.outbox.StorableText;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimMode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Verdicts as statement parameters. Completed messages are separate from the others, because one update covers all of them.
 *
 * @param completed delivered messages; in claim mode {@code own}, all of them have the same number of attempts
 */
record VerdictParameters(List<Message> completed, List<Settlement> others) {
    static VerdictParameters of(List<Settlement> settlements, ClaimMode claimMode) {
        List<Message> completed = new ArrayList<>(settlements.size());
        List<Settlement> others = new ArrayList<>();
        for (Settlement settlement : settlements) {
            Message message = settlement.message();
            boolean alike = claimMode == ClaimMode.MARK
                    || completed.isEmpty()
                    || completed.getFirst().attempts() == message.attempts();
            if (settlement.verdict() instanceof Verdict.Complete && alike) {
                completed.add(message);
            } else {
                others.add(settlement);
            }
        }
        return new VerdictParameters(completed, others);
    }

    Map<String, @Nullable Object> values() {
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("completed", completed.stream().map(Message::id).toArray(String[]::new));
        values.put(
                "completed_attempts",
                completed.isEmpty() ? 0 : completed.getFirst().attempts());
        values.put("moments", moments());
        values.put("ids", texts(it -> it.message().id()));
        values.put("claimed", texts(it -> claimed(it.message())));
        values.put("words", texts(it -> word(it.verdict())));
        values.put("reasons", texts(it -> reason(it.verdict())));
        values.put(
                "attempts", others.stream().map(it -> it.message().attempts()).toArray(Integer[]::new));
        return values;
    }

    private String[] moments() {
        return completed.stream()
                .map(message -> message.claim().at())
                .distinct()
                .map(Instant::toString)
                .toArray(String[]::new);
    }

    private @Nullable String[] texts(Function<Settlement, @Nullable String> text) {
        @Nullable String[] texts = new @Nullable String[others.size()];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = text.apply(others.get(i));
        }
        return texts;
    }

    private static String claimed(Message message) {
        return message.claim().at().toString();
    }

    private static String word(Verdict.Final verdict) {
        return switch (verdict) {
            case Verdict.Complete() -> "complete";
            case Verdict.RetryAt retry -> "retry";
            case Verdict.Park park -> "park";
            case Verdict.Release() -> "release";
        };
    }

    private static @Nullable String reason(Verdict.Final verdict) {
        return switch (verdict) {
            case Verdict.RetryAt(long at, String reason) -> StorableText.of(reason);
            case Verdict.Park(String reason) -> StorableText.of(reason);
            case Verdict.Complete(), Verdict.Release() -> null;
        };
    }
}
