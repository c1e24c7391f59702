package dev.signalbox.demo.view;

import java.util.function.UnaryOperator;

/** A line that is built from left to right and never gets wider than the terminal. */
final class Row {
    private final StringBuilder text = new StringBuilder();
    private final int width;
    private int used;

    Row(int width) {
        this.width = width;
    }

    Row add(String plain) {
        return add(plain, UnaryOperator.identity());
    }

    /** Adds text in a style; what doesn't fit is cut off, and a sign says so. */
    Row add(String plain, UnaryOperator<String> style) {
        int room = width - used;
        String clean = plain.replaceAll("\\p{Cntrl}", " ");
        if (room > 0 && !clean.isEmpty()) {
            String shown = clean.length() <= room ? clean : clean.substring(0, room - 1) + "…";
            text.append(style.apply(shown));
            used += shown.length();
        }
        return this;
    }

    /** Moves on to a column. */
    Row to(int column) {
        return used < column ? add(" ".repeat(Math.min(column, width) - used)) : this;
    }

    /** Puts text at the right end, if there is room for all of it. */
    Row right(String plain, UnaryOperator<String> style) {
        return used + plain.length() + 1 < width ? to(width - plain.length()).add(plain, style) : this;
    }

    int room() {
        return width - used;
    }

    String rendered() {
        return text.toString();
    }
}
