package dev.signalbox.sink.http;

import dev.signalbox.core.json.JsonBytes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes tags as one JSON object, so that receivers can look up a tag by key. If several tags share a key, its value is an
 * array; a tag without a value gets an empty string.
 */
final class TagsJson {
    /** Up to this number, each key is compared with all others, which needs no memory; beyond it, an index is cheaper. */
    private static final int FEW = 32;

    private TagsJson() {}

    static void write(JsonBytes json, List<String> tags) {
        json.put('{');
        if (tags.size() <= FEW && areKeysDistinct(tags)) {
            writeEach(json, tags);
        } else {
            writeByKey(json, tags);
        }
        json.put('}');
    }

    private static boolean areKeysDistinct(List<String> tags) {
        for (int i = 1; i < tags.size(); i++) {
            String tag = tags.get(i);
            int length = keyLength(tag);
            for (int before = 0; before < i; before++) {
                if (keyLength(tags.get(before)) == length && tag.regionMatches(0, tags.get(before), 0, length)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static void writeEach(JsonBytes json, List<String> tags) {
        for (int i = 0; i < tags.size(); i++) {
            comma(json, i);
            writeKey(json, tags.get(i));
            writeValue(json, tags.get(i));
        }
    }

    private static void writeByKey(JsonBytes json, List<String> tags) {
        Map<String, List<String>> byKey = new LinkedHashMap<>();
        for (String tag : tags) {
            byKey.computeIfAbsent(tag.substring(0, keyLength(tag)), key -> new ArrayList<>())
                    .add(tag);
        }
        int written = 0;
        for (List<String> same : byKey.values()) {
            comma(json, written++);
            writeKey(json, same.getFirst());
            if (same.size() == 1) {
                writeValue(json, same.getFirst());
            } else {
                writeValues(json, same);
            }
        }
    }

    private static void writeValues(JsonBytes json, List<String> same) {
        json.put('[');
        for (int i = 0; i < same.size(); i++) {
            comma(json, i);
            writeValue(json, same.get(i));
        }
        json.put(']');
    }

    private static void comma(JsonBytes json, int written) {
        if (written > 0) {
            json.put(',');
        }
    }

    private static void writeKey(JsonBytes json, String tag) {
        json.string(tag, 0, keyLength(tag));
        json.put(':');
    }

    private static void writeValue(JsonBytes json, String tag) {
        json.string(tag, Math.min(keyLength(tag) + 1, tag.length()), tag.length());
    }

    private static int keyLength(String tag) {
        int equals = tag.indexOf('=');
        return equals < 0 ? tag.length() : equals;
    }
}
