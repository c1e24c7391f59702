package dev.signalbox.core.json;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Checks that bytes are exactly one JSON value (RFC 8259) in valid UTF-8, in one pass, without recursion or allocation.
 *
 * <p>A parser would do more (decode, skip a byte order mark, guess UTF-16, limit numbers), and less: overlong forms and
 * encoded surrogates often pass. This check makes it safe to put the bytes between two commas. Not thread-safe: one for
 * each batch.
 */
public final class JsonCheck {
    /** Deeper values are refused. Far above what people write, far below what makes receivers overflow. */
    public static final int MAX_DEPTH = 512;

    private static final byte PLAIN = 0;
    private static final byte STOP = 1;
    private static final byte BACKSLASH = 2;
    private static final byte LEAD_2 = 3;
    private static final byte LEAD_3 = 4;
    private static final byte LEAD_4 = 5;

    /** What each byte means inside a string. */
    private static final byte[] IN_STRING = new byte[256];

    static {
        fill(0x00, 0x1F, STOP);
        IN_STRING['"'] = STOP;
        IN_STRING['\\'] = BACKSLASH;
        // 0x80 to 0xBF only continue a character; 0xC0 and 0xC1 would be overlong; above 0xF4 lies outside Unicode.
        fill(0x80, 0xC1, STOP);
        fill(0xC2, 0xDF, LEAD_2);
        fill(0xE0, 0xEF, LEAD_3);
        fill(0xF0, 0xF4, LEAD_4);
        fill(0xF5, 0xFF, STOP);
    }

    private static void fill(int from, int to, byte meaning) {
        Arrays.fill(IN_STRING, from, to + 1, meaning);
    }

    /** What may come next. */
    private enum Expect {
        VALUE,
        VALUE_OR_CLOSE,
        KEY,
        KEY_OR_CLOSE,
        COMMA_OR_CLOSE,
        NOTHING
    }

    /** One bit for each open bracket: set for an object. */
    private final long[] objects = new long[MAX_DEPTH / Long.SIZE];

    private byte[] bytes = new byte[0];
    private int at;
    private int depth;
    private boolean tooDeep;

    /** Why the bytes are not one valid JSON value; null if they are. Does not quote the content. */
    public @Nullable String fault(byte[] value) {
        bytes = value;
        at = 0;
        depth = 0;
        tooDeep = false;
        return document() ? null : describe();
    }

    private String describe() {
        if (tooDeep) {
            return "nested deeper than %d at byte %d".formatted(MAX_DEPTH, at);
        }
        if (at >= bytes.length) {
            return bytes.length == 0 ? "empty" : "ends too early, after %d bytes".formatted(bytes.length);
        }
        return "unexpected byte 0x%02X at byte %d of %d".formatted(bytes[at] & 0xFF, at, bytes.length);
    }

    /** Leaves {@link #at} on the offending byte if it returns false. */
    private boolean document() {
        Expect expect = Expect.VALUE;
        while (true) {
            skipSpace();
            if (at == bytes.length) {
                return expect == Expect.NOTHING;
            }
            Expect next = step(expect, bytes[at]);
            if (next == null) {
                return false;
            }
            expect = next;
        }
    }

    private @Nullable Expect step(Expect expect, byte b) {
        return switch (expect) {
            case VALUE -> value(b);
            case VALUE_OR_CLOSE -> b == ']' ? close() : value(b);
            case KEY -> key(b);
            case KEY_OR_CLOSE -> b == '}' ? close() : key(b);
            case COMMA_OR_CLOSE -> commaOrClose(b);
            case NOTHING -> null;
        };
    }

    private @Nullable Expect value(byte b) {
        return switch (b) {
            case '{' -> open(true);
            case '[' -> open(false);
            case '"' -> string() ? afterValue() : null;
            case 't' -> word("true") ? afterValue() : null;
            case 'f' -> word("false") ? afterValue() : null;
            case 'n' -> word("null") ? afterValue() : null;
            default -> number() ? afterValue() : null;
        };
    }

    private @Nullable Expect open(boolean object) {
        if (depth == MAX_DEPTH) {
            tooDeep = true;
            return null;
        }
        int word = depth / Long.SIZE;
        long bit = 1L << depth;
        objects[word] = object ? objects[word] | bit : objects[word] & ~bit;
        depth++;
        at++;
        return object ? Expect.KEY_OR_CLOSE : Expect.VALUE_OR_CLOSE;
    }

