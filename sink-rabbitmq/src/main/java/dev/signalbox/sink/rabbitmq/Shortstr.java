package dev.signalbox.sink.rabbitmq;

import dev.signalbox.core.diagnostics.LogLineText;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** AMQP's short strings, which names, keys and most properties are: at most 255 bytes of UTF-8. */
final class Shortstr {
    static final int LONGEST = 255;

    private static final int QUOTED = 60;
    /** Whatever its characters are, a text that is no longer than this fits. */
    private static final int SURELY_FITS = LONGEST / 3;

    private Shortstr() {}

    static boolean fits(String text) {
        return text.length() <= SURELY_FITS || bytes(text) <= LONGEST;
    }

    static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    /** Why this cannot be sent as that; null if it can. */
    static @Nullable String fault(String what, String text) {
        return fits(text)
                ? null
                : "the " + what + " " + LogLineText.beginning(text, QUOTED) + " has " + bytes(text) + " bytes: at most "
                        + LONGEST + " are allowed";
    }

    /** For settings: the text itself, if it can be sent. */
    static String checked(String what, String text) {
        String fault = fault(what, text);
        if (fault != null) {
            throw new IllegalArgumentException(fault);
        }
        return text;
    }
}
