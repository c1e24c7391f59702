package dev.signalbox.runtime.config;

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
 * items are {@code key=value}, as keys ({@code tags.currency=EUR}), which is the only way for settings of somebody else.
 */
final class ListEntries {
    /** The kinds of settings that are lists. */
    static final String LIST = "list";

    static final String KEY_VALUE_PAIRS = "pairs";

    /** Names of somebody else's settings with their values, which may contain anything but line breaks. */
    static final String PROPERTIES = "properties";

    /** Between the properties of one entry. */
    static final String NEXT_PROPERTY = "\n";

    private ListEntries() {}

    /** The items of a list with commas. */
    static List<String> items(String text) {
        return Arrays.stream(text.split(",", -1))
                .map(String::strip)
                .filter(item -> !item.isEmpty())
                .toList();
    }

    /** The same entries, with one for each list. */
    static List<ConfigEntry> folded(Iterable<ConfigEntry> configEntries) {
        Map<String, CollectedItems> lists = new LinkedHashMap<>();
        List<ConfigEntry> folded = new ArrayList<>();
        for (ConfigEntry configEntry : configEntries) {
            Optional<ListItem> listItem = SettingCatalog.owns(configEntry.key()) ? part(configEntry) : Optional.empty();
            if (listItem.isEmpty()) {
                folded.add(configEntry);
            } else {
                lists.computeIfAbsent(listItem.get().list(), _ -> new CollectedItems(configEntry, new TreeMap<>()))
                        .add(listItem.get());
            }
        }
        return Stream.concat(folded.stream(), lists.entrySet().stream().map(ListEntries::entry))
                .toList();
    }

    /** One item of a list; those without an index come in the order of the file. */
    private record ListItem(String list, Optional<Integer> index, String item) {}

    private record CollectedItems(ConfigEntry first, TreeMap<Integer, String> items) {
        void add(ListItem listItem) {
            items.put(listItem.index().orElseGet(() -> items.isEmpty() ? 0 : items.lastKey() + 1), listItem.item());
        }
    }

    private static Optional<ListItem> part(ConfigEntry configEntry) {
        Optional<SettingKey.ListItemKey> listItemKey =
                SettingKey.ListItemKey.of(configEntry.key()).filter(one -> isList(one.list(), LIST, KEY_VALUE_PAIRS));
        return listItemKey.isPresent()
                ? listItemKey.map(one -> new ListItem(one.list(), Optional.of(one.index()), configEntry.value()))
                : pair(configEntry);
    }

    private static Optional<ListItem> pair(ConfigEntry configEntry) {
        String key = configEntry.key();
        for (int dot = key.lastIndexOf('.'); dot > 0; dot = key.lastIndexOf('.', dot - 1)) {
            if (isList(key.substring(0, dot), KEY_VALUE_PAIRS, PROPERTIES)) {
                String pair = key.substring(dot + 1) + "=" + configEntry.value();
                return Optional.of(new ListItem(key.substring(0, dot), Optional.empty(), pair));
            }
        }
        return Optional.empty();
    }

    private static boolean isList(String key, String... kinds) {
        return SettingCatalog.match(key)
                .filter(keyMatch ->
                        List.of(kinds).contains(keyMatch.setting().type().name()))
                .isPresent();
    }

    private static ConfigEntry entry(Map.Entry<String, CollectedItems> list) {
        CollectedItems collectedItems = list.getValue();
        String separator = isList(list.getKey(), PROPERTIES) ? NEXT_PROPERTY : ",";
        return new ConfigEntry(
                list.getKey(),
                String.join(separator, collectedItems.items().values()),
                collectedItems.first().origin(),
                collectedItems.first().literal());
    }
}
