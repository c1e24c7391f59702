package dev.signalbox.runtime.settings;

import dev.signalbox.core.delivery.RetryPolicy;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
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
        return ValueType.parsed("boolean", "true or false", text -> switch (text.toLowerCase(Locale.ROOT)) {
            case "true" -> Optional.of(true);
            case "false" -> Optional.of(false);
            default -> Optional.empty();
        });
    }

    public static ValueType<Integer> wholeNumber(int least, int most) {
        String allowed = "a whole number from " + least + " to " + most;
        return within("number", allowed, text -> Optional.of(Integer.valueOf(text)), least, most);
    }

    public static ValueType<Double> decimal(double least, double most) {
        String allowed = "a number from " + plain(least) + " to " + plain(most);
        return within("number", allowed, text -> Optional.of(Double.valueOf(text)), least, most);
    }

    public static ValueType<Duration> duration(String least, String most) {
        String allowed =
                "a time from " + least + " to " + most + ", such as 500ms, 30s, 5m, 2h, 1d, PT1S or plain milliseconds";
        return within("duration", allowed, Durations::parse, Durations.known(least), Durations.known(most));
    }

    public static ValueType<Long> size(String least, String most) {
        String allowed = "a size from " + least + " to " + most + ", such as 64KB, 4MB or plain bytes";
        return within("size", allowed, Sizes::parse, Sizes.known(least), Sizes.known(most));
    }

    private static <T extends Comparable<T>> ValueType<T> within(
            String name, String allowed, Function<String, Optional<T>> parser, T least, T most) {
        return ValueType.parsed(
                name,
                allowed,
                text -> parser.apply(text).filter(value -> value.compareTo(least) >= 0 && value.compareTo(most) <= 0));
    }

    /** A constant of an enum, written in lower case with dashes. */
    public static <E extends Enum<E>> ValueType<E> choice(Class<E> type) {
        return choice(words(type), Map.of());
    }

    /** One of these words, in this order. */
    public static <T> ValueType<T> choice(Map<String, T> words) {
        return choice(words, Map.of());
    }

    public static ValueType<String> oneOf(String... words) {
        Map<String, String> byWord = new LinkedHashMap<>();
        Arrays.stream(words).forEach(word -> byWord.put(word, word));
        return choice(byWord);
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
        Arrays.stream(type.getEnumConstants()).forEach(constant -> words.put(word(constant), constant));
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
            T chosen = words.get(word);
            if (chosen == null) {
                throw new InvalidValueException(unavailable.getOrDefault(word, "must be " + allowed));
            }
            return chosen;
        });
    }

    /** A constant as users write it. */
    public static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static String plain(double number) {
        return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
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
                text -> isText(text, 255) && text.indexOf('\\') < 0);
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
            if (values.isEmpty()) {
                throw new InvalidValueException("must be " + allowed);
            }
            return List.copyOf(values);
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
        return ValueType.parsed(ListEntries.KIND_OF_PROPERTIES, allowed, text -> {
                    List<String> lines = List.of(text.split(ListEntries.NEXT_PROPERTY, -1));
                    boolean valid = lines.stream()
                            .allMatch(
                                    line -> line.indexOf('=') > 0 && line.length() <= 16_384 && line.indexOf('\r') < 0);
                    return valid ? Optional.of(ListEntries.byKey(lines)) : Optional.empty();
                })
                .asSecret();
    }

    public static ValueType<String> host() {
        return matching("host", "the name or address of a host", HOST.asMatchPredicate());
    }

    /** The addresses of brokers. */
    public static ValueType<String> hostsAndPorts() {
        return matching("hosts", "host:port, or several with commas between them", HOSTS.asMatchPredicate());
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
                PUBLISHER.asMatchPredicate());
    }

    /** Any 64-bit integer. */
    public static ValueType<Long> anyNumber() {
        return ValueType.parsed("number", "a whole number of at most 64 bits", text -> Optional.of(Long.valueOf(text)));
    }

    public static ValueType<Instant> instant() {
        return ValueType.parsed(
                "moment",
                "a moment such as 2026-01-31T08:00:00Z",
                text -> Optional.of(OffsetDateTime.parse(text).toInstant()));
    }

    /** A number of retries, or unlimited. */
    public static ValueType<Integer> retries() {
        return ValueType.parsed(
                "number",
                "a whole number from 0 to 1000, or unlimited",
                text -> text.equalsIgnoreCase("unlimited")
                        ? Optional.of(RetryPolicy.UNLIMITED)
                        : Optional.of(Integer.valueOf(text)).filter(number -> number >= 0 && number <= 1000));
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
        return matching("path", "a path that begins with /, without query or fragment", PATH.asMatchPredicate());
    }

    /** @param what file or directory */
    public static ValueType<Path> path(String what) {
        return ValueType.parsed(what, "the path of a " + what, text -> Optional.of(Path.of(text)));
    }

    public static ValueType<URI> httpUrl() {
        return ValueType.parsed(
                "url",
                "an http:// or https:// address with a host, without user, query or fragment",
                text -> Optional.of(URI.create(text.replaceAll("/+$", ""))).filter(ValueTypes::isHttp));
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

    public static ValueType<Secret> password() {
        return secret(
                "at most 4096 characters without line breaks",
                text -> text.indexOf('\n') < 0 && text.indexOf('\r') < 0);
    }

    /** A secret that is sent in a header, so it must be printable ASCII. */
    public static ValueType<Secret> token(int least) {
        String allowed = "printable ASCII without spaces" + (least > 1 ? ", at least " + least + " characters" : "")
                + ", at most 4096 long";
        return secret(allowed, text -> PRINTABLE.matcher(text).matches() && text.length() >= least);
    }

    /** The address of a webhook, whose path or query often is a credential. The sink checks it. */
    public static ValueType<Secret> webhookUrl() {
        return secret("an https:// address without user or fragment, at most 2048 characters long", text -> true);
    }

    private static ValueType<Secret> secret(String allowed, Predicate<String> valid) {
        Predicate<String> bounded = text -> text.length() <= 4096;
        return ValueType.parsed(
                        "secret",
                        allowed,
                        text -> Optional.of(text).filter(bounded.and(valid)).map(Secret::new))
                .asSecret();
    }

    /** Empty to keep all events. */
    public static ValueType<Optional<Duration>> logRetention() {
        return ValueType.parsed("retention", "keep, or a time from 1h to 3650d, such as 7d", text -> {
            Optional<Duration> time = Durations.parse(text)
                    .filter(it -> it.compareTo(Duration.ofHours(1)) >= 0 && it.compareTo(Duration.ofDays(3650)) <= 0);
            return time.isPresent() || text.equalsIgnoreCase("keep") ? Optional.of(time) : Optional.empty();
        });
    }

    private static boolean isText(String text, int longest) {
        return text.length() <= longest && text.chars().noneMatch(Character::isISOControl);
    }

    private static ValueType<String> matching(String name, String allowed, Predicate<String> valid) {
        return ValueType.parsed(name, allowed, text -> Optional.of(text).filter(valid));
    }
}
