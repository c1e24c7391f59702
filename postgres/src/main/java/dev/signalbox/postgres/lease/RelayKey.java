package dev.signalbox.postgres.lease;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The 64-bit key of an advisory lock, derived from a name so that every node and every version finds the same one. */
record RelayKey(long value) {
    private static final String NAMESPACE = "signalbox";

    /** The lock of a relay's leader. */
    static RelayKey ofLeader(String relay) {
        return of("leader", relay);
    }

    /** The lock under which the side schema is created. */
    static RelayKey ofBootstrap() {
        return of("bootstrap", "");
    }

    /** The upper half, as the server's list of locks shows it. */
    long classId() {
        return value >>> Integer.SIZE;
    }

    /** The lower half, as the server's list of locks shows it. */
    long objectId() {
        return value & 0xFFFF_FFFFL;
    }

    private static RelayKey of(String purpose, String name) {
        byte[] text = (NAMESPACE + '\0' + purpose + '\0' + name).getBytes(StandardCharsets.UTF_8);
        try {
            return new RelayKey(
                    ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(text))
                            .getLong());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        }
    }
}
