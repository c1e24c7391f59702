package dev.signalbox.e2e;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One element of a request's array.
 *
 * @param number the order number that the application assigned, -1 if there is none
 * @param raw its text as received
 */
record ReceivedItem(String id, String group, long number, String raw) {
    private static final Pattern ID = Pattern.compile("\"id\":\"([^\"]*)\"");
    private static final Pattern GROUP = Pattern.compile("\"group\":\"([^\"]*)\"");
    private static final Pattern NUMBER = Pattern.compile("\"n\":(\\d+)");
    /** The identifying members are at the beginning; the rest may be large. */
    private static final int HEAD = 200;

    static ReceivedItem of(String raw) {
        String head = raw.substring(0, Math.min(HEAD, raw.length()));
        String number = find(NUMBER, head);
        return new ReceivedItem(find(ID, head), find(GROUP, head), number.isEmpty() ? -1 : Long.parseLong(number), raw);
    }

    /** Splits a JSON array into its elements, each as raw text. */
    static List<ReceivedItem> split(String array) {
        if (!array.startsWith("[") || !array.endsWith("]")) {
            throw new IllegalArgumentException("not an array: " + array.substring(0, Math.min(100, array.length())));
        }
        List<ReceivedItem> receivedItems = new ArrayList<>();
        int begin = 1;
        int depth = 0;
        boolean quoted = false;
        for (int i = 1; i < array.length(); i++) {
            char c = array.charAt(i);
            if (quoted) {
                if (c == '\\') {
                    i++;
                } else if (c == '"') {
                    quoted = false;
                }
            } else if (c == '"') {
                quoted = true;
            } else if (depth == 0 && (c == ',' || c == ']')) {
                receivedItems.add(of(array.substring(begin, i)));
                begin = i + 1;
            } else if (c == '[' || c == '{') {
                depth++;
            } else if (c == ']' || c == '}') {
                depth--;
            }
        }
        return receivedItems;
    }

    private static String find(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? matcher.group(1) : "";
    }
}
