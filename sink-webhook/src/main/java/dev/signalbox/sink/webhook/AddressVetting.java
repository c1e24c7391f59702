package dev.signalbox.sink.webhook;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides which addresses may be dialled: public ones; private ones and this machine only if that is allowed; metadata
 * services, special ranges and denied networks never. It looks at the bytes of an address, so no spelling matters.
 */
public final class AddressVetting {
    private enum Kind {
        PUBLIC,
        /** In a private network, or on this machine. */
        PRIVATE,
        /** Never a target: what answers there is a service of the platform, many hosts, or none. */
        RESERVED
    }

    private record Block(Network network, Kind kind, String name) {
        static Block of(String network, Kind kind, String name) {
            return new Block(Network.parse(network), kind, name);
        }
    }

    /** The first block that contains an address decides; what no block contains is public. */
    private static final List<Block> IPV4 = List.of(
            Block.of("168.63.129.16/32", Kind.RESERVED, "a metadata service"),
            Block.of("0.0.0.0/8", Kind.RESERVED, "an unspecified address"),
            Block.of("10.0.0.0/8", Kind.PRIVATE, "a private address"),
            Block.of("100.64.0.0/10", Kind.RESERVED, "an address of carrier-grade NAT"),
            Block.of("127.0.0.0/8", Kind.PRIVATE, "this machine"),
            Block.of("169.254.0.0/16", Kind.RESERVED, "a link-local address or metadata service"),
            Block.of("172.16.0.0/12", Kind.PRIVATE, "a private address"),
            Block.of("192.0.0.0/24", Kind.RESERVED, "a reserved address"),
            Block.of("192.0.2.0/24", Kind.RESERVED, "an address for documentation"),
            Block.of("192.88.99.0/24", Kind.RESERVED, "a 6to4 relay"),
            Block.of("192.168.0.0/16", Kind.PRIVATE, "a private address"),
            Block.of("198.18.0.0/15", Kind.RESERVED, "an address for benchmarks"),
            Block.of("198.51.100.0/24", Kind.RESERVED, "an address for documentation"),
            Block.of("203.0.113.0/24", Kind.RESERVED, "an address for documentation"),
            Block.of("224.0.0.0/4", Kind.RESERVED, "a multicast address"),
            Block.of("240.0.0.0/4", Kind.RESERVED, "a reserved or broadcast address"));

    /**
     * The first block that contains an address decides. Whatever is not in 2000::/3 is refused, so that prefixes which embed
     * IPv4 addresses (mapped, translated, tunnelled) need no list.
     */
    private static final List<Block> IPV6 = List.of(
            Block.of("::1/128", Kind.PRIVATE, "this machine"),
            Block.of("fd00:ec2::254/128", Kind.RESERVED, "a metadata service"),
            Block.of("fd20:ce::254/128", Kind.RESERVED, "a metadata service"),
            Block.of("fc00::/7", Kind.PRIVATE, "a private address"),
            Block.of("2001::/23", Kind.RESERVED, "a reserved or tunnelled address"),
            Block.of("2001:db8::/32", Kind.RESERVED, "an address for documentation"),
            Block.of("2002::/16", Kind.RESERVED, "a 6to4 address"),
            Block.of("3fff::/20", Kind.RESERVED, "an address for documentation"),
            Block.of("2000::/3", Kind.PUBLIC, "a public address"),
            Block.of("::/0", Kind.RESERVED, "not a public IPv6 address"));

    private final boolean allowPrivate;
    private final List<Network> denied;

    /**
     * @param allowPrivate whether private addresses and this machine may be dialled
     * @param denied networks that are refused in any case
     */
    public AddressVetting(boolean allowPrivate, List<Network> denied) {
        this.allowPrivate = allowPrivate;
        this.denied = List.copyOf(denied);
    }

    /** Why this address may not be dialled; null if it may. */
    public @Nullable String refusal(InetAddress address) {
        if (address instanceof Inet6Address six && (six.getScopeId() != 0 || six.getScopedInterface() != null)) {
            return "an address with a zone";
        }
        return refusal(address.getAddress());
    }

    /** The same for the 4 or 16 bytes of an address. */
    @Nullable
    String refusal(byte[] address) {
        for (Network network : denied) {
            if (network.contains(address)) {
                return "in the denied network " + network;
            }
        }
        Block block = block(address);
        return block == null || isAllowed(block.kind()) ? null : block.name();
    }

    private boolean isAllowed(Kind kind) {
        return switch (kind) {
            case PUBLIC -> true;
            case PRIVATE -> allowPrivate;
            case RESERVED -> false;
        };
    }

    /** Whether it is in a private network or on this machine. */
    static boolean isPrivate(InetAddress address) {
        Block block = block(address.getAddress());
        return block != null && block.kind() == Kind.PRIVATE;
    }

    private static @Nullable Block block(byte[] address) {
        for (Block block : address.length == 4 ? IPV4 : IPV6) {
            if (block.network().contains(address)) {
                return block;
            }
        }
        return null;
    }
}
