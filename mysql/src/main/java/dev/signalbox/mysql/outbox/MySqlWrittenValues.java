package dev.signalbox.mysql.outbox;

import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.fault.WriteFaults;
import dev.signalbox.jdbc.fault.WrittenValue;

/** The values that Signalbox writes, as SQL. */
final class MySqlWrittenValues {
    private static final String REASON = "x".repeat(WriteFaults.LONGEST_REASON);

    private MySqlWrittenValues() {}

    static String of(MySqlOutboxTable table, MySqlColumn column, WrittenValue value) {
        return switch (value) {
            case WrittenValue.Word(String text) -> Quoting.MYSQL.literal(text);
            case WrittenValue.Time() -> "UTC_TIMESTAMP()";
            case WrittenValue.Endless() -> table.never();
            case WrittenValue.Nothing() -> "NULL";
            case WrittenValue.Attempts() -> "1";
            case WrittenValue.Reason() ->
                "repeat('x', " + column.fitting(REASON).length() + ")";
            case WrittenValue.Flag(boolean sent) -> sent ? "TRUE" : "FALSE";
        };
    }

    /** The same, compared as the column's values are. */
    static String typed(MySqlOutboxTable table, MySqlColumn column, WrittenValue value) {
        String plain = of(table, column, value);
        return column.isText() && !(value instanceof WrittenValue.Nothing)
                ? "CONVERT(%s USING %s) COLLATE %s".formatted(plain, column.charset(), column.collation())
                : plain;
    }
}
