package dev.signalbox.demo;

import dev.signalbox.demo.view.Palette;
import java.util.Locale;

/** How a line of the summary looks. */
final class SummaryLine {
    private SummaryLine() {}

    static String line(String name, long count, String remark) {
        return String.format(Locale.ROOT, "  %-22s %,9d  %s", name, count, remark)
                .stripTrailing();
    }

    /** A count that has to be 0. */
    static String promise(Palette palette, String name, long count) {
        String line = line(name, count, "");
        return count == 0 ? palette.good(line) : palette.bad(line);
    }

    static String number(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }
}
