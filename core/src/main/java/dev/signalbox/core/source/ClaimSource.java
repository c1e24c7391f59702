package dev.signalbox.core.source;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Settlement;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/**
 * A source of messages with claims. Every method that writes is fenced: it changes nothing once the owner has lost its
 * lease, even if it waited while the lease was taken.
 *
 * <p>Methods are called from several threads at once, {@link #claim} of one owner from one at a time, and {@link
 * #settle} for different messages each time. A call of an earlier owner may still be under way when the next one
 * begins.
 */
public interface ClaimSource extends AutoCloseable {
    /**
     * Claims the first messages of as many groups as there is room for: only a prefix of what is visible of a group (a
     * locked row ends its group's prefix), nothing of a group that has a claimed row already, and each group in turn.
     * Due retries, and groups that got a message after their turn, have a share of every claim, however long the backlog
     * is. Ungrouped messages are claimed one by one. Only messages of the wanted shards are claimed. Of a source with
     * several outlets each outlet gets its turn, and no more is claimed of it than {@link OutletDemand} allows. A fenced
     * owner gets {@link ClaimResult#NOTHING}.
     */
    ClaimResult claim(Incarnation owner, ClaimRequest request) throws SourceException;

    /**
     * Records verdicts and ends the claims. A locked row does not hold up the others; claims that are neither recorded nor
     * busy in the result do not belong to the owner any more.
     */
    SettleResult settle(Incarnation owner, List<Settlement> settlements) throws SourceException;

    /**
     * The owner gained these shards, even if it owned them some time before: what the source remembers of them is void.
     * Called before the recovery that precedes the first claim from them.
     */
    default void gained(Incarnation owner, Shards shards) {}

    /**
     * Releases the claims of fenced owners, and marks their messages or makes suspects of them; expired claims; and
     * claims of this owner whose answer to {@link #claim} was lost.
     */
    RecoveryResult recover(Incarnation owner) throws SourceException;

    /**
     * Records that these messages are about to be sent: marked messages and suspects, so that it is known after a
     * crash; all of them where none may be sent twice. Nothing is recorded of a message that the owner does not hold: no
     * verdict would delete that record, so a later unclean end would be blamed on a message that was not in flight.
     *
     * @param alone whether nothing else of the process is in flight until the verdict is recorded: then an unclean end
     *     that follows soon on another one counts as an attempt. A source that does not know what was in flight at the
     *     first end ignores it
     * @return false if the owner is fenced, in which case they must not be sent
     */
    boolean markInFlight(Incarnation owner, List<String> ids, boolean alone) throws SourceException;

    /** Records that this message, which was recorded as alone in flight, is not alone any more; changes nothing else. */
    void endAlone(Incarnation owner, String id) throws SourceException;

    /** Records messages that are in flight together with others. */
    default boolean markInFlight(Incarnation owner, List<String> ids) throws SourceException {
        return markInFlight(owner, ids, false);
    }

    /** Deletes a small batch of settled messages whose retention is over, or moves it to the archive. */
    SweepResult sweep(Incarnation owner) throws SourceException;

    /** The owner ends cleanly, with everything settled or released: its end is no reason for suspicion. */
    default void left(Incarnation owner) throws SourceException {}

    @Override
    void close();

    /**
     * How much a relay has room for, and what it does not want now.
     *
     * @param bytes the most bytes of payload in all; the first message is taken whatever its size
     * @param perGroup the most messages of one group, so that every group gets its turn
     * @param heldGroups groups whose first message waits for its next attempt
     * @param due what is due for its next attempt: a hint, so that it does not wait behind the backlog
     * @param outlets how much of which outlet; groups and messages that wait in an outlet are there
     */
    record ClaimRequest(
            Shards shards,
            int messages,
            long bytes,
            int perGroup,
            Set<String> heldGroups,
            Set<String> heldMessages,
            DueRetries due,
            OutletDemand outlets) {
        public ClaimRequest {
            heldGroups = Set.copyOf(heldGroups);
            heldMessages = Set.copyOf(heldMessages);
        }

        /** A request of a relay with one outlet. */
        public ClaimRequest(
                Shards shards,
                int messages,
                long bytes,
                int perGroup,
                Set<String> heldGroups,
                Set<String> heldMessages,
                DueRetries due) {
            this(shards, messages, bytes, perGroup, heldGroups, heldMessages, due, OutletDemand.ANY);
        }

        public ClaimRequest(
                Shards shards,
                int messages,
                long bytes,
                int perGroup,
                Set<String> heldGroups,
                Set<String> heldMessages) {
            this(shards, messages, bytes, perGroup, heldGroups, heldMessages, DueRetries.NONE);
        }
    }

