package dev.signalbox.sink.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressVettingTest {
    private static final AddressVetting STRICT = new AddressVetting(false, List.of());
    private static final AddressVetting PRIVATE = new AddressVetting(true, List.of());

    /** Ranges as first and last address, written independently of the implementation. */
    private static final long[][] PRIVATE_RANGES = {
        range("10.0.0.0", "10.255.255.255"),
        range("127.0.0.0", "127.255.255.255"),
        range("172.16.0.0", "172.31.255.255"),
        range("192.168.0.0", "192.168.255.255"),
    };

    private static final long[][] RESERVED_RANGES = {
        range("0.0.0.0", "0.255.255.255"),
        range("100.64.0.0", "100.127.255.255"),
        range("168.63.129.16", "168.63.129.16"),
        range("169.254.0.0", "169.254.255.255"),
        range("192.0.0.0", "192.0.0.255"),
        range("192.0.2.0", "192.0.2.255"),
        range("192.88.99.0", "192.88.99.255"),
        range("198.18.0.0", "198.19.255.255"),
        range("198.51.100.0", "198.51.100.255"),
        range("203.0.113.0", "203.0.113.255"),
        range("224.0.0.0", "255.255.255.255"),
    };

    private static long[] range(String first, String last) {
        return new long[] {number(first), number(last)};
    }

    private static long number(String dotted) {
        return new BigInteger(1, TestClients.address(dotted).getAddress()).longValue();
    }

    private static boolean within(long[][] ranges, long address) {
        for (long[] range : ranges) {
            if (address >= range[0] && address <= range[1]) {
                return true;
            }
        }
        return false;
    }

    private static byte[] bytes(long address) {
        return new byte[] {(byte) (address >> 24), (byte) (address >> 16), (byte) (address >> 8), (byte) address};
    }

    private static void assertVetted(long address) {
        boolean isPrivate = within(PRIVATE_RANGES, address);
        boolean reserved = within(RESERVED_RANGES, address);
        assertVerdict(STRICT, address, !isPrivate && !reserved);
        assertVerdict(PRIVATE, address, !reserved);
    }

    private static void assertVerdict(AddressVetting vetting, long address, boolean allowed) {
        if ((vetting.refusal(bytes(address)) == null) != allowed) {
            throw new AssertionError("0x" + Long.toHexString(address) + " should be allowed: " + allowed);
        }
    }

    @Test
    void everyBorderOfEveryIpv4RangeIsWhereItBelongs() {
        for (long[][] ranges : List.of(PRIVATE_RANGES, RESERVED_RANGES)) {
            for (long[] range : ranges) {
                for (long at : range) {
                    for (long near = Math.max(0, at - 2); near <= Math.min(0xFFFFFFFFL, at + 2); near++) {
                        assertVetted(near);
                    }
                }
            }
        }
    }

    @Test
    void allOfIpv4IsVettedInStepsOfAPrimeNumber() {
        long step = 16_381;
        for (long address = 0; address <= 0xFFFFFFFFL; address += step) {
            assertVetted(address);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "169.254.169.254",
                "168.63.129.16",
                "100.100.100.200",
                "192.0.0.192",
                "fd00:ec2::254",
                "fd20:ce::254",
                "255.255.255.255",
                "0.0.0.0",
                "::",
                "fe80::1",
                "ff02::1",
                "64:ff9b::7f00:1",
                "64:ff9b:1::a00:1",
                "::7f00:1",
                "::1.2.3.4",
                "2001::1",
                "2001:1ff:ffff::1",
                "2001:db8::1",
                "2002:7f00:1::1",
                "3fff::1",
                "100::1",
                "4000::1",
                "1fff:ffff::1",
                "fec0::1"
            })
    void someAddressesAreNeverDialled(String address) {
        assertThat(STRICT.refusal(TestClients.address(address))).isNotNull();
        assertThat(PRIVATE.refusal(TestClients.address(address))).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "8.8.8.8",
                "1.1.1.1",
                "2606:4700::1111",
                "2001:200::1",
                "2001:4860:4860::8888",
                "3ffe::1",
                "2003::1"
            })
    void publicAddressesAreDialled(String address) {
        assertThat(STRICT.refusal(TestClients.address(address))).isNull();
        assertThat(AddressVetting.isPrivate(TestClients.address(address))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "10.1.2.3", "172.31.0.1", "192.168.1.1", "::1", "fd12:3456::1", "fc00::1"})
    void privateAddressesAreDialledOnlyWhereThatIsAllowed(String address) {
        assertThat(STRICT.refusal(TestClients.address(address))).isNotNull();
        assertThat(PRIVATE.refusal(TestClients.address(address))).isNull();
        assertThat(AddressVetting.isPrivate(TestClients.address(address))).isTrue();
    }

    @Test
    void noIpv6AddressOutsideOfTheGlobalRangeIsPublic() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        byte[] address = new byte[16];
        for (int i = 0; i < 200_000; i++) {
            random.nextBytes(address);
            boolean global = (address[0] & 0xE0) == 0x20;
            if (!global) {
                assertThat(STRICT.refusal(address))
                        .as("seed %d, number %d", seed, i)
                        .isNotNull();
            }
        }
    }

    @Test
    void noFormOfIpv4InsideOfIpv6IsDialled() {
        byte[] mapped = new byte[16];
        mapped[10] = (byte) 0xFF;
        mapped[11] = (byte) 0xFF;
        mapped[12] = 8;
        mapped[15] = 8;
        assertThat(PRIVATE.refusal(mapped)).isNotNull();
        mapped[10] = 0;
        mapped[11] = 0;
        assertThat(PRIVATE.refusal(mapped)).isNotNull();
    }

    @Test
    void anAddressWithAZoneIsRefused() throws Exception {
        byte[] global = TestClients.address("2606:4700::1111").getAddress();
        assertThat(STRICT.refusal(Inet6Address.getByAddress(null, global, 3))).contains("zone");
    }

    @Test
    void deniedNetworksAreRefusedEvenIfTheyArePublicOrPrivateTargetsAreAllowed() throws Exception {
        AddressVetting vetting = new AddressVetting(
                true,
                List.of(Network.parse("10.20.0.0/16"), Network.parse("2606:4700::/32"), Network.parse("8.8.8.8/32")));
        assertThat(vetting.refusal(TestClients.address("10.20.255.1"))).isEqualTo("in the denied network 10.20.0.0/16");
        assertThat(vetting.refusal(TestClients.address("10.21.0.1"))).isNull();
        assertThat(vetting.refusal(TestClients.address("2606:4700::1"))).contains("denied");
        assertThat(vetting.refusal(TestClients.address("2606:4701::1"))).isNull();
        assertThat(vetting.refusal(TestClients.address("8.8.8.8"))).contains("denied");
        assertThat(vetting.refusal(InetAddress.getByAddress(new byte[] {8, 8, 8, 9})))
                .isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "10.0.0.0/8, 10.0.0.0/8",
        "0.0.0.0/0, 0.0.0.0/0",
        "192.168.1.128/25, 192.168.1.128/25",
        "2001:db8::/32, 2001:db8:0:0:0:0:0:0/32",
        "10.0.0.1/8,",
        "10.0.0.0,",
        "10.0.0.0/33,",
        "10.0.0.0/-1,",
        "10.0.0.0/08,",
        "10.0/8,",
        "fe80::1%eth0/64,",
        "::ffff:10.0.0.0/104,",
        "localhost/8,",
    })
    void aNetworkIsAnAddressAndALength(String text, @Nullable String expected) {
        String parsed;
        try {
            parsed = Network.parse(text).toString();
        } catch (IllegalArgumentException e) {
            assertThat(e).hasMessageContaining("network");
            parsed = null;
        }
        assertThat(parsed).isEqualTo(expected);
    }

    @Test
    void aNetworkComparesEveryBit() {
        assertThat(Network.parse("192.168.1.128/25").contains(bytes(0xC0A80180L)))
                .isTrue();
        assertThat(Network.parse("192.168.1.128/25").contains(bytes(0xC0A8017FL)))
                .isFalse();
        assertThat(Network.parse("192.168.1.128/25").contains(new byte[16])).isFalse();
        assertThat(Network.parse("10.0.0.0/8"))
                .isEqualTo(Network.parse("10.0.0.0/8"))
                .isNotEqualTo(Network.parse("10.0.0.0/9"));
    }
}
