package dev.signalbox.demo.view;

import java.util.List;

/** A curve of one line. */
final class Sparkline {
    private static final String BARS = "▁▂▃▄▅▆▇█";

    private Sparkline() {}

    /** The newest values at the right; a constant curve stays low enough to see it rise. */
    static String of(List<Long> values, int width) {
        List<Long> shown = values.subList(Math.max(0, values.size() - width), values.size());
        long top = Math.max(1, shown.stream().mapToLong(Long::longValue).max().orElse(1));
        StringBuilder line = new StringBuilder(" ".repeat(Math.max(0, width - shown.size())));
        for (long value : shown) {
            line.append(BARS.charAt((int) Math.min(7, value * 7 / top)));
        }
        return line.toString();
    }
}
