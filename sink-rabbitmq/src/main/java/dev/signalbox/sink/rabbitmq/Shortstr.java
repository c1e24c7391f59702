package dev.signalbox.sink.rabbitmq;

import dev.signalbox.core.diagnostics.LogLineText;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** AMQP short strings, used for names, keys and most properties: at most 255 bytes of UTF-8. */
final class Shortstr {
    static final int LONGEST = 255;

    private static final int QUOTED = 60;
    /** A text of this length fits whatever its characters are. */
    private static final int SURELY_FITS = LONGEST / 3;

    private Shortstr() {}

    static boolean fits(String text) {
        return text.length() <= SURELY_FITS || bytes(text) <= LONGEST;
    }

    static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    /** Why this text cannot be sent as {@code what}; null if it can. */
    static @Nullable String fault(String what, String text) {
        return fits(text)
                ? null
                : "the " + what + " " + LogLineText.beginning(text, QUOTED) + " has " + bytes(text) + " bytes: at most "
                        + LONGEST + " are allowed";
    }

    /** Returns the text of a setting if it can be sent. */
    static String checked(String what, String text) {
        String fault = fault(what, text);
        if (fault != null) {
            throw new IllegalArgumentException(fault);
        }
        return text;
    }
}
