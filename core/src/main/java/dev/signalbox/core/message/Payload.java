package dev.signalbox.core.message;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The bytes of a message as the application wrote them; never changed or parsed here. */
public final class Payload {
    private static final byte[] NOTHING = {};
    private static final Payload EMPTY = new Payload(NOTHING, 0, null);

    private final byte[] bytes;
    private final long size;
    private final @Nullable OversizedColumn oversized;

    private Payload(byte[] bytes, long size, @Nullable OversizedColumn oversized) {
        this.bytes = bytes;
        this.size = size;
        this.oversized = oversized;
    }

    /** Takes ownership of the array: the caller must not change it afterwards. */
    public static Payload of(byte[] bytes) {
        return bytes.length == 0 ? EMPTY : new Payload(bytes, bytes.length, null);
    }

    public static Payload of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    /** A payload that was left in the database because it is larger than the relay may hold. */
    public static Payload leftBehind(long size) {
        return new Payload(NOTHING, size, null);
    }

    /** A payload that was left in the database because another column of its row is oversized. */
    public static Payload leftBehind(OversizedColumn oversized) {
        return new Payload(NOTHING, 0, oversized);
    }

    /** The bytes themselves, not a copy: they must not be changed. */
    public byte[] bytes() {
        return bytes;
    }

    /** The size in the database; more than {@link #bytes()} holds if the payload was left there. */
    public long size() {
        return size;
    }

    public boolean isLeftBehind() {
        return size > bytes.length || oversized != null;
    }

    /** The column that keeps the row from being sent, whatever the size of the payload; null if there is none. */
    public @Nullable OversizedColumn oversized() {
        return oversized;
    }

    /** Why it was left in the database, if it was. */
    public String reasonLeftBehind() {
        return oversized != null
                ? oversized.reason()
                : "the payload of " + size + " bytes is larger than this relay may hold";
    }

    public String utf8() {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Payload payload
                && size == payload.size
                && Objects.equals(oversized, payload.oversized)
                && Arrays.equals(bytes, payload.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return "Payload[" + size + " bytes]";
    }
}
