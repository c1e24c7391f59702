package dev.signalbox.runtime.config.source;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.mongodb.ConnectionString;
import dev.signalbox.runtime.settings.InvalidValueException;
import dev.signalbox.runtime.settings.ValueType;
import java.net.URLDecoder;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Validates and parses database URLs, which may contain a user, a password and a database. */
public final class DatabaseUrls {
    private static final Pattern USER_INFO = Pattern.compile("//(?<user>[^/?@:]*)(?::(?<password>[^/?@]*))?@");
    private static final Pattern MONGO_DATABASE = Pattern.compile("[^/]*//[^/?]*/(?<database>[^?.]+).*");

    private DatabaseUrls() {}

    public static ValueType<String> kind() {
        String beginnings = Arrays.stream(DatabaseKind.values())
                .flatMap(kind -> kind.beginnings().stream())
                .collect(Collectors.joining(", "));
        String allowed = "the address of a database that begins with one of " + beginnings
                + ", such as jdbc:postgresql://localhost:5432/shop";
        return ValueType.of("url", allowed, text -> {
            boolean complete = DatabaseKind.of(text).isPresent()
                    && DatabaseKind.of(text).stream()
                            .flatMap(kind -> kind.beginnings().stream())
                            .noneMatch(text::equals)
                    && text.chars().noneMatch(c -> c <= ' ');
            if (!complete) {
                throw new InvalidValueException("must be " + allowed);
            }
            if (!isReadable(text)) {
                throw new InvalidValueException("is not an address that MongoDB's driver can read; it is written"
                        + " mongodb://host:27017/database, and what is special in a user's name or password is"
                        + " percent-encoded");
            }
            return text;
        });
    }

    /** The address of a PostgreSQL database, where no other kind will do. */
    public static ValueType<String> postgres() {
        String allowed = "the address of a PostgreSQL database that begins with jdbc:postgresql:,"
                + " such as jdbc:postgresql://localhost:5432/shop";
        return ValueType.of("url", allowed, text -> {
            if (!DatabaseKind.of(text).equals(Optional.of(DatabaseKind.POSTGRESQL))) {
                throw new InvalidValueException("must be " + allowed);
            }
            return kind().parse(text);
        });
    }

    /** Drops the driver's message, because it quotes parts of the URL. */
    private static boolean isReadable(String url) {
        if (!url.startsWith("mongodb://")) {
            // A URL with srv needs a DNS lookup, which may not work yet.
            return true;
        }
        try {
            return !new ConnectionString(url).getHosts().isEmpty();
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    public static Optional<String> user(String url) {
        return userInfo(url, "user").or(() -> parameter(url, "user"));
    }

    public static Optional<String> password(String url) {
        return userInfo(url, "password").or(() -> parameter(url, "password"));
    }

    /** The database that a MongoDB URL names. */
    static Optional<String> mongoDatabase(String url) {
        Matcher matcher = MONGO_DATABASE.matcher(url);
        return matcher.matches() ? Optional.of(decoded(matcher.group("database"))) : Optional.empty();
    }

    private static Optional<String> userInfo(String url, String part) {
        Matcher matcher = USER_INFO.matcher(url);
        return matcher.find()
                ? Optional.ofNullable(matcher.group(part))
                        .filter(text -> !text.isEmpty())
                        .map(DatabaseUrls::decoded)
                : Optional.empty();
    }

    private static Optional<String> parameter(String url, String name) {
        Matcher matcher = Pattern.compile("(?i)[?&]" + name + "=([^&]*)").matcher(url);
        return matcher.find()
                ? Optional.of(matcher.group(1)).filter(text -> !text.isEmpty()).map(DatabaseUrls::decoded)
                : Optional.empty();
    }

    /** A plus sign stays a plus sign, unlike in form encoding. */
    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text.replace("+", "%2B"), UTF_8);
        } catch (IllegalArgumentException _) {
            return text;
        }
    }
}
