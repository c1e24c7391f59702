package dev.signalbox.core.log;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Optional;

/** A place in a log, from which a publisher gets events. */
public sealed interface LogStart {
    /** Completes the sentence "must be …". */
    String ALLOWED = "beginning, end, position with a number (position 4711) or time with a time"
            + " (time 2026-01-31T12:00:00Z)";

    /** Before the first event. */
    record Beginning() implements LogStart {}

    /** Behind the last event that is there when the publisher is met for the first time. */
    record End() implements LogStart {}

    /** Behind the event at this position. */
    record AtPosition(long position) implements LogStart {}

    /** Before the first event that happened at this time or later. */
    record AtTime(Instant time) implements LogStart {}

    /** What people write; a number alone is a position. */
    static Optional<LogStart> parse(String text) {
        String[] words = text.strip().split("\\s+", -1);
        String first = words[0].toLowerCase(Locale.ROOT);
        if (words.length == 1) {
            return switch (first) {
                case "beginning" -> Optional.of(new Beginning());
                case "end" -> Optional.of(new End());
                default -> position(first);
            };
        }
        return words.length > 2
                ? Optional.empty()
                : switch (first) {
                    case "position" -> position(words[1]);
                    case "time" -> time(words[1]);
                    default -> Optional.empty();
                };
    }

    private static Optional<LogStart> position(String text) {
        try {
            long position = Long.parseLong(text);
            return position < 0 ? Optional.empty() : Optional.of(new AtPosition(position));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static Optional<LogStart> time(String text) {
        try {
            return Optional.of(new AtTime(Instant.parse(text)));
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }
}
