package dev.signalbox.runtime.settings;

/** A value that must never be shown: {@code toString} masks it. */
public record Secret(String value) {
    @Override
    public String toString() {
        return Masking.MASK;
    }
}
