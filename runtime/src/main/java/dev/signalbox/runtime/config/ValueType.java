package dev.signalbox.runtime.config;

import java.util.Optional;

/**
 * One kind of value: how it is written and what is allowed.
 *
 * @param allowed completes the sentence "must be …"
 * @param secret whether values may never be shown
 */
record ValueType<T>(String name, String allowed, boolean secret, Parser<T> parser) {
    /** Turns text into a value. */
    interface Parser<T> {
        T parse(String text) throws InvalidValueException;
    }

    static <T> ValueType<T> of(String name, String allowed, Parser<T> parser) {
        return new ValueType<>(name, allowed, false, parser);
    }

    T parse(String text) throws InvalidValueException {
        return parser.parse(text);
    }

    ValueType<Optional<T>> optional() {
        return new ValueType<>(name, allowed, secret, text -> Optional.of(parser.parse(text)));
    }
}
