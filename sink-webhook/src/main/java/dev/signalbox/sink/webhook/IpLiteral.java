package dev.signalbox.sink.webhook;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Parses IP addresses in their usual spelling only: four decimal numbers, or IPv6 without a zone. Other spellings of IPv4
 * ({@code 127.1}, {@code 2130706433}, {@code 0x7f.1}, {@code 0177.0.0.1}, {@code ::ffff:7f00:1}) exist to get past filters.
 */
final class IpLiteral {
    private static final String NUMBER = "(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
    private static final Pattern IPV4 = Pattern.compile(NUMBER + "\\." + NUMBER + "\\." + NUMBER + "\\." + NUMBER);
    private static final Pattern IPV6 = Pattern.compile("[0-9a-fA-F:.]{2,45}");
    private static final Pattern NUMERIC_LABEL = Pattern.compile("[0-9]+|0[xX][0-9a-fA-F]*");

    private IpLiteral() {}

    /** The address, or null if the text is anything but an address in its usual spelling. */
    static @Nullable InetAddress parse(String text) {
        return text.indexOf(':') < 0 ? ipv4(text) : ipv6(text);
    }

    /** Whether a host without colons is meant as a number: then no resolver may interpret it as it likes. */
    static boolean endsInNumber(String host) {
        String withoutDot = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
        return NUMERIC_LABEL
                .matcher(withoutDot.substring(withoutDot.lastIndexOf('.') + 1))
                .matches();
    }

    private static @Nullable InetAddress ipv4(String text) {
        if (!IPV4.matcher(text).matches()) {
            return null;
        }
        String[] numbers = text.split("\\.", -1);
        byte[] bytes = new byte[4];
        for (int i = 0; i < 4; i++) {
            bytes[i] = (byte) Integer.parseInt(numbers[i]);
        }
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("four bytes are an address", e);
        }
    }

    private static @Nullable InetAddress ipv6(String text) {
        if (!IPV6.matcher(text).matches()) {
            return null;
        }
        try {
            // The JDK turns an IPv4-mapped address into an IPv4 address.
            return Inet6Address.ofLiteral(text) instanceof Inet6Address address ? address : null;
        } catch (IllegalArgumentException notAnAddress) {
            return null;
        }
    }
}
