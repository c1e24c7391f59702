package dev.signalbox.mysql.outbox;

import java.util.Locale;
import java.util.Set;

/**
 * What the information schema says about one column of an outbox table.
 *
 * @param type in lower case, without length or precision
 * @param exactType with length and precision
 * @param charset empty if it holds no characters
 * @param characters how many it holds at most
 * @param octets how many bytes it holds at most
 * @param fraction how many digits of a second it keeps
 * @param updatesItself whether it takes the time of each update, as the first timestamp of a table does on some servers
 * @param rights what we may do with it, separated by commas
 */
public record MySqlColumn(
        String name,
        String type,
        String exactType,
        String charset,
        String collation,
        long characters,
        long octets,
        int fraction,
        boolean updatesItself,
        boolean neverNull,
        String rights) {
    /** Where reasons are recorded beside a table that has no column for them. */
    static final MySqlColumn RECORDED_REASON =
            new MySqlColumn("error", "text", "text", "utf8mb4", "utf8mb4_bin", 65_535, 65_535, 0, false, false, "");

    private static final Set<String> NUMBERS = Set.of("tinyint", "smallint", "mediumint", "int", "bigint", "decimal");
    private static final Set<String> WHOLE_NUMBERS = Set.of("smallint", "mediumint", "int", "bigint");
    private static final Set<String> UTF8 = Set.of("utf8mb4", "utf8mb3", "utf8", "ascii");

    public boolean isText() {
        return !charset.isEmpty();
    }

    /** Whether an index has its texts in their own order. */
    boolean isOrderedText() {
        return isText() && !type.equals("enum") && !type.equals("set");
    }

    public boolean isNumber() {
        return NUMBERS.contains(type);
    }

    /** Whether it holds whole numbers, each of which is written in one way only. */
    public boolean isWholeNumber() {
        return WHOLE_NUMBERS.contains(type) && !exactType.contains("zerofill");
    }

    boolean isUnsigned() {
        return exactType.contains("unsigned");
    }

    boolean isMoment() {
        return type.equals("timestamp") || type.equals("datetime");
    }

    /** Whether its bytes are those of UTF-8, or none of the server's business. */
    boolean isUtf8() {
        return UTF8.contains(charset) || (charset.isEmpty() && !type.equals("json"));
    }

    /** Whether only what is the same to the last byte is taken for equal. */
    public boolean isExact() {
        String lower = collation.toLowerCase(Locale.ROOT);
        return isWholeNumber()
                || lower.equals("utf8mb4_0900_bin")
                || lower.endsWith("_nopad_bin")
                || lower.equals("binary");
    }

    /** Whether it tells apart at least what the other column's collation does. */
    boolean isAsExactAs(MySqlColumn other) {
        boolean bytes = collation.toLowerCase(Locale.ROOT).endsWith("_bin");
        return isExact() || collation.equals(other.collation) || (bytes && other.overlooksSpaces());
    }

    /** Whether spaces at the end make no difference, as they do not even for most binary collations. */
    private boolean overlooksSpaces() {
        String lower = collation.toLowerCase(Locale.ROOT);
        return !isExact() && !lower.contains("_0900_") && !lower.contains("nopad");
    }

    boolean may(String right) {
        return Set.of(rights.split(",")).contains(right);
    }

    /** As much of the text as can be stored here: a verdict must not fail on the reason for it. */
    String fitting(String text) {
        int highest = highest();
        // A column's length is in characters or, for the larger types, in bytes
        long longest = highest < 0x80 || octets > characters ? characters : octets / 4;
        StringBuilder fitting = new StringBuilder();
        text.codePoints()
                .limit(longest)
                .map(point -> point <= highest ? point : '?')
                .forEach(fitting::appendCodePoint);
        return fitting.toString();
    }

    /** The highest character that surely can be stored. */
    private int highest() {
        return switch (charset) {
            case "utf8mb4", "utf16", "utf16le", "utf32" -> Character.MAX_CODE_POINT;
            case "utf8mb3", "utf8", "ucs2" -> 0xffff;
            default -> 0x7f;
        };
    }
}
