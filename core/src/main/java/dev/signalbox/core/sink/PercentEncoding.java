package dev.signalbox.core.sink;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Encodes any text as visible ASCII without spaces, quotes and percent signs, as the HTTP binding of CloudEvents does in
 * headers.
 */
public final class PercentEncoding {
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private PercentEncoding() {}

    public static String encode(String text) {
        if (text.chars().allMatch(PercentEncoding::isPlain)) {
            return text;
        }
        StringBuilder encoded = new StringBuilder(text.length() + 16);
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            if (isPlain(b)) {
                encoded.append((char) b);
            } else {
                encoded.append('%').append(HEX.toHexDigits(b));
            }
        }
        return encoded.toString();
    }

    private static boolean isPlain(int c) {
        return c > ' ' && c <= '~' && c != '"' && c != '%';
    }
}
