package dev.signalbox.server.web;

import dev.signalbox.runtime.settings.Secret;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The administration token, kept as a digest and compared in constant time. */
public final class AdminToken {
    private final byte[] digest;

    public AdminToken(Secret secret) {
        this.digest = digest(secret.value());
    }

    boolean matches(String given) {
        return MessageDigest.isEqual(digest, digest(given));
    }

    private static byte[] digest(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
