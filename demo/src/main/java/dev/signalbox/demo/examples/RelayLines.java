package dev.signalbox.demo.examples;

/** The lines of a configuration that have an example's events delivered, as in the example's own file. */
public interface RelayLines {
    /** For {@code sources}. */
    String source();

    /** For {@code sinks}. */
    String sink();

    /** For {@code relays}. */
    String relay();
}
