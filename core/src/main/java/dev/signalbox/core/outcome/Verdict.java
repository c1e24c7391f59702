package dev.signalbox.core.outcome;

/** What follows for a message from its outcome. */
public sealed interface Verdict {
    /** A verdict that the source records, after which the message is no longer held. */
    sealed interface Final extends Verdict {}

    /** Done. */
    record Complete() implements Final {}

    /**
     * Failed, to be tried again; counts as an attempt.
     *
     * @param at when, in the relay's monotonic nanoseconds
     */
    record RetryAt(long at, String reason) implements Final {}

    /** Dead-lettered with its reason. */
    record Park(String reason) implements Final {}

    /** Given back as it was; counts nothing. */
    record Release() implements Final {}

    /** Kept, to be sent again at once in smaller company, to find whose fault it was. Counts nothing. */
    record Narrow(int company, long bytes) implements Verdict {}

    /** Kept until the destination is back. Counts nothing. */
    record Wait() implements Verdict {}

    /** Kept as it was, to be sent when its lane goes on. Counts nothing, and says nothing about the destination. */
    record Keep() implements Verdict {}

    /**
     * Given back as it was, and not to be claimed again before its time. Counts nothing, and says nothing about the destination.
     *
     * @param at when, in the relay's monotonic nanoseconds
     */
    record Postpone(long at) implements Verdict {}

    Final COMPLETE = new Complete();
    Final RELEASE = new Release();
    Verdict WAIT = new Wait();
    Verdict KEEP = new Keep();
}
