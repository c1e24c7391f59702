package dev.signalbox.eventstore;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a read has seen: not a position, because an event with a lower position may be committed later, but PostgreSQL's
 * snapshot of the visible transactions.
 *
 * @param position the highest position that was visible
 * @param snapshot PostgreSQL's snapshot, as {@code xmin:xmax:open,…}
 * @param reader the reading transaction if it has written something, else 0; it sees its own events, which its snapshot does
 *     not show
 */
public record Cursor(long position, String snapshot, long reader) {
    private static final Pattern SNAPSHOT = Pattern.compile("\\d{1,19}:(\\d{1,19}):((?:\\d{1,19}(?:,\\d{1,19})*)?)");
    private static final Pattern TEXT = Pattern.compile("(\\d{1,18})@([0-9:,]+)(?:\\+(\\d{1,18}))?");

    /** Before all events. */
    public static final Cursor START = new Cursor(0, "1:1:", 0);

    public Cursor {
        if (position < 0 || reader < 0 || !SNAPSHOT.matcher(snapshot).matches()) {
            throw new IllegalArgumentException(
                    "No cursor: position " + position + ", snapshot '" + snapshot + "', reader " + reader);
        }
    }

    /** Parses the result of {@link #toString}, so that a cursor can travel to a client and back. */
    public static Cursor parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("'" + text + "' is no cursor");
        }
        String reader = matcher.group(3);
        return new Cursor(
                Long.parseLong(matcher.group(1)), matcher.group(2), reader == null ? 0 : Long.parseLong(reader));
    }

    @Override
    public String toString() {
        return position + "@" + snapshot + (reader == 0 ? "" : "+" + reader);
    }

    /** No transaction from this id on had ended. */
    String firstUnseen() {
        return part(1);
    }

    /** Earlier transactions whose events may be unseen: those that were open, and the reader itself. */
    List<String> openTransactions() {
        String open = part(2);
        String all = reader == 0 ? open : open.isEmpty() ? Long.toString(reader) : open + "," + reader;
        return all.isEmpty() ? List.of() : Arrays.asList(all.split(",", -1));
    }

    private String part(int group) {
        Matcher matcher = SNAPSHOT.matcher(snapshot);
        if (!matcher.matches()) {
            throw new IllegalStateException(snapshot);
        }
        return matcher.group(group);
    }
}
