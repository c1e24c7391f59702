package dev.signalbox.postgres.log;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.log.DeadLetter;
import dev.signalbox.core.log.DeferredGroupKey;
import dev.signalbox.core.log.DeferredGroupRow;
import dev.signalbox.core.log.EventFailure;
import dev.signalbox.core.log.EventLog.RecordResult;
import dev.signalbox.core.log.ProgressUpdate;
import dev.signalbox.core.outbox.StorableText;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.postgres.log.LogSql.RecordPart;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Writes a feed's progress in one statement, with only those deferred groups that changed. */
record RecordFeedProgress(LogContext log, FeedKey feed) {
    RecordResult record(Incarnation owner, ProgressUpdate update) throws SourceException {
        Set<RecordPart> parts = EnumSet.noneOf(RecordPart.class);
        Map<String, @Nullable Object> values = log.values(feed);
        values.put("owner", owner.value());
        if (log.sql().inspection().leaderColumns()) {
            parts.add(RecordPart.LEADER_COLUMNS);
        }
        progressValues(update, values);
        changes(update.changes(), values, parts);
        Sql statement = log.sql().get(LogSql.RECORD, parts);
        return log.statements.writeOnce(
                "record the progress",
                owner,
                connection -> statement.one(connection, values, row -> {
                    if (!row.getBoolean("owned")) {
                        return RecordResult.FENCED;
                    }
                    return row.getBoolean("recorded") ? RecordResult.RECORDED : RecordResult.MOVED;
                }));
    }

    private static void progressValues(ProgressUpdate update, Map<String, @Nullable Object> values) {
        ProgressUpdate.FeedState state = update.feedState();
        EventFailure failure = state.failure();
        values.put("confirmed", update.expected().confirmed());
        values.put("attempted", update.expected().attempted());
        values.put("revision", update.revision());
        values.put("position", state.cursor().position());
        values.put("horizon", state.cursor().horizon());
        values.put("cut", state.cursor().offset());
        values.put("ahead", state.settledBeyondCursor().toArray(Long[]::new));
        values.put("failed_position", failure == null ? null : failure.position());
        values.put("failed_attempts", failure == null ? 0 : failure.attempts());
        values.put("failed_reason", failure == null ? null : StorableText.of(failure.reason()));
        values.put("stopped", failure != null && failure.stopped());
        values.put("delivered", update.counts().delivered());
        values.put("failed", update.counts().failed());
        String error = update.counts().lastError();
        values.put("last_error", error == null ? null : StorableText.of(error));
    }

    private static void changes(
            ProgressUpdate.RowChanges changes, Map<String, @Nullable Object> values, Set<RecordPart> parts) {
        if (!changes.deferredGroups().isEmpty()) {
            parts.add(RecordPart.DEFERS);
            deferred(changes.deferredGroups(), values);
        }
        if (!changes.removed().isEmpty()) {
            parts.add(RecordPart.RESUMES);
            values.put("removed_singles", numbers(changes.removed(), DeferredGroupKey::position));
            values.put("removed_groups", texts(changes.removed(), RecordFeedProgress::groupOf));
        }
        if (!changes.answeredSuspects().isEmpty()) {
            parts.add(RecordPart.SUSPECTS);
            values.put("cleared", ids(changes.answeredSuspects().cleared()));
            values.put("given_back", ids(changes.answeredSuspects().released()));
        }
        List<DeadLetter> letters = changes.deadLetters();
        values.put("letters", numbers(letters, DeadLetter::position));
        if (!changes.replayed().isEmpty()) {
            parts.add(RecordPart.REPLAYS);
            values.put("replayed", changes.replayed().toArray(Long[]::new));
        }
        if (!letters.isEmpty()) {
            parts.add(RecordPart.DEAD_LETTERS);
            values.put("letter_groups", texts(letters, DeadLetter::group));
            values.put(
                    "letter_attempts",
                    letters.stream().map(DeadLetter::attempts).toArray(Integer[]::new));
            values.put("letter_reasons", texts(letters, letter -> StorableText.of(letter.reason())));
        }
    }

    private static void deferred(List<DeferredGroupRow> rows, Map<String, @Nullable Object> values) {
        values.put("singles", numbers(rows, row -> row.key().position()));
        values.put("groups", texts(rows, row -> groupOf(row.key())));
        values.put("stragglers", texts(rows, row -> literal(row.stragglers())));
        values.put("froms", numbers(rows, DeferredGroupRow::from));
        values.put("done", texts(rows, row -> literal(row.done())));
        values.put("failed_positions", numbers(rows, row -> of(row, EventFailure::position)));
        values.put(
                "failed_counts",
                rows.stream().map(row -> of(row, EventFailure::attempts)).toArray(Integer[]::new));
        values.put("failed_reasons", texts(rows, row -> of(row, it -> StorableText.of(it.reason()))));
        values.put("stops", texts(rows, row -> String.valueOf(Boolean.TRUE.equals(of(row, EventFailure::stopped)))));
    }

    /** An ungrouped event is identified by its position. */
    private static String groupOf(DeferredGroupKey key) {
        return key.group() == null ? "" : key.group();
    }

    private static <T> @Nullable T of(DeferredGroupRow row, Function<EventFailure, T> part) {
        return row.failure() == null ? null : part.apply(row.failure());
    }

    /** An array as text, because PostgreSQL has no arrays of arrays with different lengths. */
    private static String literal(List<Long> numbers) {
        return numbers.toString().replace('[', '{').replace(']', '}');
    }

    /** The table also holds suspects of outbox tables, whose ids are text. */
    static String[] ids(List<Long> positions) {
        return positions.stream().map(String::valueOf).toArray(String[]::new);
    }

    private static <T> Long[] numbers(List<T> rows, Function<T, @Nullable Long> part) {
        return rows.stream().map(part).toArray(Long[]::new);
    }

    private static <T> @Nullable String[] texts(List<T> rows, Function<T, @Nullable String> part) {
        return rows.stream().map(part).toArray(String[]::new);
    }
}
