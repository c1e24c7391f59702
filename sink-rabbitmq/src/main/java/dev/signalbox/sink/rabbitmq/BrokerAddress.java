package dev.signalbox.sink.rabbitmq;

/** The address of a broker node. */
public record BrokerAddress(String host, int port) {
    public static final int PORT = 5672;
    public static final int TLS_PORT = 5671;

    private static final int HIGHEST_PORT = 65_535;

    public BrokerAddress {
        if (host.isBlank()) {
            throw new IllegalArgumentException("an address has no host: give host or host:port");
        }
        if (port < 1 || port > HIGHEST_PORT) {
            throw new IllegalArgumentException("address " + host + ":" + port + ": a port is between 1 and 65535");
        }
    }

    /** Parses {@code host}, {@code host:port} or {@code [IPv6]:port}. */
    public static BrokerAddress of(String text, int usualPort) {
        String address = text.strip();
        int bracket = address.lastIndexOf(']');
        int colon = address.lastIndexOf(':');
        boolean hasPort = colon > bracket && (bracket >= 0 || colon == address.indexOf(':'));
        String host = hasPort ? address.substring(0, colon) : address;
        return new BrokerAddress(unbracketed(host), hasPort ? port(text, address.substring(colon + 1)) : usualPort);
    }

    private static String unbracketed(String host) {
        return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
    }

    private static int port(String address, String port) {
        try {
            return Integer.parseInt(port);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("address " + address + ": '" + port + "' is no port", e);
        }
    }

    @Override
    public String toString() {
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
    }
}
