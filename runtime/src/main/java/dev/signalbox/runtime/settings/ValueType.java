package dev.signalbox.runtime.settings;

import java.time.DateTimeException;
import java.util.Optional;
import java.util.function.Function;

/**
 * One type of value: how it is written and what is allowed.
 *
 * @param allowed completes the sentence "must be …"
 * @param secret whether values must never be shown
 */
public record ValueType<T>(String name, String allowed, boolean secret, Parser<T> parser) {
    /** Parses text to a value. */
    public interface Parser<T> {
        T parse(String text) throws InvalidValueException;
    }

    public static <T> ValueType<T> of(String name, String allowed, Parser<T> parser) {
        return new ValueType<>(name, allowed, false, parser);
    }

    /** A type whose parser returns empty, or throws as the JDK's parsers do, if a text is not allowed. */
    public static <T> ValueType<T> parsed(String name, String allowed, Function<String, Optional<T>> parser) {
        return of(name, allowed, text -> {
            try {
                return parser.apply(text).orElseThrow(() -> new InvalidValueException("must be " + allowed));
            } catch (IllegalArgumentException | DateTimeException e) {
                throw new InvalidValueException("must be " + allowed);
            }
        });
    }

    public T parse(String text) throws InvalidValueException {
        return parser.parse(text);
    }

    public ValueType<Optional<T>> optional() {
        return new ValueType<>(name, allowed, secret, text -> Optional.of(parser.parse(text)));
    }

    ValueType<T> asSecret() {
        return new ValueType<>(name, allowed, true, parser);
    }
}
