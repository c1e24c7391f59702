package dev.signalbox.postgres.outbox;

import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.fault.WriteFaults;
import dev.signalbox.jdbc.fault.WrittenValue;

/** The values that Signalbox writes, as SQL. */
final class PostgresWrittenValues {
    private PostgresWrittenValues() {}

    /** As the statements write it: an error text is cut, a word is not. */
    static String of(PostgresColumn column, WrittenValue value) {
        return switch (value) {
            case WrittenValue.Word(String text) -> Quoting.POSTGRESQL.literal(text);
            case WrittenValue.Time() -> PostgresOutboxSql.now(column);
            case WrittenValue.Endless() -> cast("'infinity'", column);
            case WrittenValue.Nothing() -> "NULL";
            case WrittenValue.Attempts() -> "1";
            case WrittenValue.Reason() -> cast("repeat('x', " + WriteFaults.LONGEST_REASON + ")", column);
            case WrittenValue.Flag(boolean sent) -> sent ? "TRUE" : "FALSE";
        };
    }

    /** The same as a value of the column's type. */
    static String typed(PostgresColumn column, WrittenValue value) {
        return cast(of(column, value), column);
    }

    private static String cast(String value, PostgresColumn column) {
        return "CAST(" + value + " AS " + column.exactType() + ")";
    }
}
