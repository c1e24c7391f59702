package dev.signalbox.runtime.settings;

import dev.signalbox.core.delivery.RetryPolicy;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** The types of values that settings have. */
public final class ValueTypes {
    private static final Pattern IDENTIFIER = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_$-]{0,62}");
    private static final Pattern PATH = Pattern.compile("/[A-Za-z0-9._~!$&'()*+,;=:@%/-]*");
    private static final Pattern PUBLISHER =
            Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.$-]{0," + (SettingNames.LONGEST_IN_LOG - 1) + "}");
    private static final Pattern HOSTS =
            Pattern.compile("[A-Za-z0-9._-]+:\\d{1,5}(,[A-Za-z0-9._-]+:\\d{1,5})*|\\[[0-9A-Fa-f:.]+]:\\d{1,5}");
    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9._-]+|\\[?[0-9A-Fa-f:.]+]?");
    private static final Pattern PRINTABLE = Pattern.compile("[\\x21-\\x7e]+");

    private ValueTypes() {}

    public static ValueType<Boolean> yesOrNo() {
        String allowed = "true or false";
        return ValueType.of("boolean", allowed, text -> switch (text.toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new InvalidValueException("must be " + allowed);
        });
    }

    public static ValueType<Integer> wholeNumber(int least, int most) {
        String allowed = "a whole number from " + least + " to " + most;
        return ValueType.of("number", allowed, text -> {
            try {
                int number = Integer.parseInt(text);
                return inRange(number >= least && number <= most, number, allowed);
            } catch (NumberFormatException e) {
                throw new InvalidValueException("must be " + allowed);
            }
        });
    }

    public static ValueType<Double> decimal(double least, double most) {
        String allowed = "a number from " + ValueText.plain(least) + " to " + ValueText.plain(most);
        return ValueType.of("number", allowed, text -> {
            try {
                double number = Double.parseDouble(text);
                return inRange(number >= least && number <= most, number, allowed);
            } catch (NumberFormatException e) {
                throw new InvalidValueException("must be " + allowed);
            }
        });
    }

    public static ValueType<Duration> duration(String least, String most) {
        Duration from = Durations.known(least);
        Duration to = Durations.known(most);
        String allowed =
                "a time from " + least + " to " + most + ", such as 500ms, 30s, 5m, 2h, 1d, PT1S or plain milliseconds";
        return ValueType.of("duration", allowed, text -> {
            Duration time = Durations.parse(text).orElseThrow(() -> new InvalidValueException("must be " + allowed));
            return inRange(time.compareTo(from) >= 0 && time.compareTo(to) <= 0, time, allowed);
        });
    }

    public static ValueType<Long> size(String least, String most) {
        long from = Sizes.known(least);
        long to = Sizes.known(most);
        String allowed = "a size from " + least + " to " + most + ", such as 64KB, 4MB or plain bytes";
        return ValueType.of("size", allowed, text -> {
            long bytes = Sizes.parse(text).orElseThrow(() -> new InvalidValueException("must be " + allowed));
            return inRange(bytes >= from && bytes <= to, bytes, allowed);
        });
    }

    /** A constant of an enum, written in lower case with dashes. */
    public static <E extends Enum<E>> ValueType<E> choice(Class<E> type) {
        return choice(type, Map.of());
    }

    /**
     * A constant of an enum.
     *
     * @param unavailable words that are known but not supported, each with its error message
     */
    public static <E extends Enum<E>> ValueType<E> choice(Class<E> type, Map<String, String> unavailable) {
        return choice(words(type), unavailable);
    }

    /** One of these words, in this order. */
    public static <T> ValueType<T> choice(Map<String, T> words) {
        return choice(words, Map.of());
    }

    /** A constant of an enum, or {@code off} for none. */
    public static <E extends Enum<E>> ValueType<Optional<E>> choiceOrOff(Class<E> type) {
        Map<String, Optional<E>> words = new LinkedHashMap<>();
        words(type).forEach((word, constant) -> words.put(word, Optional.of(constant)));
        words.put("off", Optional.empty());
        return choice(words);
    }

    private static <E extends Enum<E>> Map<String, E> words(Class<E> type) {
        Map<String, E> words = new LinkedHashMap<>();
        Arrays.stream(type.getEnumConstants()).forEach(constant -> words.put(ValueText.word(constant), constant));
        return words;
    }

    /**
     * One of these words.
     *
     * @param unavailable words that are known but not supported, each with its error message
     */
    public static <T> ValueType<T> choice(Map<String, T> words, Map<String, String> unavailable) {
        String allowed = String.join(" or ", words.keySet());
        return ValueType.of("choice", allowed, text -> {
            String word = word(text);
            String reason = unavailable.get(word);
            if (reason != null) {
                throw new InvalidValueException(reason);
            }
            T chosen = words.get(word);
            if (chosen == null) {
                throw new InvalidValueException("must be " + allowed);
            }
            return chosen;
        });
    }

    /** Other YAML parsers turn {@code off} into false. */
    private static String word(String text) {
        String word = text.toLowerCase(Locale.ROOT).replace('_', '-');
        return word.equals("false") ? "off" : word;
    }

    public static ValueType<String> text(int longest) {
        return matching(
                "text", "at most " + longest + " characters without control characters", text -> isText(text, longest));
    }

    public static ValueType<String> statusWord() {
        return matching(
                "text",
                "at most 255 characters without control characters and backslashes",
                text -> text.length() <= 255 && text.chars().noneMatch(c -> Character.isISOControl(c) || c == '\\'));
    }

    public static ValueType<String> name() {
        return matching("name", "a name of letters, digits, - and _, at most 63 long", SettingNames::isName);
    }

    /** Several values, separated by commas; in YAML also as a list. */
    public static <T> ValueType<List<T>> list(ValueType<T> items) {
        String allowed = "a list, each " + items.allowed();
        return ValueType.of(ListEntries.KIND, allowed, text -> {
            List<T> values = new ArrayList<>();
            for (String item : ListEntries.items(text)) {
                values.add(parsed(values.size() + 1, item, items));
            }
            return inRange(!values.isEmpty(), List.copyOf(values), allowed);
        });
    }

    /** A list of {@code key=value}; in YAML also as keys with values. */
    public static ValueType<List<String>> pairs() {
        ValueType<List<String>> list = list(matching(
                "pair",
                "key=value, at most 255 characters without control characters",
                text -> text.indexOf('=') > 0 && isText(text, 255)));
        return ValueType.of(ListEntries.KIND_OF_PAIRS, list.allowed(), list::parse);
    }

    /** Settings of a library by their own names. Some are secrets, so none is shown. */
    public static ValueType<Map<String, String>> properties() {
        String allowed = "settings below this key, each with a value of at most 16384 characters";
        return new ValueType<>(ListEntries.KIND_OF_PROPERTIES, allowed, true, text -> {
            Map<String, String> properties = new LinkedHashMap<>();
            for (String line : text.split(ListEntries.NEXT_PROPERTY, -1)) {
                int equals = line.indexOf('=');
                inRange(equals > 0 && line.length() <= 16_384 && line.indexOf('\r') < 0, line, allowed);
                properties.put(
                        line.substring(0, equals).strip(),
                        line.substring(equals + 1).strip());
            }
            return Map.copyOf(properties);
        });
    }

    public static ValueType<String> host() {
        return matching(
                "host",
                "the name or address of a host",
                text -> HOST.matcher(text).matches());
    }

    /** The addresses of brokers. */
    public static ValueType<String> hostsAndPorts() {
        return matching(
                "hosts",
                "host:port, or several with commas between them",
                text -> HOSTS.matcher(text).matches());
    }

    public static ValueType<String> tagKey() {
        return matching(
                "tag",
                "the key of a tag, at most 255 characters without = and control characters",
                text -> text.indexOf('=') < 0 && isText(text, 255));
    }

    /** The name of a sink, of a built-in publisher or of a plug-in. */
    public static ValueType<String> publisher() {
        return matching(
                "publisher",
                "the name of a publisher: letters, digits, - _ . and $, at most " + SettingNames.LONGEST_IN_LOG
                        + " long",
                text -> PUBLISHER.matcher(text).matches());
    }

    /** Any 64-bit integer. */
    public static ValueType<Long> anyNumber() {
        String allowed = "a whole number of at most 64 bits";
        return ValueType.of("number", allowed, text -> {
            try {
                return Long.parseLong(text);
            } catch (NumberFormatException e) {
                throw new InvalidValueException("must be " + allowed);
            }
        });
    }

    public static ValueType<Instant> instant() {
        String allowed = "a moment such as 2026-01-31T08:00:00Z";
        return ValueType.of("moment", allowed, text -> {
            try {
                return OffsetDateTime.parse(text).toInstant();
            } catch (DateTimeParseException e) {
                throw new InvalidValueException("must be " + allowed);
            }
        });
    }

    /** A number of retries, or unlimited. */
    public static ValueType<Integer> retries() {
        String allowed = "a whole number from 0 to 1000, or unlimited";
        ValueType<Integer> number = wholeNumber(0, 1000);
        return ValueType.of("number", allowed, text -> {
            if (text.equalsIgnoreCase("unlimited")) {
                return RetryPolicy.UNLIMITED;
            }
            try {
                return number.parse(text);
            } catch (InvalidValueException e) {
                throw new InvalidValueException("must be " + allowed);
            }
        });
    }

    public static ValueType<String> identifier() {
        return matching(
                "identifier",
                "the name of a column or schema: letters, digits, _, $ and -, not beginning with a digit, at most 63 long",
                ValueTypes::isIdentifier);
    }

    /** Whether a column, a schema or a table can have this name. */
    public static boolean isIdentifier(String text) {
        return IDENTIFIER.matcher(text).matches();
    }

    public static ValueType<String> urlPath() {
        return matching(
                "path",
                "a path that begins with /, without query or fragment",
                text -> PATH.matcher(text).matches());
    }

    public static ValueType<Path> filePath() {
        return path("file");
    }

    public static ValueType<Path> directoryPath() {
        return path("directory");
    }

    private static ValueType<Path> path(String what) {
        String allowed = "the path of a " + what;
        return ValueType.of(what, allowed, text -> {
            try {
                return Path.of(text);
            } catch (InvalidPathException e) {
                throw new InvalidValueException("must be " + allowed);
            }
        });
    }

    public static ValueType<URI> httpUrl() {
        String allowed = "an http:// or https:// address with a host, without user, query or fragment";
        return ValueType.of("url", allowed, text -> {
            try {
                URI uri = new URI(text.replaceAll("/+$", ""));
                return inRange(isHttp(uri), uri, allowed);
            } catch (URISyntaxException e) {
                throw new InvalidValueException("must be " + allowed);
            }
        });
    }

    public static ValueType<Secret> password() {
        String allowed = "at most 4096 characters without line breaks";
        return new ValueType<>("secret", allowed, true, text -> {
            boolean valid = text.length() <= 4096 && text.indexOf('\n') < 0 && text.indexOf('\r') < 0;
            return inRange(valid, new Secret(text), allowed);
        });
    }

    /** A secret that is sent in a header, so it must be printable ASCII. */
    public static ValueType<Secret> token(int least) {
        String allowed = "printable ASCII without spaces" + (least > 1 ? ", at least " + least + " characters" : "")
                + ", at most 4096 long";
        return new ValueType<>("secret", allowed, true, text -> {
            boolean valid = PRINTABLE.matcher(text).matches() && text.length() >= least && text.length() <= 4096;
            return inRange(valid, new Secret(text), allowed);
        });
    }

    /** Empty to keep all events. */
    public static ValueType<Optional<Duration>> logRetention() {
        String allowed = "keep, or a time from 1h to 3650d, such as 7d";
        return ValueType.of("retention", allowed, text -> {
            Optional<Duration> time = Durations.parse(text)
                    .filter(it -> it.compareTo(Duration.ofHours(1)) >= 0 && it.compareTo(Duration.ofDays(3650)) <= 0);
            return inRange(time.isPresent() || text.equalsIgnoreCase("keep"), time, allowed);
        });
    }

    /** The error names the item's number but not its text, because a placeholder may contain a secret. */
    private static <T> T parsed(int number, String item, ValueType<T> type) throws InvalidValueException {
        try {
            return type.parse(item);
        } catch (InvalidValueException e) {
            throw new InvalidValueException("has an item, number " + number + ", that " + e.getMessage());
        }
    }

    private static boolean isText(String text, int longest) {
        return text.length() <= longest && text.chars().noneMatch(Character::isISOControl);
    }

    private static boolean isHttp(URI uri) {
        String scheme = uri.getScheme();
        return ("http".equalsIgnoreCase(scheme) || "https".equalsIgnoreCase(scheme))
                && uri.getHost() != null
                && uri.getPort() != 0
                && uri.getPort() <= 65_535
                && uri.getRawUserInfo() == null
                && uri.getRawQuery() == null
                && uri.getRawFragment() == null;
    }

    private static ValueType<String> matching(String name, String allowed, Predicate<String> valid) {
        return ValueType.of(name, allowed, text -> inRange(valid.test(text), text, allowed));
    }

    private static <T> T inRange(boolean valid, T value, String allowed) throws InvalidValueException {
        if (!valid) {
            throw new InvalidValueException("must be " + allowed);
        }
        return value;
    }
}
