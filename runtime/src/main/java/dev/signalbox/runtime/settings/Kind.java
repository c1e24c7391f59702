package dev.signalbox.runtime.settings;

import java.util.Optional;

/**
 * One kind of value: how it is written and what is allowed.
 *
 * @param allowed completes the sentence "must be …"
 * @param secret whether values may never be shown
 */
public record Kind<T>(String name, String allowed, boolean secret, Parser<T> parser) {
    /** Turns text into a value. */
    public interface Parser<T> {
        T parse(String text) throws BadValue;
    }

    public static <T> Kind<T> of(String name, String allowed, Parser<T> parser) {
        return new Kind<>(name, allowed, false, parser);
    }

    public T parse(String text) throws BadValue {
        return parser.parse(text);
    }

    public Kind<Optional<T>> optional() {
        return new Kind<>(name, allowed, secret, text -> Optional.of(parser.parse(text)));
    }
}
