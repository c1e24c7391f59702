package dev.signalbox.core.outcome;

/** What follows for a message from its outcome. */
public sealed interface Verdict {
    /** A verdict that the source records, after which the message is no longer held. */
    sealed interface Final extends Verdict {}

    /** Done. */
    record Complete() implements Final {}

    /** Failed, to be retried at this time of the relay's clock; counts as an attempt. */
    record RetryAt(long at, String reason) implements Final {}

    /** Dead-lettered with its reason. */
    record Park(String reason) implements Final {}

    /** Released unchanged; counts nothing. */
    record Release() implements Final {}

    /** Kept, to be sent again at once with fewer others, to find the bad message. Counts nothing. */
    record Narrow(int company, long bytes) implements Verdict {}

    /** Kept until the destination is back. Counts nothing. */
    record Wait() implements Verdict {}

    /** Kept unchanged, to be sent when its lane continues. Counts nothing, and says nothing about the destination. */
    record Keep() implements Verdict {}

    /** Released, and not claimed again before its time. Counts nothing, and says nothing about the destination. */
    record Postpone(long at) implements Verdict {}

    /**
     * Released, so that another message can be the next probe, until the destination is back or there is no other. Counts
     * nothing.
     */
    record MakeWay() implements Verdict {}

    Final COMPLETE = new Complete();
    Final RELEASE = new Release();
    Verdict WAIT = new Wait();
    Verdict KEEP = new Keep();
    Verdict MAKE_WAY = new MakeWay();
}
