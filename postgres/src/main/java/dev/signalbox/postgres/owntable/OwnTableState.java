package dev.signalbox.postgres.owntable;

import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.source.ClaimSource.ClaimRequest;
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

/** The state of one incarnation: its read positions, its read-ahead buffer, and its rows in flight. */
final class OwnTableState {
    private static final int RECHECKED = 64;
    private static final int MOST_UNANSWERED = 1_000;

    record InFlightRow(OwnTableRow row, long number) {}

    private final ShardReadPositions readPositions = new ShardReadPositions();
    private final ReadAheadBuffer buffer;
    private final Map<String, InFlightRow> inFlight = new HashMap<>();
    private final OpenClaims claims = new OpenClaims();
    private final LinkedHashSet<Long> unanswered = new LinkedHashSet<>();
    private final Map<String, Suspicion> suspects = new HashMap<>();

    /** Rows that were settled during a read, whose result may still contain them. */
    private final Set<RowKey> finishedMeanwhile = new HashSet<>();

    /** Shards that were gained during a read, whose result may be out of date for them. */
    private Shards gainedMeanwhile = Shards.NONE;

    private boolean reading;
    private Instant readAt = Instant.EPOCH;

    OwnTableState(Ordering ordering, ReadAheadBuffer.BufferLimits limits) {
        this.buffer = new ReadAheadBuffer(ordering, limits);
    }

    synchronized void own(Shards shards) {
        if (!readPositions.shards().equals(shards)) {
            readPositions.own(shards);
            buffer.forget(Shards.ALL.minus(shards));
        }
    }

    /** Drops what is known of these shards, because another owner may have delivered it. */
    synchronized void gained(Shards shards) {
        readPositions.restart(shards);
        buffer.forget(shards);
        if (reading) {
            gainedMeanwhile = gainedMeanwhile.plus(shards);
        }
    }

    /**
     * What the next read asks for.
     *
     * @param blocked groups that a failed row blocks, to check whether it still does
     */
    record ReadRequest(ShardReadPositions.ReadPlan plan, List<String> blocked) {}

    synchronized ReadRequest beginReading(int rows) {
        beginLooking();
        return new ReadRequest(readPositions.plan(buffer.hasRoom() ? rows : 0), buffer.someBlocked(RECHECKED));
    }

    private void beginLooking() {
        reading = true;
        finishedMeanwhile.clear();
        gainedMeanwhile = Shards.NONE;
    }

    /** @return false if reading has to restart from the beginning */
    synchronized boolean read(ReadRequest asked, TableReadResult answer) {
        reading = false;
        List<OwnTableRow> late = answer.late().stream()
                .map(TableReadResult.LateRow::row)
                .filter(row -> readPositions.hasPassed(row.key()))
                .toList();
        if (!readPositions.advance(asked.plan(), answer)) {
            buffer.forgetBlocked();
            return false;
        }
        readPositions.restart(gainedMeanwhile);
        readAt = answer.at();
        answer.blocked()
                .forEach(row ->
                        buffer.block(String.valueOf(row.group()), row.key().shard()));
        Stream.concat(late.stream(), answer.ahead().stream())
                .filter(this::isNews)
                .sorted(Comparator.comparingLong(row -> row.key().position()))
                .forEach(buffer::add);
        answer.unblocked().forEach(buffer::unblock);
        return true;
    }

    private boolean isNews(OwnTableRow row) {
        InFlightRow known = inFlight.get(row.id());
        return !gainedMeanwhile.contains(row.key().shard())
                && (known == null || !known.row().key().equals(row.key()))
                && !finishedMeanwhile.contains(row.key());
    }

    /** Restarts from the beginning: the read may have succeeded, and the next one may reach another server. */
    synchronized void readingFailed() {
        reading = false;
        readPositions.restart();
        buffer.forgetBlocked();
    }

    /** When idle, restarts from the beginning, to find rows that were written against the rules. */
    synchronized void restartIfIdle() {
        if (inFlight.isEmpty() && buffer.isEmpty() && !reading) {
            readPositions.restart();
        }
    }

    record GroupRange(BufferedGroup buffered, String group, long after, long until) {}

    synchronized @Nullable GroupRange nextRange(OwnTableClaimSelection selection) {
        BufferedGroup buffered = buffer.toLookFor(selection.request.heldGroups());
        if (buffered == null || buffered.group == null) {
            return null;
        }
        beginLooking();
        return new GroupRange(
                buffered, buffered.group, buffered.rememberedUpTo, readPositions.position(buffered.shard));
    }

