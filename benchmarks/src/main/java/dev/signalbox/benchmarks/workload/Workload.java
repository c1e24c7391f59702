package dev.signalbox.benchmarks.workload;

import java.nio.charset.StandardCharsets;

/**
 * The messages: 1,000 groups, payloads of 512 bytes that carry the message's number. Four in a row are of one group, so
 * that whoever works on one group in parallel is found out.
 */
public final class Workload {
    public static final int GROUPS = 1_000;
    public static final int PAYLOAD_BYTES = 512;
    public static final String TYPE = "OrderPlaced";
    /** What every 20th group has instead, where messages of two types wait. */
    public static final String RARE_TYPE = "InvoiceSent";

    private static final int RARE = 20;

    private static final int RUN = 4;
    private static final int DIGITS = 13;
    private static final String BEFORE_NUMBER = "{\"id\":\"";
    private static final String BEFORE_GROUP = "\",\"group\":\"";
    private static final String BEFORE_TEXT = "\",\"text\":\"";
    private static final String END = "\"}";
    private static final int GROUP_LENGTH = "group-000".length();
    private static final String TEXT = "-"
            .repeat(PAYLOAD_BYTES
                    - BEFORE_NUMBER.length()
                    - DIGITS
                    - BEFORE_GROUP.length()
                    - GROUP_LENGTH
                    - BEFORE_TEXT.length()
                    - END.length());

    private Workload() {}

    /** The row's id: the number with zeros before it. */
    public static String id(long number) {
        return "%013d".formatted(number);
    }

    public static int groupOf(long number) {
        return (int) (number / RUN % GROUPS);
    }

    /** How many of the first messages are of the usual type, where there are two. */
    public static int usualOf(int messages) {
        int round = RUN * RARE;
        return messages - messages / round * RUN - Math.min(messages % round, RUN);
    }

    public static String groupName(long number) {
        return "group-%03d".formatted(groupOf(number));
    }

    public static String payload(long number) {
        return BEFORE_NUMBER + id(number) + BEFORE_GROUP + groupName(number) + BEFORE_TEXT + TEXT + END;
    }

    /** The number in a payload that begins there. */
    public static long numberIn(byte[] bytes, int start) {
        int from = start + BEFORE_NUMBER.length();
        if (from + DIGITS > bytes.length) {
            throw new IllegalArgumentException("no message begins at byte " + start);
        }
        long number = 0;
        for (int i = from; i < from + DIGITS; i++) {
            int digit = bytes[i] - '0';
            if (digit < 0 || digit > 9) {
                throw new IllegalArgumentException(
                        "not a message: " + new String(bytes, start, DIGITS, StandardCharsets.UTF_8));
            }
            number = number * 10 + digit;
        }
        return number;
    }

    /** SQL for the id of the message whose number the expression gives. */
    public static String idSql(Dialect dialect, String number) {
        return dialect.padded(number, DIGITS);
    }

    /** SQL for its group. */
    public static String groupSql(Dialect dialect, String number) {
        return dialect.joined("'group-'", dialect.padded(dialect.quotient(number, RUN) + " % " + GROUPS, 3));
    }

    /** SQL for its type, where there are two. */
    public static String eitherTypeSql(Dialect dialect, String number) {
        String rare = "(" + dialect.quotient(number, RUN) + ") % " + RARE + " = 0";
        return "CASE WHEN " + rare + " THEN '" + RARE_TYPE + "' ELSE '" + TYPE + "' END";
    }

    /** SQL for its payload. */
    public static String payloadSql(Dialect dialect, String number) {
        return dialect.joined(
                "'" + BEFORE_NUMBER + "'",
                idSql(dialect, number),
                "'" + BEFORE_GROUP + "'",
                groupSql(dialect, number),
                "'" + BEFORE_TEXT + TEXT + END + "'");
    }
}
