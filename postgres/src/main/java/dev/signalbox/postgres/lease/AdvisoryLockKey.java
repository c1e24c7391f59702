package dev.signalbox.postgres.lease;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The 64-bit key of an advisory lock, derived from a name so that every node and every version computes the same key. */
public record AdvisoryLockKey(long value) {
    private static final String NAMESPACE = "signalbox";
    private static final Pattern NAMED = Pattern.compile(".* \\(lock (-?\\d{1,19})\\)", Pattern.DOTALL);

    /** The identity of a relay whose leader takes exactly this lock, which other programs use too. */
    public static String identityWithLock(String relay, long key) {
        return relay + " (lock " + key + ")";
    }

    /** Whether other programs use this relay's lock too, so that it must be held while the relay is delivered. */
    static boolean isShared(String relay) {
        return NAMED.matcher(relay).matches();
    }

    /** The lock of a relay's leader. */
    static AdvisoryLockKey ofLeader(String relay) {
        Matcher named = NAMED.matcher(relay);
        return named.matches() ? new AdvisoryLockKey(Long.parseLong(named.group(1))) : of("leader", relay);
    }

    /** The lock that guards the creation of the side schema. */
    static AdvisoryLockKey ofBootstrap() {
        return of("bootstrap", "");
    }

    /** The key, and its upper and lower half as {@code pg_locks} shows them. */
    Map<String, Long> parameters() {
        return Map.of("key", value, "class_id", value >>> Integer.SIZE, "object_id", value & 0xFFFF_FFFFL);
    }

    private static AdvisoryLockKey of(String purpose, String name) {
        byte[] text = (NAMESPACE + '\0' + purpose + '\0' + name).getBytes(StandardCharsets.UTF_8);
        try {
            return new AdvisoryLockKey(
                    ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(text))
                            .getLong());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        }
    }
}
