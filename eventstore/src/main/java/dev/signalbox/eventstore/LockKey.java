package dev.signalbox.eventstore;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The keys of the advisory locks. All writers must use the same ones, whatever their version: a change here changes the
 * protocol. Two names with the same key only wait for each other.
 */
final class LockKey {
    private static final String PREFIX = "signalbox events\0";

    private LockKey() {}

    /** Every event. */
    static long log() {
        return number("log");
    }

    /** Events of a type, whatever their tags. */
    static long type(String type) {
        return number("type\0" + type);
    }

    /** Events with a tag, whatever their type. */
    static long tag(Tag tag) {
        return number("tag\0" + tag);
    }

    /** Events of a type with a tag. */
    static long typeAndTag(String type, Tag tag) {
        return number("both\0" + type + "\0" + tag);
    }

    private static long number(String name) {
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256").digest((PREFIX + name).getBytes(StandardCharsets.UTF_8));
            return ByteBuffer.wrap(digest).getLong();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
