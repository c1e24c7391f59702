package dev.signalbox.demo.view;

import dev.signalbox.demo.workload.LineHighlight;

/** Adds colours to texts, unless they are turned off. */
public record TerminalColors(boolean enabled) {
    public String of(LineHighlight severity, String text) {
        return switch (severity) {
            case NORMAL -> text;
            case GOOD -> style("32", text);
            case WARNING -> style("33", text);
            case ERROR -> style("1;31", text);
        };
    }

    String dim(String text) {
        return style("2", text);
    }

    public String bold(String text) {
        return style("1", text);
    }

    private String style(String code, String text) {
        return enabled && !text.isEmpty() ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
    }
}
