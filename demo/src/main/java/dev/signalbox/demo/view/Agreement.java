package dev.signalbox.demo.view;

import java.time.Duration;
import java.util.Locale;

/**
 * Whether both ends of an example say the same, as it is shown.
 *
 * @param yes how it is said that they do
 * @param before how it is said that they did
 * @param behind events that the other end does not know of yet
 * @param since how long ago they were the same
 */
record Agreement(String yes, String before, boolean agree, long behind, Duration since) {
    Row on(Row row, Palette palette) {
        return agree
                ? row.add("● " + words(), palette::good)
                : row.add("◌ " + Frame.number(behind) + " behind", palette::notable)
                        .add(", " + words(), palette::dim);
    }

    /** For a line of its own. */
    String brief() {
        return "behind " + behind + ", " + words();
    }

    private String words() {
        return agree ? yes : String.format(Locale.ROOT, "%s %.1f s ago", before, since.toMillis() / 1000.0);
    }
}
