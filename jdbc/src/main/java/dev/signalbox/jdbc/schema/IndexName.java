package dev.signalbox.jdbc.schema;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.signalbox.jdbc.OutboxLayout;
import java.util.Locale;

/** Signalbox's indexes on an outbox table. The prefix of a name distinguishes a broken one from the application's. */
public enum IndexName {
    CLAIM,
    ID,
    /** Finds claimed rows. */
    HOLD,
    /** Finds rows by completion time. */
    DONE;

    private static final int LONGEST = 63;

    /** Cuts a long name between two characters, and appends a hash of the whole to keep it unique. */
    public String of(OutboxLayout layout) {
        String prefix = "signalbox_" + name().toLowerCase(Locale.ROOT) + "_";
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