    private Expect close() {
        depth--;
        at++;
        return afterValue();
    }

    private Expect afterValue() {
        return depth == 0 ? Expect.NOTHING : Expect.COMMA_OR_CLOSE;
    }

    private boolean inObject() {
        int top = depth - 1;
        return (objects[top / Long.SIZE] & 1L << top) != 0;
    }

    private @Nullable Expect commaOrClose(byte b) {
        boolean object = inObject();
        if (b == ',') {
            at++;
            return object ? Expect.KEY : Expect.VALUE;
        }
        return b == (object ? '}' : ']') ? close() : null;
    }

    private @Nullable Expect key(byte b) {
        if (b != '"' || !string()) {
            return null;
        }
        skipSpace();
        if (!take(':')) {
            return null;
        }
        return Expect.VALUE;
    }

    private void skipSpace() {
        while (at < bytes.length) {
            byte b = bytes[at];
            if (b != ' ' && b != '\n' && b != '\r' && b != '\t') {
                return;
            }
            at++;
        }
    }

    private boolean take(char wanted) {
        if (at < bytes.length && bytes[at] == wanted) {
            at++;
            return true;
        }
        return false;
    }

    private boolean word(String wanted) {
        for (int i = 0; i < wanted.length(); i++) {
            if (!take(wanted.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private boolean number() {
        take('-');
        if (!take('0') && !digits()) {
            return false;
        }
        if (take('.') && !digits()) {
            return false;
        }
        if (take('e') || take('E')) {
            if (!take('+')) {
                take('-');
            }
            return digits();
        }
        return true;
    }

    private boolean digits() {
        int start = at;
        while (at < bytes.length && bytes[at] >= '0' && bytes[at] <= '9') {
            at++;
        }
        return at > start;
    }

    private boolean string() {
        at++;
        while (true) {
            skipPlain();
            if (at == bytes.length) {
                return false;
            }
            byte b = bytes[at];
            if (b == '"') {
                at++;
                return true;
            }
            if (!special(b)) {
                return false;
            }
        }
    }

    private void skipPlain() {
        byte[] all = bytes;
        int i = at;
        while (i < all.length && IN_STRING[all[i] & 0xFF] == PLAIN) {
            i++;
        }
        at = i;
    }

    private boolean special(byte b) {
        return switch (IN_STRING[b & 0xFF]) {
            case BACKSLASH -> escape();
            case LEAD_2 -> character(0x80, 0xBF, 2);
            // The bounds of the second byte exclude overlong forms, encoded surrogates and code points above U+10FFFF.
            case LEAD_3 -> character(b == (byte) 0xE0 ? 0xA0 : 0x80, b == (byte) 0xED ? 0x9F : 0xBF, 3);
            case LEAD_4 -> character(b == (byte) 0xF0 ? 0x90 : 0x80, b == (byte) 0xF4 ? 0x8F : 0xBF, 4);
            default -> false;
        };
    }

    private boolean character(int secondFrom, int secondTo, int length) {
        at++;
        if (!takeBetween(secondFrom, secondTo)) {
            return false;
        }
        for (int i = 2; i < length; i++) {
            if (!takeBetween(0x80, 0xBF)) {
                return false;
            }
        }
        return true;
    }

    private boolean takeBetween(int from, int to) {
        if (at == bytes.length) {
            return false;
        }
        int b = bytes[at] & 0xFF;
        if (b < from || b > to) {
            return false;
        }
        at++;
        return true;
    }

    private boolean escape() {
        at++;
        if (at == bytes.length) {
            return false;
        }
        return switch (bytes[at]) {
            case '"', '\\', '/', 'b', 'f', 'n', 'r', 't' -> {
                at++;
                yield true;
            }
            // Half of a surrogate pair, or U+0000, is a valid escape: its meaning is up to the receiver.
            case 'u' -> fourHexDigits();
            default -> false;
        };
    }

    private boolean fourHexDigits() {
        at++;
        for (int i = 0; i < 4; i++) {
            if (at == bytes.length || Character.digit(bytes[at], 16) < 0) {
                return false;
            }
            at++;
        }
        return true;
    }
}
