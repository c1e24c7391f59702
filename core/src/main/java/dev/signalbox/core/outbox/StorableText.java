package dev.signalbox.core.outbox;

/** Text that every database can store. */
public final class StorableText {
    private static final int LONGEST = 2_000;

    private StorableText() {}

    /** The text without NUL and halves of surrogate pairs, limited in length. */
    public static String of(String text) {
        int length = Math.min(text.length(), LONGEST);
        StringBuilder clean = new StringBuilder(length);
        for (int i = 0; i < length; ) {
            int point = text.codePointAt(i);
            i += Character.charCount(point);
            boolean half = point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
            if (point == 0 || half) {
                clean.append('\ufffd');
            } else if (i <= length) {
                clean.appendCodePoint(point);
            }
        }
        return clean.toString();
    }
}
