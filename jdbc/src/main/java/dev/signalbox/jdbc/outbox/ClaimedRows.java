package dev.signalbox.jdbc.outbox;

import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Message.Claim;
import dev.signalbox.core.message.OversizedColumn;
import dev.signalbox.core.message.Payload;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.source.ClaimSource.SkippedMessages;
import dev.signalbox.jdbc.LimitedColumn;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The rows that a claim returned, in any order. */
public final class ClaimedRows {
    /** The content of one row. */
    public record ClaimedRow(
            String id,
            @Nullable String group,
            String type,
            Payload payload,
            int attempts,
            Instant created,
            Map<String, String> headers) {
        Message claimed(int attemptsNow, Claim claim, Suspicion suspicion) {
            int shard = Shards.shardOf(group == null ? id : group);
            return new Message(id, group, shard, type, payload, attemptsNow, created, claim, suspicion, null, headers);
        }
    }

    /** The reason why an event that may have been published is not published again. */
    public static final String DOUBTFUL =
            "it was about to be published when its node ended, and may have been; it is published at most once";

    private final long number;
    private final Map<String, ClaimedRow> messages = new HashMap<>();
    private final Map<String, Suspicion> suspects = new HashMap<>();
    private final Map<String, Integer> attempts = new HashMap<>();
    private final Set<String> processed = new HashSet<>();
    private SkippedMessages skipped = SkippedMessages.NOTHING;
    private @Nullable Claim claim;

    public ClaimedRows(long number) {
        this.number = number;
    }

    /** The owner is not fenced, and claimed the rows at this time. */
    public void claimedAt(Instant moment) {
        claim = new Claim(number, moment);
    }

    public void add(ClaimedRow claimed) {
        messages.put(claimed.id(), claimed);
    }

    /** Adds the suspicion against one of the rows, with the numbers that encode it in the database. */
    public void suspect(String id, int level, int crashes) {
        suspects.put(id, suspicion(level, crashes));
    }

    /** Adds the failure count of one of the rows, if the row itself does not contain it. */
    public void failed(String id, int times) {
        attempts.put(id, times);
    }

    /** Remembers that one of the rows was a processed event before this claim. */
    public void processed(String id) {
        processed.add(id);
    }

    /** The rows that were processed events before this claim. */
    public Set<String> processedBefore() {
        return processed;
    }

    /** Removes a row that must not be delivered and is already settled. */
    public void remove(String id) {
        messages.remove(id);
    }

    /** Sets how many rows were settled without delivery. */
    public void passedOver(SkippedMessages over) {
        skipped = over;
    }

    /** Decodes a suspicion: level 1 marks a message, a higher one is one more than the suspects that may be in flight. */
    public static Suspicion suspicion(int level, int crashes) {
        return level <= 1 ? Suspicion.MARKED : Suspicion.suspect(level - 1, crashes);
    }

    /** Encodes a suspicion as a level of the side schema. */
    public static int level(Suspicion suspicion) {
        return suspicion.isSuspect() ? 1 + Math.min(suspicion.together(), Short.MAX_VALUE - 1) : 1;
    }

    /**
     * The payload as far as it was read; a payload that is too large stays behind.
     *
     * @param oversized a column of the row that is oversized, as {@link LimitedColumn} writes it
     */
    public static Payload payload(byte @Nullable [] bytes, long size, @Nullable String oversized) {
        OversizedColumn column = LimitedColumn.parse(oversized);
        if (column != null) {
            return Payload.leftBehind(column);
        }
        return bytes != null ? Payload.of(bytes) : size == 0 ? Payload.of(new byte[0]) : Payload.leftBehind(size);
    }

    /**
     * The messages in the order of these prefixes.
     *
     * @param inOrder whether a missing row ends its group's prefix
     */
    public ClaimStatementResult inOrderOf(List<GroupPrefix> prefixes, boolean inOrder) {
        List<Message> taken = new ArrayList<>(messages.size());
        for (GroupPrefix prefix : prefixes) {
            for (CandidateRow row : prefix.rows()) {
                ClaimedRow found = messages.get(row.id());
                if (found != null && claim != null) {
                    int failures = attempts.getOrDefault(row.id(), found.attempts());
                    taken.add(found.claimed(failures, claim, suspects.getOrDefault(row.id(), Suspicion.NONE)));
                } else if (inOrder) {
                    break;
                }
            }
        }
        return new ClaimStatementResult(number, claim != null, taken, skipped);
    }
}
