package dev.signalbox.core.admin;

import dev.signalbox.core.admin.OutboxAdmin.MessageSummary;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.source.SourceException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What an operator can do with one relay's messages. No method reads all of them: each limits the rows that it reads,
 * and says so in its answer where that matters. Thread-safe.
 */
public interface OutboxAdmin {
    /** The backlog: exact while it is small, an estimate otherwise. */
    Backlog backlog() throws SourceException;

    /**
     * Messages of one state, in the order of their groups.
     *
     * @throws IllegalArgumentException if {@link MessageQuery#after} does not come from an earlier page
     */
    MessagePage page(MessageQuery query) throws SourceException;

    Optional<MessageDetails> find(String id) throws SourceException;

    /** Makes failed messages wait again, with all their attempts ahead of them, and returns their ids. */
    List<String> retry(List<String> ids) throws SourceException;

    /** Deletes failed messages permanently, and returns their ids; refused if this is not allowed. */
    List<String> discard(List<String> ids) throws SourceException, RefusedException;

    /**
     * The messages of a relay that wait to be delivered.
     *
     * @param messages neither delivered nor dead-lettered
     * @param estimated whether the number is only an estimate
     * @param oldest the age of the oldest one, null if none waits
     * @param oldestEstimated whether an older one may exist, because not every row was read
     */
    record Backlog(
            long messages, boolean estimated, @Nullable Duration oldest, boolean oldestEstimated) {}

    /**
     * One page of messages. It may hold fewer than requested although more exist, because the rows read for one page are
     * limited; {@code next} is null on the last one.
     */
    record MessagePage(
            List<MessageSummary> messages, @Nullable String next) {
        public MessagePage {
            messages = List.copyOf(messages);
        }
    }

    /** Which messages to list, after where the previous page ended; null for the first. */
    record MessageQuery(
            MessageState state,
            MessageFilter filter,
            int limit,
            @Nullable String after) {
        public static final int MOST = 500;

        public MessageQuery {
            if (limit < 1 || limit > MOST) {
                throw new IllegalArgumentException("limit: '" + limit + "'; allowed are 1 to " + MOST);
            }
        }
    }

    /** A filter for messages; null matches all, and {@code reasonContains} ignores case. */
    record MessageFilter(
            @Nullable String group,
            @Nullable String type,
            @Nullable Instant changedBefore,
            @Nullable String reasonContains) {
        public static final MessageFilter ALL = new MessageFilter(null, null, null, null);

        /** Whether it filters by more than the group, which is indexed. */
        public boolean needsLooking() {
            return type != null || changedBefore != null || reasonContains != null;
        }
    }

    /** A message without its payload; times and error as far as its table records them. */
    record MessageSummary(
            String id,
            @Nullable String group,
            @Nullable String type,
            MessageState state,
            int attempts,
            @Nullable Instant createdAt,
            @Nullable Instant changedAt,
            @Nullable String lastError) {}

    /**
     * Everything that the database knows about one message.
     *
     * @param shard the shard that it belongs to
     * @param claim its claim, null if it is not claimed
     * @param ahead the first of the messages that must be delivered before it, null if there is none
     * @param deadLetter a failed message that holds up the group until an operator retries or discards it, null if there is
     *     none
     */
    record MessageDetails(
            MessageSummary summary,
            int shard,
            PayloadText payload,
            @Nullable ClaimHolder claim,
            Suspicion suspicion,
            @Nullable GroupMessage ahead,
            @Nullable GroupMessage deadLetter) {

        /** The payload as text, or its beginning if it is {@code cut}, with its size in the database. */
        public record PayloadText(String text, long bytes, boolean cut) {}

        /**
         * A claim on the message.
         *
         * @param incarnation the owner, null if no Signalbox node recorded the claim
         * @param node the node of that incarnation, null if it has ended
         * @param until when a claim of another program expires, null if that does not apply
         */
        public record ClaimHolder(
                @Nullable String incarnation,
                @Nullable String node,
                @Nullable Instant since,
                @Nullable Instant until) {}

        /** Another message of the group. */
        public record GroupMessage(
                String id, MessageState state, @Nullable String reason) {}
    }
}
