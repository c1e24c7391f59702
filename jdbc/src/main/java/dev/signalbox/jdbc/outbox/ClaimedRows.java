package dev.signalbox.jdbc.outbox;

import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.message.Claim;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Payload;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.source.SkippedMessages;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The rows that a claim brought, which come in any order. */
public final class ClaimedRows {
    /** What one row says. */
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

    /** Why what may have been published is not published again. */
    public static final String DOUBTFUL =
            "it was about to be published when its node ended, and may have been; it is published at most once";

    private final long number;
    private final Map<String, ClaimedRow> messages = new HashMap<>();
    private final Map<String, Suspicion> suspects = new HashMap<>();
    private final Map<String, Integer> attempts = new HashMap<>();
    private final Set<String> processed = new HashSet<>();
    private SkippedMessages skippedMessages = SkippedMessages.NOTHING;
    private @Nullable Claim claim;

    public ClaimedRows(long number) {
        this.number = number;
    }

    /** The owner is not fenced, and this is when the rows were taken. */
    public void claimedAt(Instant moment) {
        claim = new Claim(number, moment);
    }

    public void add(ClaimedRow claimedRow) {
        messages.put(claimedRow.id(), claimedRow);
    }

    /** What is held against one of the rows, with the numbers that stand for it in the database. */
    public void suspect(String id, int level, int crashes) {
        suspects.put(id, suspicion(level, crashes));
    }

    /** How often one of the rows has failed, where the row itself does not say so. */
    public void failed(String id, int times) {
        attempts.put(id, times);
    }

    /** That something was noted of one of the rows before. */
    public void processed(String id) {
        processed.add(id);
    }

    /** The rows of which something was noted before. */
    public Set<String> processedBefore() {
        return processed;
    }

    /** One of the rows is not to be delivered, and needs nothing more. */
    public void remove(String id) {
        messages.remove(id);
    }

    /** So many of the rows that are not to be delivered have been settled. */
    public void passedOver(SkippedMessages over) {
        skippedMessages = over;
    }

    /** What these numbers mean. */
    public static Suspicion suspicion(int level, int crashes) {
        return new Suspicion(level >= 2 ? Suspicion.Level.IN_FLIGHT : Suspicion.Level.HELD, crashes);
    }

    /** A payload as far as it came: none of it if it is too large. */
    public static Payload payload(byte @Nullable [] bytes, long size) {
        return bytes != null ? Payload.of(bytes) : size == 0 ? Payload.of(new byte[0]) : Payload.leftBehind(size);
    }

    /**
     * The messages in the order in which their rows were asked for.
     *
     * @param inOrder whether a row that is missing ends its group's run
     */
    public ClaimStatementResult inOrderOf(List<GroupPrefix> groupPrefixes, boolean inOrder) {
        List<Message> taken = new ArrayList<>(messages.size());
        for (GroupPrefix groupPrefix : groupPrefixes) {
            for (CandidateRow row : groupPrefix.rows()) {
                ClaimedRow found = messages.get(row.id());
                if (found != null && claim != null) {
                    int failures = attempts.getOrDefault(row.id(), found.attempts());
                    taken.add(found.claimed(failures, claim, suspects.getOrDefault(row.id(), Suspicion.NONE)));
                } else if (inOrder) {
                    break;
                }
            }
        }
        return new ClaimStatementResult(number, claim != null, taken, skippedMessages);
    }
}
