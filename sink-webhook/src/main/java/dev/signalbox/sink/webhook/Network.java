package dev.signalbox.sink.webhook;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

/** A range of IP addresses, such as {@code 10.0.0.0/8} or {@code 2001:db8::/32}. */
public final class Network {
    private final byte[] base;
    private final int bits;

    private Network(byte[] base, int bits) {
        this.base = base;
        this.bits = bits;
    }

    /** @throws IllegalArgumentException if the text is not a network in CIDR notation */
    public static Network parse(String text) {
        int slash = text.indexOf('/');
        InetAddress address = slash < 0 ? null : IpLiteral.parse(text.substring(0, slash));
        String length = text.substring(slash + 1);
        if (address == null || !length.matches("0|[1-9][0-9]{0,2}")) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a network: it must be an address, / and a length, such as 10.0.0.0/8");
        }
        byte[] base = address.getAddress();
        int bits = Integer.parseInt(length);
        if (bits > 8 * base.length) {
            throw new IllegalArgumentException(
                    "the network " + text + " has a length of more than " + 8 * base.length + " bits");
        }
        if (!Arrays.equals(base, masked(base, bits))) {
            throw new IllegalArgumentException("the network " + text + " has an address with more than " + bits
                    + " bits: it must be " + new Network(masked(base, bits), bits));
        }
        return new Network(base, bits);
    }

    private static byte[] masked(byte[] address, int bits) {
        byte[] masked = address.clone();
        for (int i = 0; i < masked.length; i++) {
            int kept = Math.clamp(bits - 8L * i, 0, 8);
            masked[i] &= (byte) (0xFF << (8 - kept));
        }
        return masked;
    }

    /** Whether an address of 4 or 16 bytes lies in it; addresses of the other family never do. */
    boolean contains(byte[] address) {
        if (address.length != base.length) {
            return false;
        }
        int whole = bits / 8;
        for (int i = 0; i < whole; i++) {
            if (address[i] != base[i]) {
                return false;
            }
        }
        int rest = bits % 8;
        return rest == 0 || ((address[whole] ^ base[whole]) & (0xFF << (8 - rest)) & 0xFF) == 0;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Network network && bits == network.bits && Arrays.equals(base, network.base);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(base) + bits;
    }

    @Override
    public String toString() {
        try {
            return InetAddress.getByAddress(base).getHostAddress() + "/" + bits;
        } catch (UnknownHostException e) {
            throw new IllegalStateException("4 or 16 bytes are an address", e);
        }
    }
}
