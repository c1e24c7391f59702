package dev.signalbox.core.delivery;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.outcome.Verdict;
import java.time.Duration;

/**
 * Decides what follows from an outcome.
 *
 * <p>Two rules protect good messages. A batch refused or postponed as a whole is narrowed until the message that causes
 * it is alone, and no message is dead-lettered by a verdict on a batch: its last attempt is alone. An outage counts nothing, and neither
 * does a batch that ended before the message was attempted.
 *
 * @param maxRetries how many attempts follow the first one
 * @param unanswered what happens to a message that may or may not have arrived
 */
public record RetryPolicy(int maxRetries, Backoff backoff, UnansweredPolicy unanswered) {
    /** Unlimited attempts. */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    public RetryPolicy {
        if (maxRetries < 0) {
            throw new IllegalArgumentException("max-retries is 0 or more");
        }
    }

    /** Sends unanswered messages again. */
    public RetryPolicy(int maxRetries, Backoff backoff) {
        this(maxRetries, backoff, UnansweredPolicy.REPEAT);
    }

    /** What happens to a message that may have arrived. */
    public enum UnansweredPolicy {
        /** It is sent again: at least once. */
        REPEAT,
        /** It is never sent again unless an operator retries it: at most once. */
        PARK
    }

    /** How many messages and bytes an outcome is about, and what a missing answer means. */
    public record OutcomeContext(int company, long bytes, OtherAnswers others) {}

    /** What the answers to other messages say about a message without an answer. */
    public enum OtherAnswers {
        /** No other message was answered well since: the destination is unavailable. */
        SILENT_TOO,
        /** Another message was answered well since, but the destination may have failed after that: no proof. */
        ANSWERED,
        /** A message sent after an earlier missing answer was answered well: it is the message. */
        ANSWERED_BETWEEN
    }

    public Verdict decide(Message message, Outcome outcome, OutcomeContext outcomeContext, long now) {
        return switch (outcome) {
            case Outcome.Delivered() -> Verdict.COMPLETE;
            case Outcome.Rejected(String reason, boolean _) ->
                outcomeContext.company() > 1
                        ? new Verdict.Narrow(outcomeContext.company() / 2, Long.MAX_VALUE)
                        : new Verdict.Park(reason);
            case Outcome.TooLarge(String reason) ->
                outcomeContext.company() > 1
                        ? new Verdict.Narrow(outcomeContext.company() - 1, Math.max(1, outcomeContext.bytes() / 2))
                        : new Verdict.Park(reason);
            case Outcome.Failed(String reason) -> failed(message, reason, outcomeContext, now);
            case Outcome.Throttled _, Outcome.Unavailable _ -> Verdict.WAIT;
            case Outcome.Unknown(String reason)
            when unanswered == UnansweredPolicy.PARK ->
                new Verdict.Park("it may have arrived, and is sent at most once: " + reason);
            case Outcome.Unknown(String reason) ->
                switch (outcomeContext.others()) {
                    case SILENT_TOO -> Verdict.WAIT;
                    // As soon as after a first failure: if this was an outage, it may be over.
                    case ANSWERED -> new Verdict.Postpone(now + backoff.nanos(message.id(), 0));
                    case ANSWERED_BETWEEN -> failed(message, reason, outcomeContext, now);
                };
            case Outcome.NotAttempted() -> Verdict.KEEP;
            case Outcome.Postponed(String _, Duration retryAfter) ->
                outcomeContext.company() > 1
                        ? new Verdict.Narrow(outcomeContext.company() / 2, Long.MAX_VALUE)
                        : new Verdict.Postpone(now + retryAfter.toNanos());
        };
    }

    private Verdict failed(Message message, String reason, OutcomeContext outcomeContext, long now) {
        if (message.attempts() < maxRetries) {
            return new Verdict.RetryAt(now + backoff.nanos(message.id(), message.attempts()), reason);
        }
        return outcomeContext.company() > 1 ? new Verdict.Narrow(1, Long.MAX_VALUE) : new Verdict.Park(reason);
    }

    /** Whether each message is recorded before it is sent, so that this is known after a crash. */
    boolean announces() {
        return unanswered == UnansweredPolicy.PARK;
    }

    /** Whether this message must not share a request with others. */
    boolean goesAlone(Message message) {
        return message.suspicion().isAlone() || (maxRetries > 0 && message.attempts() >= maxRetries);
    }

    /** Whether this message is given up because too many processes crashed while it was alone in flight. */
    boolean hasKilledTooOften(Message message) {
        return message.suspicion().crashes() > maxRetries;
    }

    /**
     * The delay before the next attempt: exponential, capped, spread by jitter so that messages that failed together do not
     * return together.
     *
     * @param jitter share of the delay by which it varies either way, 0 to 1
     */
    public record Backoff(Duration initial, double multiplier, Duration max, double jitter) {
        public Backoff {
            if (initial.isNegative() || max.compareTo(initial) < 0 || multiplier < 1 || jitter < 0 || jitter > 1) {
                throw new IllegalArgumentException(
                        "a backoff needs 0 <= initial <= max, multiplier >= 1, 0 <= jitter <= 1");
            }
        }

        /** The nanoseconds after this many attempts. Jitter is drawn from the arguments: the same run replays exactly. */
        public long nanos(String id, int attempts) {
            double cap = (double) max.toNanos();
            double plain = Math.min(initial.toNanos() * Math.pow(multiplier, Math.max(0, attempts)), cap);
            double spread = 1 + jitter * (2 * fraction(id, attempts) - 1);
            double delay = plain * spread;
            // Mirrored at the cap, or half of the delays at the cap would end at the same moment.
            return (long) (delay > cap ? Math.max(0, 2 * cap - delay) : delay);
        }

        private static double fraction(String id, int attempts) {
            long mixed = (id.hashCode() * 0x9E3779B97F4A7C15L) ^ (attempts * 0xC2B2AE3D27D4EB4FL);
            mixed = (mixed ^ (mixed >>> 32)) * 0xD6E8FEB86659FD93L;
            mixed = (mixed ^ (mixed >>> 29)) * 0xBF58476D1CE4E5B9L;
            return (mixed >>> 11) * 0x1.0p-53;
        }
    }
}
