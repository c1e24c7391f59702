package dev.signalbox.runtime.settings;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Names that users choose, and suggestions for misspelt keys. */
public final class SettingNames {
    /** The maximum length of names of topics and publishers, which are stored in a user's table. */
    public static final int LONGEST_IN_LOG = 100;

    private static final int LONGEST = 63;
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]*");

    private SettingNames() {}

    public static boolean isName(String text) {
        return isName(text, LONGEST);
    }

    public static boolean isName(String text, int longest) {
        return text.length() <= longest && NAME.matcher(text).matches();
    }

    /** The maximum length of the name at this placeholder of a key. */
    public static int longest(String place) {
        return place.equals("name") ? LONGEST : LONGEST_IN_LOG;
    }

    /** A normal form in which {@code pool-size}, {@code poolSize}, {@code pool_size} and {@code POOLSIZE} are equal. */
    public static String uniform(String text) {
        return text.replace("-", "").replace("_", "").toLowerCase(Locale.ROOT);
    }

    /** The most similar candidate; empty if none is similar enough. */
    public static Optional<String> closest(String given, Collection<String> candidates) {
        int most = Math.max(2, given.substring(given.lastIndexOf('.') + 1).length() / 3);
        return candidates.stream()
                .filter(candidate -> distance(given, candidate) <= most)
                .min(Comparator.comparingInt(candidate -> distance(given, candidate)));
    }

    /** The edit distance: how many characters must be changed, added or removed. */
    private static int distance(String a, String b) {
        int[] before = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            before[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] now = new int[b.length() + 1];
            now[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int change = before[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                now[j] = Math.min(change, Math.min(before[j], now[j - 1]) + 1);
            }
            before = now;
        }
        return before[b.length()];
    }
}
