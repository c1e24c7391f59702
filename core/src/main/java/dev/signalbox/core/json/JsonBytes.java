package dev.signalbox.core.json;

import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;

/** Writes JSON directly as bytes, without an intermediate string. */
public final class JsonBytes {
    private static final int SECONDS_OF_DAY = 86_400;
    private static final String HEX = "0123456789abcdef";

    private byte[] bytes;
    private int size;

    public JsonBytes(int expected) {
        this.bytes = new byte[expected];
    }

    public int size() {
        return size;
    }

    /** The backing array with the bytes written so far, and room behind them; not a copy. */
    public byte[] bytes() {
        return bytes;
    }

    public void put(char ascii) {
        room(1);
        bytes[size++] = (byte) ascii;
    }

    public void put(byte[] ascii) {
        room(ascii.length);
        System.arraycopy(ascii, 0, bytes, size, ascii.length);
        size += ascii.length;
    }

    /** The number in decimal digits, as unsigned. */
    public void unsigned(long number) {
        if (number < 0) {
            long quotient = Long.divideUnsigned(number, 10);
            unsigned(quotient);
            put((char) ('0' + (number - quotient * 10)));
            return;
        }
        int digits = 1;
        for (long rest = number / 10; rest > 0; rest /= 10) {
            digits++;
        }
        digits(number, digits);
    }

    /** The number in decimal digits. */
    public void number(long number) {
        if (number < 0) {
            put('-');
        }
        // The negated minimum value is right when read as unsigned.
        unsigned(number < 0 ? -number : number);
    }

    private void digits(long number, int digits) {
        room(digits);
        long rest = number;
        for (int at = size + digits - 1; at >= size; at--) {
            bytes[at] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        size += digits;
    }

    /** The text between quotes. */
    public void string(String text) {
        string(text, 0, text.length());
    }

    /** Part of a text between quotes. */
    public void string(String text, int from, int to) {
        put('"');
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                put('\\');
                put(c);
            } else if (c >= ' ' && c < 0x80) {
                put(c);
            } else if (i + 1 < to && Character.isSurrogatePair(c, text.charAt(i + 1))) {
                fourBytes(Character.toCodePoint(c, text.charAt(++i)));
            } else {
                controlOrWide(c);
            }
        }
        put('"');
    }

    /** How many bytes {@link #string(String)} writes for a text. */
    public static long sizeOf(String text) {
        long size = 2;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                size += 2;
            } else if (c >= ' ' && c < 0x80) {
                size++;
            } else if (i + 1 < text.length() && Character.isSurrogatePair(c, text.charAt(i + 1))) {
                i++;
                size += 4;
            } else {
                size += c < ' ' || Character.isSurrogate(c) ? 6 : c < 0x800 ? 2 : 3;
            }
        }
        return size;
    }

    private void controlOrWide(char c) {
        if (c < ' ' || Character.isSurrogate(c)) {
            escape(c);
        } else if (c < 0x800) {
            room(2);
            bytes[size++] = (byte) (0xC0 | (c >> 6));
            continuation(c);
        } else {
            room(3);
            bytes[size++] = (byte) (0xE0 | (c >> 12));
            continuation(c >> 6);
            continuation(c);
        }
    }

    private void fourBytes(int codePoint) {
        room(4);
        bytes[size++] = (byte) (0xF0 | (codePoint >> 18));
        continuation(codePoint >> 12);
        continuation(codePoint >> 6);
        continuation(codePoint);
    }

    private void continuation(int bits) {
        bytes[size++] = (byte) (0x80 | (bits & 0x3F));
    }

    private void escape(char c) {
        put('\\');
        put('u');
        for (int shift = 12; shift >= 0; shift -= 4) {
            put(HEX.charAt((c >> shift) & 0xF));
        }
    }

    /** The instant between quotes, as {@link Instant#toString} writes it. */
    public void instant(Instant instant) {
        LocalDate date = LocalDate.ofEpochDay(Math.floorDiv(instant.getEpochSecond(), SECONDS_OF_DAY));
        if (date.getYear() < 0 || date.getYear() > 9999) {
            string(instant.toString());
            return;
        }
        int second = Math.floorMod(instant.getEpochSecond(), SECONDS_OF_DAY);
        put('"');
        digits(date.getYear(), 4);
        put('-');
        digits(date.getMonthValue(), 2);
        put('-');
        digits(date.getDayOfMonth(), 2);
        put('T');
        digits(second / 3600, 2);
        put(':');
        digits(second / 60 % 60, 2);
        put(':');
        digits(second % 60, 2);
        fraction(instant.getNano());
        put('Z');
        put('"');
    }

    private void fraction(int nano) {
        if (nano == 0) {
            return;
        }
        put('.');
        if (nano % 1_000_000 == 0) {
            digits(nano / 1_000_000, 3);
        } else if (nano % 1_000 == 0) {
            digits(nano / 1_000, 6);
        } else {
            digits(nano, 9);
        }
    }

    private void room(int more) {
        int needed = Math.addExact(size, more);
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(needed, (int) Math.min(2L * bytes.length, Integer.MAX_VALUE - 8)));
        }
    }
}
