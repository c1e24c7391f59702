package dev.signalbox.runtime.settings;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Lists, which are written with commas ({@code tags=a,b}), item by item ({@code tags[0]=a}, or a YAML list), or, if their
 * items are {@code key=value}, as keys ({@code tags.currency=EUR}). Settings of a library are written as keys only.
 */
public record ListEntries(SettingCatalog catalog) {
    /** The type name of settings that are lists. */
    public static final String KIND = "list";

    public static final String KIND_OF_PAIRS = "pairs";

    /** The type name of a library's own settings, whose values may contain anything but line breaks. */
    public static final String KIND_OF_PROPERTIES = "properties";

    /** Separates the properties of one entry. */
    public static final String NEXT_PROPERTY = "\n";

    /** The items of a comma-separated list. */
    public static List<String> items(String text) {
        return Arrays.stream(text.split(",", -1))
                .map(String::strip)
                .filter(item -> !item.isEmpty())
                .toList();
    }

    /** Entries of {@code key=value} as a map, in their order. */
    public static Map<String, String> byKey(List<String> pairs) {
        Map<String, String> byKey = new LinkedHashMap<>();
        for (String pair : pairs) {
            int equals = pair.indexOf('=');
            byKey.put(
                    pair.substring(0, equals).strip(),
                    pair.substring(equals + 1).strip());
        }
        return byKey;
    }

    /** The same entries, with the items of each list merged into one entry. */
    List<ConfigEntry> folded(Iterable<ConfigEntry> entries) {
        Map<String, Gathered> lists = new LinkedHashMap<>();
        List<ConfigEntry> folded = new ArrayList<>();
        for (ConfigEntry entry : entries) {
            Optional<Part> part = catalog.owns(entry.key()) ? part(entry) : Optional.empty();
            if (part.isEmpty()) {
                folded.add(entry);
            } else {
                lists.computeIfAbsent(part.get().list(), _ -> new Gathered(entry, new TreeMap<>()))
                        .add(part.get());
            }
        }
        return Stream.concat(folded.stream(), lists.entrySet().stream().map(this::entry))
                .toList();
    }

    /** One item of a list; items without an index keep the order of the file. */
    private record Part(String list, Optional<Integer> index, String item) {}

    private record Gathered(ConfigEntry first, TreeMap<Integer, String> items) {
        void add(Part part) {
            items.put(part.index().orElseGet(() -> items.isEmpty() ? 0 : items.lastKey() + 1), part.item());
        }
    }

    private Optional<Part> part(ConfigEntry entry) {
        Optional<SettingKey.Item> item =
                SettingKey.Item.of(entry.key()).filter(one -> isList(one.list(), KIND, KIND_OF_PAIRS));
        return item.isPresent()
                ? item.map(one -> new Part(one.list(), Optional.of(one.index()), entry.value()))
                : pair(entry);
    }

    private Optional<Part> pair(ConfigEntry entry) {
        String key = entry.key();
        for (int dot = key.lastIndexOf('.'); dot > 0; dot = key.lastIndexOf('.', dot - 1)) {
            if (isList(key.substring(0, dot), KIND_OF_PAIRS, KIND_OF_PROPERTIES)) {
                String pair = key.substring(dot + 1) + "=" + entry.value();
                return Optional.of(new Part(key.substring(0, dot), Optional.empty(), pair));
            }
        }
        return Optional.empty();
    }

    private boolean isList(String key, String... kinds) {
        return catalog.match(key)
                .filter(match -> List.of(kinds).contains(match.setting().kind().name()))
                .isPresent();
    }

    private ConfigEntry entry(Map.Entry<String, Gathered> list) {
        Gathered gathered = list.getValue();
        String separator = isList(list.getKey(), KIND_OF_PROPERTIES) ? NEXT_PROPERTY : ",";
        return new ConfigEntry(
                list.getKey(),
                String.join(separator, gathered.items().values()),
                gathered.first().origin(),
                gathered.first().literal());
    }
}
