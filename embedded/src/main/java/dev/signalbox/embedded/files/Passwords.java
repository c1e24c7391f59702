package dev.signalbox.embedded.files;

import java.security.SecureRandom;
import java.util.Base64;

/** Makes passwords that cannot be guessed. */
public final class Passwords {
    private Passwords() {}

    /** Letters, digits, hyphens and underscores only, so that it may stand in a quoted text as it is. */
    public static String random() {
        byte[] bytes = new byte[24];
        new SecureRandom().nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
