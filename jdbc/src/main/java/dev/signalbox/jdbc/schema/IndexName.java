package dev.signalbox.jdbc.schema;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.signalbox.jdbc.OutboxLayout;

/** The names of Signalbox's indexes. The prefix distinguishes a broken one from the application's indexes. */
public final class IndexName {
    private static final int LONGEST = 63;

    private IndexName() {}

    public static String claim(OutboxLayout layout) {
        return of("signalbox_claim_", layout);
    }

    public static String id(OutboxLayout layout) {
        return of("signalbox_id_", layout);
    }

    /** The index that finds claimed rows. */
    public static String hold(OutboxLayout layout) {
        return of("signalbox_hold_", layout);
    }

    /** The index that finds rows by completion time. */
    public static String done(OutboxLayout layout) {
        return of("signalbox_done_", layout);
    }

    public static String[] all(OutboxLayout layout) {
        return new String[] {claim(layout), id(layout), hold(layout), done(layout)};
    }

    /** Cuts a long name between two characters, and appends a hash of the whole to keep it unique. */
    private static String of(String prefix, OutboxLayout layout) {
        String table = layout.table().table();
        if ((prefix + table).getBytes(UTF_8).length <= LONGEST) {
            return prefix + table;
        }
        String suffix = "_" + Integer.toHexString(table.hashCode());
        int room = LONGEST - prefix.length() - suffix.length();
        StringBuilder cut = new StringBuilder();
        table.codePoints()
                .takeWhile(c -> (cut.toString() + Character.toString(c)).getBytes(UTF_8).length <= room)
                .forEach(cut::appendCodePoint);
        return prefix + cut + suffix;
    }
}
