package dev.signalbox.runtime.settings;

/** A value that must never be shown: its text form is a mask. */
public record Secret(String value) {
    @Override
    public String toString() {
        return Masking.MASK;
    }
}
