package dev.signalbox.sink.webhook;

import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The checked address of a webhook. A URL is checked when a user gives it and before each connection, because the rules may
 * have changed in between. Its path and query may contain secrets, so texts show only its origin.
 */
public final class TargetUrl {
    /** The longest URL, in characters. */
    public static final int MAX_LENGTH = 2_048;

    private static final int LONGEST_NAME = 253;
    private static final Pattern NAME =
            Pattern.compile("[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*");
    private static final Pattern PORT = Pattern.compile("[1-9][0-9]{0,4}");

    private final URI uri;
    private final boolean secure;
    private final String host;
    private final int port;
    private final @Nullable InetAddress literal;

    private TargetUrl(URI uri, boolean secure, String host, int port, @Nullable InetAddress literal) {
        this.uri = uri;
        this.secure = secure;
        this.host = host;
        this.port = port;
        this.literal = literal;
    }

    /**
     * Checks a URL as a user writes it, without a look-up of its name.
     *
     * @throws IllegalArgumentException with a text for the user that says what is wrong; it completes "the URL …"
     */
    public static TargetUrl parse(String text, TargetRules rules) {
        require(!text.isBlank(), "is empty");
        require(text.length() <= MAX_LENGTH, "is longer than " + MAX_LENGTH + " characters");
        require(
                text.chars().allMatch(c -> c > ' ' && c <= '~'),
                "has a space, a control character or a character beyond ASCII; encode it");
        return of(uri(text), rules);
    }

    private static TargetUrl of(URI uri, TargetRules rules) {
        boolean secure = "https".equalsIgnoreCase(uri.getScheme());
        require(secure || "http".equalsIgnoreCase(uri.getScheme()), "must begin with https://");
        require(uri.getRawFragment() == null, "has a fragment (#), which is never sent");
        require(uri.getRawPath() == null || !uri.getRawPath().startsWith("//"), "has a path that begins with //");
        String authority = Objects.requireNonNullElse(uri.getRawAuthority(), "");
        require(!authority.isEmpty(), "has no host");
        require(authority.indexOf('@') < 0, "has a user or password; use a token or a header instead");
        int colon = authority.indexOf(':', authority.startsWith("[") ? authority.indexOf(']') + 1 : 0);
        String host = (colon < 0 ? authority : authority.substring(0, colon)).toLowerCase(Locale.ROOT);
        int port = colon < 0 ? -1 : port(authority.substring(colon + 1));
        InetAddress literal = literal(host);
        TargetUrl target = new TargetUrl(uri, secure, literal == null ? host : bare(host), port, literal);
        target.check(rules);
        return target;
    }

    private static URI uri(String text) {
        try {
            return new URI(text);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("is not valid: " + e.getReason() + " at index " + e.getIndex());
        }
    }

    private static int port(String text) {
        require(PORT.matcher(text).matches() && Integer.parseInt(text) <= 65_535, "has a port that is not 1 to 65535");
        return Integer.parseInt(text);
    }

    /** The address if the host is one; null if it is a name. */
    private static @Nullable InetAddress literal(String host) {
        boolean six = host.startsWith("[");
        if (six || IpLiteral.endsInNumber(host)) {
            InetAddress address = six && !host.endsWith("]") ? null : IpLiteral.parse(bare(host));
            if (address == null || six != (address.getAddress().length == 16)) {
                throw new IllegalArgumentException(
                        "has an address in an unusual spelling as its host; write IPv4 as four decimal numbers,"
                                + " and IPv6 in brackets, without a zone and not as a form of IPv4");
            }
            return address;
        }
        require(!host.endsWith("."), "has a host that ends with a dot");
        require(
                host.length() <= LONGEST_NAME && NAME.matcher(host).matches(),
                "has a host that is not a name of letters, digits and dashes with dots between them;"
                        + " write names in other scripts as xn--…");
        return null;
    }

    private static String bare(String host) {
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    private void check(TargetRules rules) {
        boolean thisMachine = host.equals("localhost") || host.endsWith(".localhost");
        require(!thisMachine || rules.allowPrivateTargets(), "is on this machine, which is not allowed");
        require(secure || rules.allowPlainHttp() || rules.allowPrivateTargets(), "must begin with https://");
        String refusal = literal == null ? null : refusal(literal, rules);
        require(refusal == null, "must not be used: its host is " + refusal);
    }

    /** Why one of its addresses may not be dialled; null if it may. */
    public @Nullable String refusal(InetAddress address, TargetRules rules) {
        String refusal = rules.vetting().refusal(address);
        if (refusal != null) {
            return refusal;
        }
        boolean encrypted = secure || rules.allowPlainHttp() || AddressVetting.isPrivate(address);
        return encrypted ? null : "a public address, which needs https";
    }

    public URI uri() {
        return uri;
    }

    boolean secure() {
        return secure;
    }

    /** The name or address in lower case, without brackets. */
    public String host() {
        return host;
    }

    /** The port, or -1 for the usual one. */
    int port() {
        return port;
    }

    /** The address if the host is one; null if it is a name. */
    @Nullable
    InetAddress literal() {
        return literal;
    }

    /** Path and query as they are sent. */
    String pathAndQuery() {
        String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        return uri.getRawQuery() == null ? path : path + "?" + uri.getRawQuery();
    }

    /** Scheme, host and port, without the path and query, which may contain secrets. */
    public String origin() {
        String shown = host.indexOf(':') < 0 ? host : "[" + host + "]";
        return (secure ? "https://" : "http://") + shown + (port < 0 ? "" : ":" + port);
    }

    @Override
    public String toString() {
        return origin();
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
