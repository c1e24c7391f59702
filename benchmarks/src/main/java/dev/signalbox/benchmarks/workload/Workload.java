package dev.signalbox.benchmarks.workload;

import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * The messages: 1,000 groups, payloads of 512 bytes that contain the message's number. Four consecutive messages belong to one
 * group, so that parallel work on one group is detected.
 */
public final class Workload {
    public static final int GROUPS = 1_000;
    public static final int PAYLOAD_BYTES = 512;
    public static final String TYPE = "OrderPlaced";

    private static final int RUN = 4;
    private static final int DIGITS = 13;
    static final String BEFORE_NUMBER = "{\"id\":\"";

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

    public static String id(long number) {
        return "%013d".formatted(number);
    }

    public static int groupOf(long number) {
        return (int) (number / RUN % GROUPS);
    }

    public static String groupName(long number) {
        return "group-%03d".formatted(groupOf(number));
    }

    public static String payload(long number) {
        return BEFORE_NUMBER + id(number) + BEFORE_GROUP + groupName(number) + BEFORE_TEXT + TEXT + END;
    }

    public static Map<String, String> values(int number) {
        return Map.of("id", id(number), "group", groupName(number), "type", TYPE, "payload", payload(number));
    }

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

    /** SQL expressions of message {@code n}, with functions that PostgreSQL, MySQL and MariaDB share. */
    public static Map<String, String> sqlNames() {
        String id = "lpad(concat(n), " + DIGITS + ", '0')";
        String block = "(n - mod(n, " + RUN + ")) / " + RUN;
        String group = "concat('group-', lpad(concat(floor(mod(" + block + ", " + GROUPS + "))), 3, '0'))";
        String payload = "concat('" + BEFORE_NUMBER + "', " + id + ", '" + BEFORE_GROUP + "', " + group + ", '"
                + BEFORE_TEXT + TEXT + END + "')";
        return Map.of(
                "id", id,
                "group", group,
                "type", "'" + TYPE + "'",
                "payload", payload);
    }
}
