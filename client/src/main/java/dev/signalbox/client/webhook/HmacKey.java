package dev.signalbox.client.webhook;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** A key of signatures, which texts never show. */
final class HmacKey {
    private static final String ALGORITHM = "HmacSHA256";

    private final SecretKeySpec key;

    private HmacKey(SecretKeySpec key) {
        this.key = key;
    }

    static HmacKey of(byte[] bytes) {
        if (bytes.length == 0) {
            throw new IllegalArgumentException("a secret is empty");
        }
        return new HmacKey(new SecretKeySpec(bytes, ALGORITHM));
    }

    byte[] sign(byte[] before, byte[] body) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            mac.update(before);
            return mac.doFinal(body);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JVM has no " + ALGORITHM, e);
        }
    }

    /** Takes the same time wherever they differ. */
    static boolean isEqual(byte[] expected, byte[] signature) {
        return MessageDigest.isEqual(expected, signature);
    }
}
