package dev.signalbox.platform.delivery;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/** HMAC-SHA256 after RFC 2104, by its definition: independent of the code under test. */
final class Hmac {
    private static final int BLOCK = 64;

    private Hmac() {}

    static byte[] of(byte[] key, String text) {
        byte[] padded = Arrays.copyOf(key.length > BLOCK ? sha256(key) : key, BLOCK);
        byte[] inner = sha256(xor(padded, 0x36), text.getBytes(StandardCharsets.UTF_8));
        return sha256(xor(padded, 0x5c), inner);
    }

    private static byte[] xor(byte[] bytes, int with) {
        byte[] result = bytes.clone();
        for (int i = 0; i < result.length; i++) {
            result[i] ^= (byte) with;
        }
        return result;
    }

    private static byte[] sha256(byte[]... parts) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (byte[] part : parts) {
                digest.update(part);
            }
            return digest.digest();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
