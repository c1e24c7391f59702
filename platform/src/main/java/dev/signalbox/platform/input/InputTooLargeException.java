package dev.signalbox.platform.input;

/** A body or batch that exceeds its limit. */
public final class InputTooLargeException extends Exception {
    public InputTooLargeException(String what, long limit, String unit) {
        super("%s exceeds the limit of %d %s".formatted(what, limit, unit));
    }
}
