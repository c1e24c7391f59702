package dev.signalbox.postgres.table;

import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.source.ClaimRequest;
import dev.signalbox.jdbc.OpenClaims;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** All that one incarnation knows of the table: its cursor, what it remembers, and what it has handed out. */
final class OwnedRows {
    private static final int RECHECKED = 64;
    private static final int MOST_DOUBTFUL = 1_000;

    /** A row that is handed out. */
    record Held(Row row, long number) {}

    private final Cursor cursor = new Cursor();
    private final Backlog backlog;
    private final Map<String, Held> held = new HashMap<>();
    private final OpenClaims claims = new OpenClaims();
    private final LinkedHashSet<Long> doubtful = new LinkedHashSet<>();
    private final Map<String, Suspicion> suspects = new HashMap<>();

    /** Rows that were finished while a read was under way: they may be in its answer. */
    private final Set<RowKey> finishedMeanwhile = new HashSet<>();

    /** Shards that were gained while a read was under way: its answer may be older. */
    private Shards gainedMeanwhile = Shards.NONE;

    private boolean reading;
    private Instant readAt = Instant.EPOCH;

    OwnedRows(Ordering ordering, Backlog.Limits limits) {
        this.backlog = new Backlog(ordering, limits);
    }

    synchronized void own(Shards shards) {
        if (!cursor.shards().equals(shards)) {
            cursor.own(shards);
            backlog.forget(Shards.ALL.minus(shards));
        }
    }

    /** These were somebody else's until now, so what is known of them may have been delivered. */
    synchronized void gained(Shards shards) {
        cursor.restart(shards);
        backlog.forget(shards);
        if (reading) {
            gainedMeanwhile = gainedMeanwhile.plus(shards);
        }
    }

    /**
     * What to ask the table for.
     *
     * @param blocked groups that are held up by a failed row: are they still?
     */
    record Reading(Cursor.Plan plan, List<String> blocked) {}

    synchronized Reading beginReading(int rows) {
        beginLooking();
        return new Reading(cursor.plan(backlog.hasRoom() ? rows : 0), backlog.someBlocked(RECHECKED));
    }

    private void beginLooking() {
        reading = true;
        finishedMeanwhile.clear();
        gainedMeanwhile = Shards.NONE;
    }

    /** @return false if it has to begin at the bottom */
    synchronized boolean read(Reading asked, ReadAnswer answer) {
        reading = false;
        List<Row> late = answer.late().stream()
                .map(ReadAnswer.Late::row)
                .filter(row -> cursor.hasPassed(row.key()))
                .toList();
        if (!cursor.advance(asked.plan(), answer)) {
            return false;
        }
        cursor.restart(gainedMeanwhile);
        readAt = answer.at();
        answer.blocked()
                .forEach(row ->
                        backlog.block(String.valueOf(row.group()), row.key().shard()));
        Stream.concat(late.stream(), answer.ahead().stream())
                .filter(this::isNews)
                .sorted(Comparator.comparingLong(row -> row.key().position()))
                .forEach(backlog::add);
        answer.unblocked().forEach(backlog::unblock);
        return true;
    }

    private boolean isNews(Row row) {
        Held known = held.get(row.id());
        return !gainedMeanwhile.contains(row.key().shard())
                && (known == null || !known.row().key().equals(row.key()))
                && !finishedMeanwhile.contains(row.key());
    }

    /** Whether the answer came or not is unknown, and whether the next one comes from the same server. */
    synchronized void readingFailed() {
        reading = false;
        cursor.restart();
    }

    /** If there is nothing left to do, looks from the bottom again, in case that something was written past the rules. */
    synchronized void restartIfIdle() {
        if (held.isEmpty() && backlog.isEmpty() && !reading) {
            cursor.restart();
        }
    }

    /** A stretch of a shard in which rows of a group are to be looked for. */
    record Stretch(Lane lane, String group, long after, long until) {}

    synchronized @Nullable Stretch toLookFor(Choice choice) {
        Lane lane = backlog.toLookFor(choice.request.heldGroups());
        if (lane == null || lane.group == null) {
            return null;
        }
        beginLooking();
        return new Stretch(lane, lane.group, lane.rememberedUpTo, cursor.position(lane.shard));
    }

    /** @param examinedUpTo {@link Long#MAX_VALUE} if the whole stretch was */
    synchronized void looked(Stretch stretch, List<Row> found, long examinedUpTo) {
        reading = false;
        if (gainedMeanwhile.contains(stretch.lane().shard)) {
            return;
        }
        backlog.lookedUpTo(stretch.lane(), examinedUpTo);
        found.stream().filter(this::isNews).forEach(backlog::add);
    }

