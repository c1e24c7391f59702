package dev.signalbox.demo.workload;

import java.util.Locale;

/** A line of the view: what it is about, and the figures or a command to try. */
public record ViewLine(String label, String text, LineHighlight severity) {
    @SuppressWarnings("AnnotateFormatMethod") // the annotation is in a library that the demo does not use
    public static ViewLine of(String label, String format, Object... values) {
        return new ViewLine(label, String.format(Locale.ROOT, format, values), LineHighlight.NORMAL);
    }

    public ViewLine goodIf(boolean condition) {
        return condition ? new ViewLine(label, text, LineHighlight.GOOD) : this;
    }

    public ViewLine warningIf(boolean condition) {
        return condition ? new ViewLine(label, text, LineHighlight.WARNING) : this;
    }

    public ViewLine errorIf(boolean condition) {
        return condition ? new ViewLine(label, text, LineHighlight.ERROR) : this;
    }

    @Override
    public String toString() {
        return label + " " + text;
    }
}
