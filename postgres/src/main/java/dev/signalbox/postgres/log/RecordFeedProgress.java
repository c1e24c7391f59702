package dev.signalbox.postgres.log;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.log.DeadLetter;
import dev.signalbox.core.log.DeferredGroupKey;
import dev.signalbox.core.log.DeferredGroupRow;
import dev.signalbox.core.log.EventFailure;
import dev.signalbox.core.log.ProgressUpdate;
import dev.signalbox.core.log.RecordResult;
import dev.signalbox.core.outbox.StorableText;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.postgres.log.LogTemplates.RecordPart;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Writes a feed's progress in one statement, with only those deferred groups that changed. */
final class RecordFeedProgress {
    private final LogContext access;
    private final FeedKey feed;

    RecordFeedProgress(LogContext access, FeedKey pair) {
        this.access = access;
        this.feed = pair;
    }

    RecordResult record(Incarnation owner, ProgressUpdate progressUpdate) throws SourceException {
        Set<RecordPart> parts = EnumSet.noneOf(RecordPart.class);
        Map<String, @Nullable Object> values = new HashMap<>(OpenFeed.names(access, feed));
        values.put("owner", owner.value());
        if (access.shape().hasLeaderColumns()) {
            parts.add(RecordPart.LEADER_COLUMNS);
        }
        progressValues(progressUpdate, values);
        changes(progressUpdate.changes(), values, parts);
        Sql statement = access.sql().get(LogTemplates.RECORD, parts);
        return access.statements().writeOnce("record the progress", owner, connection -> {
            try (PreparedStatement prepared = statement.prepare(connection, values);
                    ResultSet row = prepared.executeQuery()) {
                row.next();
                if (!row.getBoolean("owned")) {
                    return RecordResult.FENCED;
                }
                return row.getBoolean("recorded") ? RecordResult.RECORDED : RecordResult.MOVED;
            }
        });
    }

    private static void progressValues(ProgressUpdate progressUpdate, Map<String, @Nullable Object> values) {
        ProgressUpdate.FeedState feedState = progressUpdate.feedState();
        EventFailure eventFailure = feedState.failure();
        values.put("confirmed", progressUpdate.expected().confirmed());
        values.put("attempted", progressUpdate.expected().attempted());
        values.put("revision", progressUpdate.revision());
        values.put("position", feedState.cursor().position());
        values.put("horizon", feedState.cursor().horizon());
        values.put("cut", feedState.cursor().offset());
        values.put("ahead", feedState.settledBeyondCursor().toArray(Long[]::new));
        values.put("failed_position", eventFailure == null ? null : eventFailure.position());
        values.put("failed_attempts", eventFailure == null ? 0 : eventFailure.attempts());
        values.put("failed_reason", eventFailure == null ? null : StorableText.of(eventFailure.reason()));
        values.put("stopped", eventFailure != null && eventFailure.stopped());
        values.put("delivered", progressUpdate.counts().delivered());
        values.put("failed", progressUpdate.counts().failed());
        String error = progressUpdate.counts().lastError();
        values.put("last_error", error == null ? null : StorableText.of(error));
    }

    private static void changes(
            ProgressUpdate.RowChanges rowChanges, Map<String, @Nullable Object> values, Set<RecordPart> parts) {
        if (!rowChanges.deferredGroups().isEmpty()) {
            parts.add(RecordPart.PARKS);
            parked(rowChanges.deferredGroups(), values);
        }
        if (!rowChanges.removed().isEmpty()) {
            parts.add(RecordPart.UNPARKS);
            values.put("removed_singles", numbers(rowChanges.removed(), DeferredGroupKey::position));
            values.put("removed_groups", texts(rowChanges.removed(), RecordFeedProgress::groupOf));
        }
        if (!rowChanges.answeredSuspects().isEmpty()) {
            parts.add(RecordPart.SUSPECTS);
            values.put("cleared", ids(rowChanges.answeredSuspects().cleared()));
            values.put("given_back", ids(rowChanges.answeredSuspects().released()));
        }
        List<DeadLetter> letters = rowChanges.deadLetters();
        values.put("letters", numbers(letters, DeadLetter::position));
        if (!rowChanges.replayed().isEmpty()) {
            parts.add(RecordPart.REPLAYS);
            values.put("replayed", rowChanges.replayed().toArray(Long[]::new));
        }
        if (!letters.isEmpty()) {
            parts.add(RecordPart.BURIES);
            values.put("letter_groups", texts(letters, DeadLetter::group));
            values.put(
                    "letter_attempts",
                    letters.stream().map(DeadLetter::attempts).toArray(Integer[]::new));
            values.put("letter_reasons", texts(letters, letter -> StorableText.of(letter.reason())));
        }
    }

    private static void parked(List<DeferredGroupRow> rows, Map<String, @Nullable Object> values) {
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
