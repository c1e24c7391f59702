package dev.signalbox.core.message;

/**
 * The largest values, in bytes, that are read from a row besides its payload. A row with a larger one fails, and the
 * value stays in the database.
 *
 * @param group also applies to the tag of an event that holds its group
 * @param headers applies to each column of headers, and to the tags of an event
 */
public record ColumnLimits(int id, int type, int group, int headers) {
    /** Every database can index ids and groups of this size. */
    public static final int LARGEST_KEY = 2_048;

    public static final ColumnLimits DEFAULTS = new ColumnLimits(1 << 10, 1 << 10, 1 << 10, 64 << 10);

    public ColumnLimits {
        check("max-id-bytes", id, LARGEST_KEY);
        check("max-type-bytes", type, Integer.MAX_VALUE);
        check("max-group-bytes", group, LARGEST_KEY);
        check("max-headers-bytes", headers, Integer.MAX_VALUE);
    }

    /** A value of this size is within the limit of every column. */
    public int least() {
        return Math.min(Math.min(id, type), Math.min(group, headers));
    }

    private static void check(String name, int value, int most) {
        if (value < 1 || value > most) {
            throw new IllegalArgumentException(name + ": '" + value + "' is not between 1 and " + most);
        }
    }
}
