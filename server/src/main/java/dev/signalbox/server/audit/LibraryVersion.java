package dev.signalbox.server.audit;

import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** A version of a library, ordered as Maven orders versions: 1.9 before 1.10, and 2.0-rc1 before 2.0. */
record LibraryVersion(String text) implements Comparable<LibraryVersion> {
    private static final Pattern PART = Pattern.compile("\\d+|[a-z]+");
    /** Qualifiers before the release, in order; the empty one is the release itself. Others follow it. */
    private static final List<String> QUALIFIERS =
            List.of("alpha", "a", "beta", "b", "milestone", "m", "rc", "cr", "snapshot", "");

    private static final String RELEASE = "";

    @Override
    public int compareTo(LibraryVersion other) {
        List<String> mine = parts();
        List<String> others = other.parts();
        for (int i = 0; i < Math.max(mine.size(), others.size()); i++) {
            int order = compare(part(mine, i), part(others, i));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    private List<String> parts() {
        return PART.matcher(text.toLowerCase(Locale.ROOT))
                .results()
                .map(MatchResult::group)
                .map(part -> part.equals("final") || part.equals("ga") || part.equals("release") ? RELEASE : part)
                .toList();
    }

    private static String part(List<String> parts, int index) {
        return index < parts.size() ? parts.get(index) : RELEASE;
    }

    /** A missing part is the same as 0. */
    private static int compare(String one, String two) {
        boolean numbers = (isNumber(one) || one.isEmpty()) && (isNumber(two) || two.isEmpty());
        if (numbers) {
            return number(one).compareTo(number(two));
        }
        if (isNumber(one) || isNumber(two)) {
            return isNumber(one) ? 1 : -1;
        }
        int order = Integer.compare(rank(one), rank(two));
        boolean known = rank(one) < QUALIFIERS.size();
        return order != 0 || known ? order : one.compareTo(two);
    }

    private static boolean isNumber(String part) {
        return !part.isEmpty() && Character.isDigit(part.charAt(0));
    }

    private static BigInteger number(String part) {
        return part.isEmpty() ? BigInteger.ZERO : new BigInteger(part);
    }

    /** Two spellings of one qualifier have the same rank. */
    private static int rank(String qualifier) {
        int index = QUALIFIERS.indexOf(qualifier);
        return index < 0 ? QUALIFIERS.size() : index < 8 ? index / 2 : index;
    }
}
