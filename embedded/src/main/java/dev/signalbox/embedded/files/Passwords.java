package dev.signalbox.embedded.files;

import java.security.SecureRandom;
import java.util.Base64;

/** Creates random passwords. */
public final class Passwords {
    private Passwords() {}

    /** Letters, digits, hyphens and underscores only, so that the password needs no escaping in a quoted text. */
    public static String random() {
        byte[] bytes = new byte[24];
        new SecureRandom().nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