    /** Groups and ungrouped messages whose time for the next attempt has come, the earliest first. */
    record DueRetries(List<String> groups, List<UngroupedMessage> ungrouped) {
        public static final DueRetries NONE = new DueRetries(List.of(), List.of());

        public DueRetries {
            groups = List.copyOf(groups);
            ungrouped = List.copyOf(ungrouped);
        }
    }

    /** An ungrouped message that was claimed before, and the size of its payload. */
    record UngroupedMessage(String id, long size) {}

    /**
     * The result of a claim.
     *
     * @param messages each group's messages in order, and always a prefix of what is visible of that group
     * @param more there may be more to claim at once, not counting what the room of its outlet leaves out
     * @param moreOf groups that have more, to be claimed when these messages are settled; with several outlets, of any
     *     outlet
     * @param heldBack messages will become visible soon without a wake-up, so polling must go on
     */
    record ClaimResult(
            List<Message> messages, boolean more, Set<String> moreOf, boolean heldBack, SkippedMessages passedOver) {
        public static final ClaimResult NOTHING = new ClaimResult(List.of(), false);

        public ClaimResult {
            messages = List.copyOf(messages);
            moreOf = Set.copyOf(moreOf);
        }

        public ClaimResult(List<Message> messages, boolean more, Set<String> moreOf) {
            this(messages, more, moreOf, false, SkippedMessages.NOTHING);
        }

        public ClaimResult(List<Message> messages, boolean more) {
            this(messages, more, Set.of());
        }

        /** The same, with messages that need no delivery. */
        public ClaimResult with(SkippedMessages over) {
            return new ClaimResult(messages, more, moreOf, heldBack, over);
        }
    }

    /** What a recovery released; {@code more} if locked rows could not be released yet, which is worth another try. */
    record RecoveryResult(int fromFencedOwners, int expired, int replayed, boolean more) {
        public static final RecoveryResult NOTHING = new RecoveryResult(0, 0, false);

        public RecoveryResult(int fromFencedOwners, int expired, boolean more) {
            this(fromFencedOwners, expired, 0, more);
        }

        /** Messages that operators replay. */
        public static RecoveryResult replays(int count) {
            return new RecoveryResult(0, 0, count, false);
        }

        /** Rows that were claimed and are free now. */
        public int takenBack() {
            return fromFencedOwners + expired;
        }

        /** All messages that can be claimed now and could not before. */
        public int total() {
            return takenBack() + replayed;
        }
    }

    /** The ids whose verdict is recorded, and those whose row is locked: to be settled again later. */
    record SettleResult(Set<String> recorded, Set<String> busy) {
        public static final SettleResult NOTHING = new SettleResult(Set.of(), Set.of());

        /** Takes ownership of the sets. (The JDK's immutable ones are slow to search for consecutive ids.) */
        public SettleResult {
            recorded = Collections.unmodifiableSet(recorded);
            busy = Collections.unmodifiableSet(busy);
        }

        public static SettleResult all(Set<String> recorded) {
            return new SettleResult(recorded, Set.of());
        }
    }

    /**
     * What a claim found and settled instead of returning it.
     *
     * @param published were published before
     * @param uncertain may have been published before, and are dead letters now
     * @param oversized have an id or group that is too large to be read, and are dead letters now
     */
    record SkippedMessages(int published, int uncertain, int oversized) {
        public static final SkippedMessages NOTHING = new SkippedMessages(0, 0);

        public SkippedMessages(int published, int uncertain) {
            this(published, uncertain, 0);
        }

        public static SkippedMessages oversized(int count) {
            return count == 0 ? NOTHING : new SkippedMessages(0, 0, count);
        }

        public SkippedMessages plus(SkippedMessages more) {
            return new SkippedMessages(
                    published + more.published, uncertain + more.uncertain, oversized + more.oversized);
        }

        public int total() {
            return published + uncertain + oversized;
        }
    }

    /** What one step of the retention sweep did. */
    record SweepResult(int deleted, boolean more) {
        public static final SweepResult NOTHING = new SweepResult(0, false);
    }
}
