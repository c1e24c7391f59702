package dev.signalbox.core.json;

import java.util.List;

/**
 * Writes tags as one JSON object, so that receivers can look up a tag by key. If several tags share a key, its value is an
 * array; a tag without a value gets an empty string. An event has few tags, so each key is compared with the others, which
 * needs no memory.
 */
public final class TagsJson {
    private TagsJson() {}

    public static void write(JsonBytes json, List<String> tags) {
        json.put('{');
        for (int i = 0; i < tags.size(); i++) {
            if (next(tags, 0, tags.get(i)) < i) {
                continue;
            }
            if (i > 0) {
                json.put(',');
            }
            json.string(tags.get(i), 0, keyLength(tags.get(i)));
            json.put(':');
            writeValues(json, tags, i);
        }
        json.put('}');
    }

    /** Writes the values of all tags that share the key of this one. */
    private static void writeValues(JsonBytes json, List<String> tags, int first) {
        String tag = tags.get(first);
        boolean several = next(tags, first + 1, tag) < tags.size();
        if (several) {
            json.put('[');
        }
        for (int i = first; i < tags.size(); i = next(tags, i + 1, tag)) {
            if (i > first) {
                json.put(',');
            }
            json.string(
                    tags.get(i),
                    Math.min(keyLength(tags.get(i)) + 1, tags.get(i).length()),
                    tags.get(i).length());
        }
        if (several) {
            json.put(']');
        }
    }

    /** The index of the next tag with the same key, from this index on; the number of tags if there is none. */
    private static int next(List<String> tags, int from, String tag) {
        int length = keyLength(tag);
        int i = from;
        while (i < tags.size() && !(keyLength(tags.get(i)) == length && tag.regionMatches(0, tags.get(i), 0, length))) {
            i++;
        }
        return i;
    }

    private static int keyLength(String tag) {
        int equals = tag.indexOf('=');
        return equals < 0 ? tag.length() : equals;
    }
}
