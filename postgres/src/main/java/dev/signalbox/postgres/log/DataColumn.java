package dev.signalbox.postgres.log;

import java.util.Set;

/**
 * How the content of an event is read. Content is the largest part of a read, so it is converted only once.
 *
 * @param column the column as an SQL expression
 * @param type its type
 * @param asBytes whether to read it as bytes, because the server would refuse to send text that is not UTF-8
 * @param tellsCompressed whether the server can tell if a value is compressed
 */
record DataColumn(String column, String type, boolean asBytes, boolean tellsCompressed) {
    /** Types whose stored size equals the sent size. */
    private static final Set<String> PLAIN = Set.of("text", "json", "bytea");

    String content() {
        String text = type.equals("text") || type.equals("bytea") ? column : "CAST(" + column + " AS text)";
        return convertsToBytes() ? "convert_to(" + text + ", 'SQL_ASCII')" : text;
    }

    private boolean convertsToBytes() {
        return asBytes && !type.equals("bytea");
    }

    String sent() {
        return isSentAsItIs() ? column : content();
    }

    private boolean isSentAsItIs() {
        return PLAIN.contains(type) && !convertsToBytes();
    }

    String sentType() {
        if (isSentAsItIs()) {
            return type;
        }
        return convertsToBytes() ? "bytea" : "text";
    }

    /** Whether the content fits the limit. Its stored size answers this without reading it, unless it is compressed. */
    String fitsIn(String limit) {
        String length = "octet_length(" + content() + ") <= " + limit;
        return isSentAsItIs() && tellsCompressed
                ? "((pg_column_compression(%1$s) IS NULL AND pg_column_size(%1$s) <= %2$s) OR %3$s)"
                        .formatted(column, limit, length)
                : length;
    }
}
