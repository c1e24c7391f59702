package dev.signalbox.jdbc.fault;

/** A value that Signalbox writes into a column. */
public sealed interface WrittenValue {
    /** A status word. */
    record Word(String text) implements WrittenValue {}

    /** The current time, or one near it. */
    record Time() implements WrittenValue {}

    /** The time that marks a dead letter. */
    record Endless() implements WrittenValue {}

    record Nothing() implements WrittenValue {}

    /** A number of attempts. */
    record Attempts() implements WrittenValue {}

    /** Why a message failed, as long as such a text can be. */
    record Reason() implements WrittenValue {}

    record Flag(boolean sent) implements WrittenValue {}

    /** The value in a sentence. */
    default String described() {
        return switch (this) {
            case Word(String text) -> text;
            case Time() -> "a time";
            case Endless() -> "the largest time";
            case Nothing() -> "NULL";
            case Attempts() -> "a number";
            case Reason() -> "an error text";
            case Flag(boolean sent) -> sent ? "true" : "false";
        };
    }
}
