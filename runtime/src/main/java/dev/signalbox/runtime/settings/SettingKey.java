package dev.signalbox.runtime.settings;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Keys and their patterns: {@code signalbox.sources.<name>.url}. If a pattern has several names, such as
 * {@code signalbox.logs.<name>.topics.<topic>.types}, they are joined to one, {@code wallet/payments}. A part such as
 * {@code list[<index>]} matches an item of a list.
 */
public final class SettingKey {
    /** Separates the names of a pattern that has several; no name contains it. */
    public static final String SEPARATOR = "/";

    private static final Pattern PLACE = Pattern.compile("<([a-z]+)>");
    private static final Pattern ITEM = Pattern.compile("(.+)\\[(\\d{1,9})]");
    private static final String ANY_ITEM = "[<index>]";

    private SettingKey() {}

    /** Replaces the placeholders of a pattern by names; if there are fewer names, the last placeholders stay. */
    public static String fill(String pattern, String names) {
        String filled = pattern;
        for (String name : names.split(SEPARATOR, -1)) {
            filled = PLACE.matcher(filled).replaceFirst(Matcher.quoteReplacement(name));
        }
        return filled;
    }

    /** The names of a pattern's placeholders. */
    public static List<String> places(String pattern) {
        return PLACE.matcher(pattern).results().map(found -> found.group(1)).toList();
    }

    /** The pattern up to and including its last placeholder; empty if it has none. */
    public static String named(String pattern) {
        int last = pattern.lastIndexOf('>');
        int dot = pattern.indexOf('.', last);
        return last < 0 ? "" : dot < 0 ? pattern : pattern.substring(0, dot);
    }

    /** The names in a key that matches a pattern; empty text if the pattern has no placeholders. */
    public static Optional<String> match(String pattern, String key) {
        String[] wanted = parts(pattern);
        String[] given = parts(key);
        return wanted.length == given.length ? names(wanted, given) : Optional.empty();
    }

    /** Whether a key is a prefix of keys that match a pattern. */
    public static boolean begins(String pattern, String key) {
        String[] wanted = parts(pattern);
        String[] given = parts(key);
        return given.length < wanted.length && names(wanted, given).isPresent();
    }

    /** Replaces the placeholders of a pattern by the parts of a key at the same index, without comparing the other parts. */
    public static String likened(String pattern, String key) {
        String[] wanted = parts(pattern);
        String[] given = parts(key);
        for (int i = 0; i < Math.min(wanted.length, given.length); i++) {
            if (wanted[i].startsWith("<")) {
                wanted[i] = given[i];
            } else if (wanted[i].endsWith(ANY_ITEM)) {
                Matcher item = ITEM.matcher(given[i]);
                wanted[i] = item.matches() ? wanted[i].replace("<index>", item.group(2)) : wanted[i];
            }
        }
        return String.join(".", wanted);
    }

    /** The key of a list, and the index of one of its items. */
    public record Item(String list, int index) {
        static Optional<Item> of(String key) {
            Matcher item = ITEM.matcher(key);
            return item.matches()
                    ? Optional.of(new Item(item.group(1), Integer.parseInt(item.group(2))))
                    : Optional.empty();
        }
    }

    private static String[] parts(String key) {
        return key.split("\\.", -1);
    }

    /** The names in the given parts, if all parts match. */
    private static Optional<String> names(String[] wanted, String[] given) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < given.length; i++) {
            if (wanted[i].startsWith("<")) {
                names.add(given[i]);
            } else if (wanted[i].endsWith(ANY_ITEM)) {
                Optional<Item> item = Item.of(given[i]);
                if (item.isEmpty()
                        || !isSame(wanted[i].replace(ANY_ITEM, ""), item.get().list())) {
                    return Optional.empty();
                }
                names.add(String.valueOf(item.get().index()));
            } else if (!isSame(wanted[i], given[i])) {
                return Optional.empty();
            }
        }
        return Optional.of(String.join(SEPARATOR, names));
    }

    private static boolean isSame(String wanted, String given) {
        return SettingNames.uniform(wanted).equals(SettingNames.uniform(given));
    }
}