    /** What was to be looked for is still to be looked for. */
    synchronized void lookingFailed() {
        reading = false;
    }

    synchronized boolean mayReadMore() {
        return backlog.hasRoom() && cursor.mayHaveMore();
    }

    synchronized boolean mayHaveMore(Choice choice) {
        return choice.isFull()
                || choice.replaced
                || mayReadMore()
                || backlog.toLookFor(choice.request.heldGroups()) != null;
    }

    synchronized boolean canFill(ClaimRequest request) {
        return backlog.canFill(request, held::containsKey);
    }

    /** Takes rows that can be handed out; they count as held from here on. */
    synchronized void choose(Choice choice) {
        int before = choice.rows.size();
        backlog.choose(choice, id -> held.containsKey(id) || choice.hasId(id));
        for (Row row : choice.rows.subList(before, choice.rows.size())) {
            held.put(row.id(), new Held(row, 0));
        }
    }

    /** These rows have been recorded under this number. */
    synchronized void handOut(long number, List<Row> rows) {
        claims.open(number, rows.size());
        for (Row row : rows) {
            held.put(row.id(), new Held(row.withoutContent(), number));
        }
    }

    /** They were not handed out after all. */
    synchronized void putBack(List<Row> rows) {
        rows.forEach(row -> comeBack(row, row));
    }

    /** A row that was chosen is not in the table any more. */
    synchronized void gone(Row row) {
        forget(row);
        backlog.letGo(row);
    }

    /** Another message has taken the place of a row that was chosen. */
    synchronized void replaced(Row row, Row by) {
        forget(row);
        if (cursor.shards().contains(by.key().shard())) {
            backlog.add(by);
        }
        backlog.letGo(row);
    }

    private void comeBack(Row was, Row is) {
        forget(was);
        // A place in line before being let go: nothing behind it may be ready for a moment
        if (cursor.shards().contains(is.key().shard())) {
            backlog.giveBack(is);
        }
        backlog.letGo(is);
    }

    private void forget(Row row) {
        held.remove(row.id());
    }

    synchronized Instant readAt() {
        return readAt;
    }

    /** No answer came, so the record of this claim may be there, or may yet come. */
    synchronized void doubt(long number) {
        doubtful.add(number);
        if (doubtful.size() > MOST_DOUBTFUL) {
            doubtful.removeFirst();
        }
    }

    synchronized Long[] doubtful() {
        return doubtful.toArray(Long[]::new);
    }

    synchronized @Nullable RowKey keyOf(String id) {
        Held row = held.get(id);
        return row == null ? null : row.row().key();
    }

    /** The place of a message, if this reading of it is still held. */
    synchronized @Nullable RowKey keyOf(Message message) {
        Held row = held.get(message.id());
        return row == null || row.number() != message.claim().number()
                ? null
                : row.row().key();
    }

    OpenClaims claims() {
        return claims;
    }

    /** What became of a row that was held. */
    sealed interface End {
        /** It is not in the table any more. */
        record Gone() implements End {}

        /** It has failed for good, and holds up its group. */
        record Blocks() implements End {}

        /** It waits again, with so many attempts. */
        record Waits(int attempts) implements End {}

        /** It may wait with a number of attempts that has to be looked up. */
        record Unclear() implements End {}
    }

    synchronized void end(Message message, End end) {
        Held was = held.get(message.id());
        if (was == null) {
            return;
        }
        Row row = was.row();
        switch (end) {
            case End.Gone() -> finish(row);
            case End.Blocks() -> {
                if (row.group() != null) {
                    backlog.block(row.group(), row.key().shard());
                }
                finish(row);
            }
            case End.Waits(int attempts) -> comeBack(row, Row.of(message, row.key(), attempts));
            case End.Unclear() -> comeBack(row, row);
        }
    }

    private void finish(Row row) {
        if (reading) {
            finishedMeanwhile.add(row.key());
        }
        gone(row);
    }

    synchronized Suspicion suspicion(RowKey key) {
        return suspects.isEmpty() ? Suspicion.NONE : suspects.getOrDefault(key.toString(), Suspicion.NONE);
    }

    synchronized void suspects(Map<String, Suspicion> loaded) {
        suspects.clear();
        suspects.putAll(loaded);
    }

    /** Others may have made suspects of some since we last looked. */
    synchronized void suspected(Map<String, Suspicion> found) {
        suspects.putAll(found);
    }

    synchronized boolean isSuspect(RowKey key) {
        return !suspects.isEmpty() && suspects.containsKey(key.toString());
    }

    synchronized void cleared(List<String> keys) {
        keys.forEach(suspects::remove);
    }
}
