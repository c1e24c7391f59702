package dev.signalbox.runtime.config.source;

import dev.signalbox.runtime.settings.InsecureTransport;
import dev.signalbox.runtime.settings.LoopbackHost;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds database URLs that let a driver send its password to another host without verifying who that is. */
final class DatabaseTransport {
    private static final Pattern HOSTS = Pattern.compile("[^/?]*//(?:[^/?]*@)?(?<hosts>[^/?]*).*");
    private static final Pattern PORT = Pattern.compile(":\\d{1,5}$");
    private static final Set<String> VERIFIED_MARIADB = Set.of("verify-full", "verify_full", "verify_identity");
    private static final Set<String> NOT_VERIFIED_MONGO =
            Set.of("tlsinsecure", "tlsallowinvalidhostnames", "sslinvalidhostnameallowed");

    private final String url;
    private final List<Parameter> parameters;

    private record Parameter(String name, String value) {
        boolean is(String wanted) {
            return name.equalsIgnoreCase(wanted);
        }
    }

    private DatabaseTransport(String url) {
        this.url = url;
        int query = url.indexOf('?');
        this.parameters = query < 0
                ? List.of()
                : Arrays.stream(url.substring(query + 1).split("[&;]"))
                        .map(part -> part.split("=", 2))
                        .map(part -> new Parameter(part[0], part.length > 1 ? part[1] : ""))
                        .toList();
    }

    static Optional<InsecureTransport> of(SourceConfig source) {
        // Some forms of URLs have it in places that only their driver knows.
        boolean password = source.password().isPresent()
                || DatabaseUrls.password(source.url()).isPresent()
                || source.url().toLowerCase(Locale.ROOT).contains("password=");
        DatabaseTransport transport = new DatabaseTransport(source.url());
        if (!password || transport.isLocal() || transport.isVerified(source.kind())) {
            return Optional.empty();
        }
        return Optional.of(new InsecureTransport(
                SourceSettings.URL,
                "sends the password to a server on another host that TLS does not verify",
                "the URL must contain " + needed(source.kind())));
    }

    private static String needed(DatabaseKind kind) {
        return switch (kind) {
            case POSTGRESQL -> "sslmode=verify-full";
            case MYSQL -> "sslMode=VERIFY_IDENTITY";
            case MARIADB -> "sslMode=verify-full";
            case MONGODB -> "tls=true, and nothing that switches its checks off";
        };
    }

    /** Whether all hosts are this machine. A URL in a form that is not known here counts as another host. */
    private boolean isLocal() {
        boolean unixSocket = parameters.stream()
                .anyMatch(it -> it.is("localSocket")
                        || (it.is("socketFactory")
                                && it.value().toLowerCase(Locale.ROOT).contains("unix")));
        if (parameters.stream().anyMatch(it -> it.is("service"))) {
            // PostgreSQL's driver reads the host from a file.
            return false;
        }
        Matcher matcher = HOSTS.matcher(url);
        // PostgreSQL's and MariaDB's drivers take this machine where a URL names no host.
        String hosts = matcher.matches() ? matcher.group("hosts") : "";
        return unixSocket || Stream.of(hosts.split(",")).allMatch(DatabaseTransport::isLocal);
    }

    private static boolean isLocal(String hostAndPort) {
        String host = PORT.matcher(hostAndPort).replaceFirst("");
        // MongoDB's driver has the path of a socket percent-encoded in place of a host.
        return host.isEmpty() || host.startsWith("%2F") || host.startsWith("%2f") || LoopbackHost.is(host);
    }

    /** A parameter that is given several times must be safe each time, since drivers differ in which one they take. */
    private boolean isVerified(DatabaseKind kind) {
        return switch (kind) {
            case POSTGRESQL ->
                all("sslmode", "verify-full"::equals)
                        && parameters.stream().noneMatch(it -> it.value().endsWith("NonValidatingFactory"));
            case MYSQL -> all("sslMode", "VERIFY_IDENTITY"::equalsIgnoreCase);
            case MARIADB -> all("sslMode", value -> VERIFIED_MARIADB.contains(value.toLowerCase(Locale.ROOT)));
            case MONGODB -> isVerifiedMongo();
        };
    }

    private boolean isVerifiedMongo() {
        boolean checked = parameters.stream()
                .noneMatch(it -> NOT_VERIFIED_MONGO.contains(it.name().toLowerCase(Locale.ROOT))
                        && it.value().equalsIgnoreCase("true"));
        List<Parameter> tls =
                parameters.stream().filter(it -> it.is("tls") || it.is("ssl")).toList();
        boolean encrypted = tls.stream().allMatch(it -> it.value().equalsIgnoreCase("true"))
                && (!tls.isEmpty() || url.startsWith("mongodb+srv:"));
        return checked && encrypted;
    }

    private boolean all(String name, Predicate<String> safe) {
        // PostgreSQL's driver ignores a parameter in another spelling.
        List<Parameter> given = parameters.stream().filter(it -> it.is(name)).toList();
        return !given.isEmpty() && given.stream().allMatch(it -> it.name().equals(name) && safe.test(it.value()));
    }
}
