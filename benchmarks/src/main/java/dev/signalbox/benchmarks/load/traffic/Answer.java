package dev.signalbox.benchmarks.load.traffic;

/** What came back for a request. */
public sealed interface Answer {
    /** The status, or what went wrong, in a word or two. */
    String label();

    /** It was done. */
    record Accepted(String label, long orderId) implements Answer {}

    /** It was not done. */
    record Refused(String label) implements Answer {}

    /** Nobody knows: the service failed, or did not answer. */
    record Unknown(String label) implements Answer {}
}
