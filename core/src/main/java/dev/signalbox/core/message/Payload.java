package dev.signalbox.core.message;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The bytes of a message as the application wrote them; never changed or parsed here. */
public final class Payload {
    private static final Payload EMPTY = new Payload(new byte[0], 0);

    private final byte[] bytes;
    private final long size;

    private Payload(byte[] bytes, long size) {
        this.bytes = bytes;
        this.size = size;
    }

    /** Takes ownership of the array: the caller must not change it afterwards. */
    public static Payload of(byte[] bytes) {
        return bytes.length == 0 ? EMPTY : new Payload(bytes, bytes.length);
    }

    public static Payload of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    /** A payload that was left in the database because it is larger than the relay may hold. */
    public static Payload leftBehind(long size) {
        return new Payload(new byte[0], size);
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
        return size > bytes.length;
    }

    public String utf8() {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Payload payload && size == payload.size && Arrays.equals(bytes, payload.bytes);
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
