package dev.signalbox.mysql.outbox;

import dev.signalbox.jdbc.LimitedColumn;
import dev.signalbox.jdbc.fault.WriteFaults;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A column of an outbox table, from the information schema.
 *
 * @param type in lower case, without length or precision
 * @param exactType with length and precision
 * @param charset empty if it holds no text
 * @param characters its maximum length in characters
 * @param octets its maximum length in bytes
 * @param fraction its fractional digits of seconds
 * @param updatesItself whether each update sets it to the current time, as for a table's first timestamp on some
 *     servers
 * @param rights our rights on the column, separated by commas
 * @param values where its values come from
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
        String rights,
        ColumnValues values)
        implements WriteFaults.WrittenColumn {
    /**
     * Where the values of a column come from.
     *
     * @param computed whether the database computes them
     * @param filled whether an inserted row may leave them out
     * @param rest what follows its type and collation in the statement that would change it
     */
    record ColumnValues(boolean computed, boolean filled, String rest) {
        static final ColumnValues PLAIN = new ColumnValues(false, true, "");
    }

    /** The column for reasons beside a table that has none. */
    static final MySqlColumn RECORDED_REASON = new MySqlColumn(
            "error", "text", "text", "utf8mb4", "utf8mb4_bin", 65_535, 65_535, 0, false, false, "", ColumnValues.PLAIN);

    private static final Set<String> NUMBERS = Set.of("tinyint", "smallint", "mediumint", "int", "bigint", "decimal");
    private static final Set<String> WHOLE_NUMBERS = Set.of("smallint", "mediumint", "int", "bigint");
    private static final Pattern DIGITS = Pattern.compile("\\((\\d{1,4}),(\\d{1,4})\\)");
    private static final Pattern LABEL = Pattern.compile("'((?:[^']|'')*)'");
    private static final Set<String> UTF8 = Set.of("utf8mb4", "utf8mb3", "utf8", "ascii");

    /** The column with a limit for the size of its value. */
    LimitedColumn limited(String expression, int limit) {
        boolean isShort = isNumber() || isMoment() || isUuid() || (octets > 0 && octets <= limit);
        return new LimitedColumn(name, isShort ? null : "octet_length(" + expression + ")", limit);
    }

    public boolean isText() {
        return !charset.isEmpty();
    }

    /** Whether an index keeps its texts in order. */
    boolean isOrderedText() {
        return isText() && !type.equals("enum") && !type.equals("set");
    }

    public boolean isNumber() {
        return NUMBERS.contains(type);
    }

    /** Whether it holds whole numbers, each with only one text form. */
    public boolean isWholeNumber() {
        return WHOLE_NUMBERS.contains(type) && !exactType.contains("zerofill");
    }

    /** Whether it is MariaDB's type for UUIDs, which statements compare with their text. */
    boolean isUuid() {
        return type.equals("uuid");
    }

    boolean isUnsigned() {
        return exactType.contains("unsigned");
    }

    boolean isMoment() {
        return type.equals("timestamp") || type.equals("datetime");
    }

    /** Whether its bytes are UTF-8, or not interpreted by the server. */
    boolean isUtf8() {
        return UTF8.contains(charset) || (charset.isEmpty() && !type.equals("json"));
    }

    /** Whether only identical bytes compare as equal. */
    public boolean isExact() {
        String lower = collation.toLowerCase(Locale.ROOT);
        return isWholeNumber()
                || lower.equals("utf8mb4_0900_bin")
                || lower.endsWith("_nopad_bin")
                || lower.equals("binary");
    }

    /** Whether it distinguishes at least what the other column's collation distinguishes. */
    boolean isAsExactAs(MySqlColumn other) {
        boolean bytes = collation.toLowerCase(Locale.ROOT).endsWith("_bin");
        return isExact() || collation.equals(other.collation) || (bytes && other.overlooksSpaces());
    }

    /** Whether the collation ignores trailing spaces, as even most binary collations do. */
    private boolean overlooksSpaces() {
        String lower = collation.toLowerCase(Locale.ROOT);
        return !isExact() && !lower.contains("_0900_") && !lower.contains("nopad");
    }

    boolean may(String right) {
        return Set.of(rights.split(",")).contains(right);
    }

    /** Cuts the text to what fits here: recording a verdict must not fail because of its reason. */
    String fitting(String text) {
        int highest = highest();
        StringBuilder fitting = new StringBuilder();
        text.codePoints()
                .limit(longest())
                .map(point -> point <= highest ? point : '?')
                .forEach(fitting::appendCodePoint);
        return fitting.toString();
    }

    /** The length that always fits: a column's is in characters or, for the larger types, in bytes. */
    private long longest() {
        return highest() < 0x80 || octets > characters ? characters : octets / 4;
    }

    /** The highest character that can always be stored. */
    private int highest() {
        return switch (charset) {
            case "utf8mb4", "utf16", "utf16le", "utf32" -> Character.MAX_CODE_POINT;
            case "utf8mb3", "utf8", "ucs2" -> 0xffff;
            default -> 0x7f;
        };
    }

    @Override
    public boolean computed() {
        return values.computed();
    }

    @Override
    public long room() {
        return charset.isEmpty() || characters == 0 ? Long.MAX_VALUE : longest();
    }

    @Override
    public long largest() {
        return switch (type) {
            case "tinyint" -> isUnsigned() ? 255 : 127;
            case "decimal" -> {
                Matcher limit = DIGITS.matcher(exactType);
                yield limit.find()
                        ? (long) Math.pow(10, Integer.parseInt(limit.group(1)) - Integer.parseInt(limit.group(2))) - 1
                        : Long.MAX_VALUE;
            }
            default -> Long.MAX_VALUE;
        };
    }

    /** Whether it holds numbers with a fraction, which cannot be ids. */
    boolean isFractional() {
        Matcher limit = DIGITS.matcher(exactType);
        return type.equals("decimal") && limit.find() && !limit.group(2).equals("0");
    }

    boolean isEnumeration() {
        return type.equals("enum");
    }

    /** The values of an enumeration. */
    List<String> labels() {
        return isEnumeration()
                ? LABEL.matcher(exactType)
                        .results()
                        .map((MatchResult label) -> label.group(1).replace("''", "'"))
                        .toList()
                : List.of();
    }

    @Override
    public List<String> refused(List<String> words) {
        if (!isText()) {
            return List.copyOf(words);
        }
        if (!isOrderedText()) {
            boolean exact = collation.endsWith("_bin");
            return words.stream()
                    .filter(word -> labels().stream()
                            .noneMatch(label -> exact ? label.equals(word) : label.equalsIgnoreCase(word)))
                    .toList();
        }
        return words.stream()
                .filter(word -> characters > 0 && word.codePointCount(0, word.length()) > characters)
                .toList();
    }

    @Override
    public String neededFor(List<String> words) {
        if (isText() && !isOrderedText()) {
            return "an enumeration with " + String.join(", ", words);
        }
        int longest = words.stream().mapToInt(String::length).max().orElse(1);
        return "text, or at least varchar(%d)".formatted(longest);
    }

    /** The type of an enumeration with more values. */
    String enumerationWith(List<String> more) {
        String all = Stream.concat(labels().stream(), more.stream())
                .map(label -> "'" + label.replace("'", "''") + "'")
                .collect(Collectors.joining(","));
        return "enum(" + all + ")";
    }
}
