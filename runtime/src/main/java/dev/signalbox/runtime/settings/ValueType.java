package dev.signalbox.runtime.settings;

import java.util.Optional;

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

    public T parse(String text) throws InvalidValueException {
        return parser.parse(text);
    }

    public ValueType<Optional<T>> optional() {
        return new ValueType<>(name, allowed, secret, text -> Optional.of(parser.parse(text)));
    }
}
