package dev.signalbox.postgres.outbox;

import dev.signalbox.jdbc.LimitedColumn;
import dev.signalbox.jdbc.fault.WriteFaults;
import dev.signalbox.postgres.ColumnSize;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The catalogue entry of one column of an outbox table.
 *
 * @param type the type for casts, without length or precision
 * @param exactType the type with length and precision
 * @param baseType the type that a domain is based on
 * @param category PostgreSQL's letter for the type category
 * @param values what limits its values
 */
public record PostgresColumn(
        String name,
        String type,
        String exactType,
        String baseType,
        String category,
        boolean maySelect,
        boolean mayUpdate,
        boolean leadsIndex,
        boolean neverNull,
        ColumnValues values)
        implements WriteFaults.WrittenColumn {
    private static final Pattern DIGITS = Pattern.compile("numeric\\((\\d{1,4}),(\\d{1,4})\\)");
    private static final String NUMBER = "[-+]?\\d+";
    private static final Set<String> BOOLEANS =
            Set.of("t", "true", "f", "false", "y", "yes", "n", "no", "on", "off", "1", "0");
    private static final Set<String> STRUCTURED = Set.of("uuid", "json", "jsonb", "xml", "inet", "cidr");

    /**
     * What limits the values of a column.
     *
     * @param characters the longest text; 0 if there is no limit
     * @param labels the values of an enumeration
     * @param computed whether the database computes them
     * @param filled whether an inserted row may leave them out
     */
    public record ColumnValues(int characters, List<String> labels, boolean computed, boolean filled) {
        static ColumnValues of(ResultSet row) throws SQLException {
            return new ColumnValues(
                    row.getInt("characters"),
                    List.of((String[]) row.getArray("labels").getArray()),
                    row.getBoolean("computed"),
                    row.getBoolean("filled"));
        }
    }

    /** The column with a limit for the size of its value. */
    public LimitedColumn limited(String expression, int limit) {
        return category.equals("E")
                ? new LimitedColumn(name, null, limit)
                : ColumnSize.limited(name, expression, baseType, exactType, limit);
    }

    boolean isBoolean() {
        return baseType.equals("boolean");
    }

    boolean isText() {
        return category.equals("S");
    }

    boolean isBytes() {
        return baseType.equals("bytea");
    }

    boolean isMoment() {
        return isZoned() || baseType.equals("timestamp without time zone");
    }

    boolean isZoned() {
        return baseType.equals("timestamp with time zone");
    }

    public boolean isNumber() {
        return category.equals("N");
    }

    @Override
    public boolean computed() {
        return values.computed();
    }

    @Override
    public long room() {
        return values.characters() == 0 ? Long.MAX_VALUE : values.characters();
    }

    @Override
    public long largest() {
        Matcher limit = DIGITS.matcher(exactType);
        return limit.matches()
                ? (long) Math.pow(10, Integer.parseInt(limit.group(1)) - Integer.parseInt(limit.group(2))) - 1
                : Long.MAX_VALUE;
    }

    /** Whether its values have an order and can be compared. */
    boolean isComparable() {
        return !baseType.equals("json") && !baseType.equals("xml");
    }

    boolean isEnumeration() {
        return category.equals("E");
    }

    @Override
    public List<String> refused(List<String> words) {
        return words.stream().filter(word -> !holds(word)).toList();
    }

    /** Types that are not built in are trusted: whether they hold a word shows the first write. */
    private boolean holds(String word) {
        return switch (category) {
            case "S" -> word.codePointCount(0, word.length()) <= room();
            case "E" -> values.labels().contains(word);
            case "N" -> word.matches(NUMBER);
            case "B" -> BOOLEANS.contains(word.toLowerCase(Locale.ROOT));
            case "D", "T", "A" -> false;
            default -> !STRUCTURED.contains(baseType);
        };
    }

    @Override
    public String neededFor(List<String> words) {
        String all = String.join(", ", words);
        if (isEnumeration()) {
            return "an enumeration with " + all;
        }
        int longest = words.stream().mapToInt(String::length).max().orElse(1);
        return isText() ? "text, or at least varchar(%d)".formatted(longest) : "text, or an enumeration with " + all;
    }
}
