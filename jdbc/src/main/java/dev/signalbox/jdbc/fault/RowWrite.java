package dev.signalbox.jdbc.fault;

import dev.signalbox.core.outbox.OutboxSettings.Retention;
import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.OutboxLayout.SentOnly;
import dev.signalbox.jdbc.OutboxLayout.StateTimestamps;
import dev.signalbox.jdbc.OutboxLayout.StatusWords;
import dev.signalbox.jdbc.fault.WrittenValue.Attempts;
import dev.signalbox.jdbc.fault.WrittenValue.Endless;
import dev.signalbox.jdbc.fault.WrittenValue.Flag;
import dev.signalbox.jdbc.fault.WrittenValue.Nothing;
import dev.signalbox.jdbc.fault.WrittenValue.Reason;
import dev.signalbox.jdbc.fault.WrittenValue.Time;
import dev.signalbox.jdbc.fault.WrittenValue.Word;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What Signalbox writes into the row of a message that gets into a state.
 *
 * @param message which message that is, in a sentence
 * @param condition the name of the state's condition, as in {@code t_waits}
 * @param values by the key of their column
 */
public record RowWrite(String message, String condition, Map<String, WrittenValue> values) {
    private static final String CLAIMED = "a claimed message";
    private static final String DELIVERED = "a delivered message";
    private static final String RETRIED = "a message that is sent again";
    private static final String FAILED = "a failed message";

    /** All writes into the rows of such a table. */
    public static List<RowWrite> of(OutboxLayout layout, ClaimMode claimMode, Retention retention) {
        boolean marks = layout.marks() && claimMode == ClaimMode.MARK;
        boolean keeps = !(retention instanceof Retention.DeleteOnCompletion);
        List<RowWrite> writes = new ArrayList<>();
        switch (layout.stateEncoding()) {
            case StatusWords words -> addWords(writes, layout, words, marks, keeps);
            case StateTimestamps() -> addTimes(writes, marks, keeps);
            case SentOnly _ -> {
                if (keeps) {
                    writes.add(new RowWrite(
                            DELIVERED, "done", Map.of("status", new Flag(true), "processed_at", new Time())));
                }
                writes.add(new RowWrite(
                        RETRIED, "waits", Map.of("status", new Flag(false), "processed_at", new Nothing())));
            }
        }
        return writes.stream().map(write -> write.on(layout)).toList();
    }

    private static void addWords(
            List<RowWrite> writes, OutboxLayout layout, StatusWords words, boolean marks, boolean keeps) {
        if (marks) {
            Word processing = new Word(String.valueOf(words.processing()));
            writes.add(new RowWrite(CLAIMED, "held", Map.of("status", processing, "processed_at", new Time())));
        }
        if (keeps) {
            writes.add(new RowWrite(
                    DELIVERED,
                    "done",
                    Map.of(
                            "status",
                            new Word(words.completed()),
                            "processed_at",
                            new Time(),
                            "error_message",
                            new Nothing())));
        }
        writes.add(new RowWrite(
                RETRIED,
                "waits",
                Map.of(
                        "status", new Word(words.pending()),
                        "processed_at", new Nothing(),
                        "retry_count", new Attempts(),
                        "error_message", new Reason())));
        writes.add(new RowWrite(
                FAILED,
                "dead",
                Map.of(
                        "status",
                        new Word(words.failed()),
                        "processed_at",
                        layout.marks() ? new Time() : new Nothing(),
                        "error_message",
                        new Reason())));
    }

    private static void addTimes(List<RowWrite> writes, boolean marks, boolean keeps) {
        if (marks) {
            writes.add(new RowWrite(CLAIMED, "held", Map.of("processed_at", new Nothing(), "held_until", new Time())));
        }
        if (keeps) {
            writes.add(
                    new RowWrite(DELIVERED, "done", Map.of("processed_at", new Time(), "held_until", new Nothing())));
        }
        writes.add(new RowWrite(RETRIED, "waits", Map.of("processed_at", new Nothing(), "held_until", new Nothing())));
        writes.add(new RowWrite(FAILED, "dead", Map.of("processed_at", new Nothing(), "held_until", new Endless())));
    }

    /** Without the columns that the table does not have, in the order of the layout. */
    private RowWrite on(OutboxLayout layout) {
        Map<String, WrittenValue> present = new LinkedHashMap<>();
        for (String key : layout.columns().byKey().keySet()) {
            WrittenValue value = values.get(key);
            if (value != null) {
                present.put(key, value);
            }
        }
        return new RowWrite(message, condition, present);
    }

    /** The written status word; empty if the state is no word. */
    public List<String> words() {
        return values.values().stream()
                .filter(Word.class::isInstance)
                .map(word -> ((Word) word).text())
                .toList();
    }

    /** The written columns and their values in a sentence, as far as they are among these keys. */
    String described(OutboxLayout layout, List<String> keys) {
        Map<String, String> names = layout.columns().byKey();
        return values.entrySet().stream()
                .filter(value -> keys.contains(value.getKey()))
                .map(value ->
                        names.get(value.getKey()) + " = " + value.getValue().described())
                .collect(Collectors.joining(", "));
    }
}