    /** @param examinedUpTo {@link Long#MAX_VALUE} if the whole range was examined */
    synchronized void scanned(GroupRange range, List<OwnTableRow> found, long examinedUpTo) {
        reading = false;
        if (gainedMeanwhile.contains(range.buffered().shard)) {
            return;
        }
        buffer.lookedUpTo(range.buffered(), examinedUpTo);
        found.stream().filter(this::isNews).forEach(buffer::add);
    }

    /** The search failed and stays due. */
    synchronized void lookingFailed() {
        reading = false;
    }

    synchronized boolean mayReadMore() {
        return buffer.hasRoom() && readPositions.mayHaveMore();
    }

    synchronized boolean mayHaveMore(OwnTableClaimSelection selection) {
        return selection.isFull()
                || selection.replaced
                || mayReadMore()
                || buffer.toLookFor(selection.request.heldGroups()) != null;
    }

    synchronized boolean canFill(ClaimRequest request) {
        return buffer.canFill(request, inFlight::containsKey);
    }

    /** Selects rows that can be handed out; they count as in flight from now on. */
    synchronized void choose(OwnTableClaimSelection selection) {
        int before = selection.rows.size();
        buffer.due(selection.request.due());
        buffer.choose(selection, id -> inFlight.containsKey(id) || selection.hasId(id));
        for (OwnTableRow row : selection.rows.subList(before, selection.rows.size())) {
            inFlight.put(row.id(), new InFlightRow(row, 0));
        }
    }

    /** Sets the claim number under which these rows were recorded. */
    synchronized void handOut(long number, List<OwnTableRow> rows) {
        claims.open(number, rows.size());
        for (OwnTableRow row : rows) {
            inFlight.put(row.id(), new InFlightRow(row.withoutContent(), number));
        }
    }

    synchronized void putBack(List<OwnTableRow> rows) {
        rows.forEach(row -> comeBack(row, row));
    }

    synchronized void gone(OwnTableRow row) {
        inFlight.remove(row.id());
        buffer.letGo(row);
    }

    synchronized void replaced(OwnTableRow row, OwnTableRow by) {
        inFlight.remove(row.id());
        if (readPositions.shards().contains(by.key().shard())) {
            buffer.add(by);
        }
        buffer.letGo(row);
    }

    private void comeBack(OwnTableRow was, OwnTableRow is) {
        inFlight.remove(was.id());
        // Buffers the row before it leaves flight, so that no later row of its group can go first
        if (readPositions.shards().contains(is.key().shard())) {
            buffer.giveBack(is);
        }
        buffer.letGo(is);
    }

    synchronized Instant readAt() {
        return readAt;
    }

    /** The call failed, so the record of this claim may exist, or may still appear. */
    synchronized void addUnanswered(long number) {
        unanswered.add(number);
        if (unanswered.size() > MOST_UNANSWERED) {
            unanswered.removeFirst();
        }
    }

    synchronized Long[] unanswered() {
        return unanswered.toArray(Long[]::new);
    }

    synchronized @Nullable RowKey keyOf(String id) {
        InFlightRow row = inFlight.get(id);
        return row == null ? null : row.row().key();
    }

    /** The key of a message, if it is still in flight under the same claim. */
    synchronized @Nullable RowKey keyOf(Message message) {
        InFlightRow row = inFlight.get(message.id());
        return row != null && row.number() == message.claim().number()
                ? row.row().key()
                : null;
    }

    OpenClaims claims() {
        return claims;
    }

    enum RowAfterSettlement {
        /** It is no longer in the table. */
        GONE,
        /** It failed permanently and blocks its group. */
        BLOCKS,
        /** It waits again, with one more attempt. */
        FAILED,
        /** It waits again, as before its claim. */
        RELEASED,
        /** It may wait, with an unknown number of attempts. */
        UNCLEAR
    }

    synchronized void end(Message message, RowAfterSettlement after) {
        InFlightRow was = inFlight.get(message.id());
        if (was == null) {
            return;
        }
        OwnTableRow row = was.row();
        switch (after) {
            case GONE -> finish(row);
            case BLOCKS -> {
                if (row.group() != null) {
                    buffer.block(row.group(), row.key().shard());
                }
                finish(row);
            }
            case FAILED -> comeBack(row, OwnTableRow.of(message, row.key(), message.attempts() + 1));
            case RELEASED -> comeBack(row, OwnTableRow.of(message, row.key(), message.attempts()));
            case UNCLEAR -> comeBack(row, row);
        }
    }

    private void finish(OwnTableRow row) {
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

    /** Adds suspects that other nodes recorded since the last read. */
    synchronized void suspected(Map<String, Suspicion> found) {
        suspects.putAll(found);
    }

    synchronized boolean isSuspect(RowKey key) {
        return !suspects.isEmpty() && suspects.containsKey(key.toString());
    }

    synchronized void cleared(RowKey key) {
        suspects.remove(key.toString());
    }
}
