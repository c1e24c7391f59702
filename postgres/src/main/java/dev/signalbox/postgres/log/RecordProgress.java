package dev.signalbox.postgres.log;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.log.DeadLetter;
import dev.signalbox.core.log.Failure;
import dev.signalbox.core.log.Parked;
import dev.signalbox.core.log.Progress;
import dev.signalbox.core.log.Recording;
import dev.signalbox.core.log.SidingKey;
import dev.signalbox.core.outbox.StorableText;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.Sql;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Writes a pair's progress in one statement; what did not change beside the cursor is not in it. */
final class RecordProgress {
    private final LogAccess access;
    private final PairKey pair;

    RecordProgress(LogAccess access, PairKey pair) {
        this.access = access;
        this.pair = pair;
    }

    Recording record(Incarnation owner, Progress progress) throws SourceException {
        Set<String> flags = new HashSet<>();
        Map<String, @Nullable Object> values = new HashMap<>(OpenPair.names(access, pair));
        values.put("owner", owner.value());
        if (access.shape().hasLeaderColumns()) {
            flags.add("leader_columns");
        }
        standing(progress, values);
        changes(progress.changes(), values, flags);
        Sql statement = access.sql().get("record", flags);
        return access.statements().writeOnce("record the progress", owner, connection -> {
            try (PreparedStatement prepared = statement.prepare(connection, values);
                    ResultSet row = prepared.executeQuery()) {
                row.next();
                if (!row.getBoolean("owned")) {
                    return Recording.FENCED;
                }
                return row.getBoolean("recorded") ? Recording.RECORDED : Recording.MOVED;
            }
        });
    }

    private static void standing(Progress progress, Map<String, @Nullable Object> values) {
        Progress.Standing standing = progress.standing();
        Failure failure = standing.failure();
        values.put("confirmed", progress.expected().confirmed());
        values.put("attempted", progress.expected().attempted());
        values.put("revision", progress.revision());
        values.put("position", standing.cursor().position());
        values.put("horizon", standing.cursor().horizon());
        values.put("cut", standing.cursor().offset());
        values.put("ahead", standing.ahead().toArray(Long[]::new));
        values.put("failed_position", failure == null ? null : failure.position());
        values.put("failed_attempts", failure == null ? 0 : failure.attempts());
        values.put("failed_reason", failure == null ? null : StorableText.of(failure.reason()));
        values.put("stopped", failure != null && failure.stopped());
        values.put("delivered", progress.tally().delivered());
        values.put("failed", progress.tally().failed());
        String error = progress.tally().lastError();
        values.put("last_error", error == null ? null : StorableText.of(error));
    }

    private static void changes(Progress.Changes changes, Map<String, @Nullable Object> values, Set<String> flags) {
        if (!changes.parked().isEmpty()) {
            flags.add("parks");
            parked(changes.parked(), values);
        }
        if (!changes.removed().isEmpty()) {
            flags.add("unparks");
            values.put("removed_singles", numbers(changes.removed(), SidingKey::position));
            values.put("removed_groups", texts(changes.removed(), RecordProgress::groupOf));
        }
        if (!changes.landed().isEmpty()) {
            flags.add("suspects");
            values.put("cleared", ids(changes.landed().cleared()));
            values.put("given_back", ids(changes.landed().givenBack()));
        }
        List<DeadLetter> letters = changes.deadLetters();
        values.put("letters", numbers(letters, DeadLetter::position));
        if (!changes.replayed().isEmpty()) {
            flags.add("replays");
            values.put("replayed", changes.replayed().toArray(Long[]::new));
        }
        if (!letters.isEmpty()) {
            flags.add("buries");
            values.put("letter_groups", texts(letters, DeadLetter::group));
            values.put(
                    "letter_attempts",
                    letters.stream().map(DeadLetter::attempts).toArray(Integer[]::new));
            values.put("letter_reasons", texts(letters, letter -> StorableText.of(letter.reason())));
        }
    }

    private static void parked(List<Parked> rows, Map<String, @Nullable Object> values) {
        values.put("singles", numbers(rows, row -> row.key().position()));
        values.put("groups", texts(rows, row -> groupOf(row.key())));
        values.put("stragglers", texts(rows, row -> literal(row.stragglers())));
        values.put("froms", numbers(rows, Parked::from));
        values.put("done", texts(rows, row -> literal(row.done())));
        values.put("failed_positions", numbers(rows, row -> of(row, Failure::position)));
        values.put(
                "failed_counts",
                rows.stream().map(row -> of(row, Failure::attempts)).toArray(Integer[]::new));
        values.put("failed_reasons", texts(rows, row -> of(row, it -> StorableText.of(it.reason()))));
        values.put("stops", texts(rows, row -> String.valueOf(Boolean.TRUE.equals(of(row, Failure::stopped)))));
    }

    /** A single event has its position instead. */
    private static String groupOf(SidingKey key) {
        return key.group() == null ? "" : key.group();
    }

    private static <T> @Nullable T of(Parked row, Function<Failure, T> part) {
        return row.failure() == null ? null : part.apply(row.failure());
    }

    /** An array as text, for an array cannot have arrays of different lengths in it. */
    private static String literal(List<Long> numbers) {
        return numbers.toString().replace('[', '{').replace(']', '}');
    }

    /** Suspects of outbox tables are kept in the same table, whose ids are texts. */
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
