package dev.signalbox.postgres.log;

import java.util.Set;

/**
 * How the content of an event is read. It is most of what a read brings, so nothing is done to it twice.
 *
 * @param column as it stands in a statement
 * @param type its type
 * @param asBytes whether it has to be sent as bytes, because the server would refuse to send text that is not UTF-8
 * @param tellsCompressed whether the server can say of a value if it is compressed
 */
record DataColumn(String column, String type, boolean asBytes, boolean tellsCompressed) {
    /** Types whose values are stored as they are sent. */
    private static final Set<String> PLAIN = Set.of("text", "json", "bytea");

    /** The content as text, or as bytes. */
    String content() {
        String text = type.equals("text") || type.equals("bytea") ? column : "CAST(" + column + " AS text)";
        return convertsToBytes() ? "convert_to(" + text + ", 'SQL_ASCII')" : text;
    }

    private boolean convertsToBytes() {
        return asBytes && !type.equals("bytea");
    }

    /** The content as it is sent. */
    String sent() {
        return isSentAsItIs() ? column : content();
    }

    private boolean isSentAsItIs() {
        return PLAIN.contains(type) && !convertsToBytes();
    }

    /** The type in which it is sent. */
    String sentType() {
        if (isSentAsItIs()) {
            return type;
        }
        return convertsToBytes() ? "bytea" : "text";
    }

    /** Whether it is not larger than that. The size in the table says so at once, unless the value is compressed there. */
    String fitsIn(String limit) {
        String length = "octet_length(" + content() + ") <= " + limit;
        return isSentAsItIs() && tellsCompressed
                ? "((pg_column_compression(%1$s) IS NULL AND pg_column_size(%1$s) <= %2$s) OR %3$s)"
                        .formatted(column, limit, length)
                : length;
    }
}
