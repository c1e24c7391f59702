package dev.signalbox.runtime.settings;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** What was given for each setting, read one by one; everything that is wrong is gathered on the way. */
public final class Values {
    private record Address(String settingKey, String name) {}

    private final Map<Address, Entry> given = new LinkedHashMap<>();
    // A set, since a setting that two relays share is read twice.
    private final Set<Problem> problems = new LinkedHashSet<>();
    private final Set<Address> bad = new HashSet<>();
    private final SettingCatalog catalog;
    private final Placeholders placeholders;

    public Values(SettingCatalog catalog, Placeholders placeholders) {
        this.catalog = catalog;
        this.placeholders = placeholders;
    }

    /** Takes what a file gives; unknown keys and the same setting under two keys are problems. */
    public void addFile(Iterable<Entry> entries) {
        for (Entry entry : new Lists(catalog).folded(entries)) {
            Optional<SettingCatalog.Match> match = catalog.match(entry.key());
            if (match.isPresent()) {
                add(match.get(), entry);
            } else if (catalog.owns(entry.key())) {
                unknown(entry);
            }
        }
    }

    /** Takes what the environment gives, which comes before the file. */
    public void override(Setting<?> setting, String name, Entry entry) {
        given.put(new Address(setting.key(), name), entry);
    }

    /** The names that are used below a pattern such as {@code signalbox.sources.<name>}. */
    public Set<String> names(String pattern) {
        int places = Key.places(pattern).size();
        Set<String> names = new LinkedHashSet<>();
        given.keySet().stream()
                .filter(address -> address.settingKey().startsWith(pattern + "."))
                .map(address -> List.of(address.name().split(Key.SEPARATOR, -1)))
                .forEach(all -> names.add(String.join(Key.SEPARATOR, all.subList(0, places))));
        return names;
    }

    /** The last names below a pattern that has several, where those before are given. */
    public List<String> names(String pattern, String within) {
        String before = within + Key.SEPARATOR;
        return names(pattern).stream()
                .filter(name -> name.startsWith(before))
                .map(name -> name.substring(before.length()))
                .toList();
    }

    public boolean anyBelow(String prefix) {
        return given.keySet().stream().anyMatch(address -> address.settingKey().startsWith(prefix + "."));
    }

    public boolean isGiven(Setting<?> setting, String name) {
        return given.containsKey(new Address(setting.key(), name));
    }

    /** Whether a value was given and, now that it has been read, found to be allowed. */
    public boolean isSound(Setting<?> setting, String name) {
        return isGiven(setting, name) && !bad.contains(new Address(setting.key(), name));
    }

    public <T> T read(Setting<T> setting) {
        return read(setting, "");
    }

    /** Finds what is wrong with the values themselves, even if nothing else asks for them. */
    public void check(List<Setting<?>> settings) {
        settings.forEach(setting -> given.keySet().stream()
                .filter(address -> address.settingKey().equals(setting.key()))
                .filter(address -> !isBlank(address))
                .forEach(address -> read(setting, address.name())));
    }

    /** The value of a setting; where it is wrong, the problem is noted and some allowed value returned. */
    public <T> T read(Setting<T> setting, String name) {
        return readOr(setting, name, () -> absent(setting, name));
    }

    /** The same for a setting whose default is another's value. */
    public <T> T read(Setting<T> setting, String name, T otherwise) {
        return readOr(setting, name, () -> otherwise);
    }

    private <T> T readOr(Setting<T> setting, String name, Supplier<T> absent) {
        Entry entry = given.get(new Address(setting.key(), name));
        if (entry == null) {
            return absent.get();
        }
        try {
            String text = entry.literal() ? entry.value() : placeholders.resolve(entry.value());
            return text.isBlank() ? absent.get() : setting.kind().parse(setting.secret() ? text : text.strip());
        } catch (BadValue e) {
            problems.add(Problem.badValue(entry, setting, String.valueOf(e.getMessage())));
            bad.add(new Address(setting.key(), name));
            return setting.defaultValue();
        }
    }

    public void problem(String key, String message) {
        problems.add(Problem.of(key, message));
    }

    /** A problem of a value that is allowed by itself but not together with others. */
    public void contradiction(Setting<?> setting, String name, String message) {
        Entry entry = given.get(new Address(setting.key(), name));
        if (entry == null) {
            problem(setting.keyFor(name), message);
        } else {
            problems.add(Problem.badValue(entry, setting, message));
        }
    }

    public List<Problem> problems() {
        return List.copyOf(problems);
    }

    private boolean isBlank(Address address) {
        Entry entry = given.get(address);
        return entry == null || entry.value().isBlank();
    }

    private <T> T absent(Setting<T> setting, String name) {
        if (setting.required()) {
            problem(
                    setting.keyFor(name),
                    "is missing; it must be " + setting.kind().allowed());
        }
        return setting.defaultValue();
    }

    private void add(SettingCatalog.Match match, Entry entry) {
        Optional<Integer> tooLong = badName(match);
        if (tooLong.isPresent()) {
            problems.add(Problem.badKey(
                    entry,
                    "the name in this key must be letters, digits, - and _, at most " + tooLong.get() + " long"));
            return;
        }
        Entry before = given.putIfAbsent(new Address(match.setting().key(), match.name()), entry);
        if (before != null) {
            problems.add(Problem.badKey(
                    entry, "means the same as " + before.key() + " (" + before.origin() + "); give one of them"));
        }
    }

    /** How long a name may be, if one in the key is not allowed. */
    private static Optional<Integer> badName(SettingCatalog.Match match) {
        List<String> places = Key.places(match.setting().key());
        String[] names = match.name().split(Key.SEPARATOR, -1);
        return IntStream.range(0, places.size())
                .filter(i -> !Names.isName(names[i], Names.longest(places.get(i))))
                .mapToObj(i -> Names.longest(places.get(i)))
                .findFirst();
    }

    private void unknown(Entry entry) {
        if (catalog.isGroup(entry.key())) {
            if (!entry.value().isBlank()) {
                problems.add(Problem.badKey(entry, "is a group of settings and takes no value itself"));
            }
            return;
        }
        Optional<String> meant = catalog.suggestion(entry.key());
        problems.add(Problem.badKey(
                entry,
                "is not a known setting"
                        + meant.map(key -> "; did you mean " + key + "?").orElse("")));
    }
}
