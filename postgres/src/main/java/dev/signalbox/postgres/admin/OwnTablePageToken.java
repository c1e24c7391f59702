package dev.signalbox.postgres.admin;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The last row of a page of Signalbox's own table, as the text token that requests the next page. */
record OwnTablePageToken(int shard, long position) {
    private static final Pattern TEXT = Pattern.compile("(\\d{1,2})_(-?\\d{1,19})");

    String text() {
        return shard + "_" + position;
    }

    static OwnTablePageToken parse(String text) {
        Matcher parts = TEXT.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException("not a mark");
        }
        return new OwnTablePageToken(Integer.parseInt(parts.group(1)), Long.parseLong(parts.group(2)));
    }
}
