package dev.signalbox.runtime.settings;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** The given values of settings. Reading them collects every problem. */
public final class SettingValues {
    private record Address(String settingKey, String name) {}

    private final Map<Address, ConfigEntry> given = new LinkedHashMap<>();
    // A set, because a setting that two relays share is read twice.
    private final Set<ConfigProblem> problems = new LinkedHashSet<>();
    private final Set<Address> bad = new HashSet<>();
    private final List<String> warnings = new ArrayList<>();
    private final SettingCatalog catalog;
    private final Placeholders placeholders;

    public SettingValues(SettingCatalog catalog, Placeholders placeholders) {
        this.catalog = catalog;
        this.placeholders = placeholders;
    }

    /** Adds the values of a file; unknown keys and a setting under two keys are problems. */
    public void addFile(Iterable<ConfigEntry> entries) {
        for (ConfigEntry entry : new ListEntries(catalog).folded(entries)) {
            Optional<SettingCatalog.Match> match = catalog.match(entry.key());
            if (match.isPresent()) {
                add(match.get(), entry);
            } else if (catalog.owns(entry.key())) {
                unknown(entry);
            }
        }
    }

    /** Adds a value from the environment, which overrides the file. */
    public void override(Setting<?> setting, String name, ConfigEntry entry) {
        given.put(new Address(setting.key(), name), entry);
    }

    /** The names used below a pattern such as {@code signalbox.sources.<name>}. */
    public Set<String> names(String pattern) {
        int places = SettingKey.places(pattern).size();
        Set<String> names = new LinkedHashSet<>();
        given.keySet().stream()
                .filter(address -> address.settingKey().startsWith(pattern + "."))
                .map(address -> List.of(address.name().split(SettingKey.SEPARATOR, -1)))
                .forEach(all -> names.add(String.join(SettingKey.SEPARATOR, all.subList(0, places))));
        return names;
    }

    /** The last names below a pattern that has several, for given names before them. */
    public List<String> names(String pattern, String within) {
        String before = within + SettingKey.SEPARATOR;
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

    /** Whether a value is given and valid. */
    public boolean isSound(Setting<?> setting, String name) {
        return isGiven(setting, name) && !bad.contains(new Address(setting.key(), name));
    }

    public <T> T read(Setting<T> setting) {
        return read(setting, "");
    }

    /** Checks the values of these settings, even if nothing reads them. */
    public void check(List<Setting<?>> settings) {
        settings.forEach(setting -> given.forEach((address, entry) -> {
            if (address.settingKey().equals(setting.key()) && !entry.value().isBlank()) {
                read(setting, address.name());
            }
        }));
    }

    /** The value of a setting; if it is invalid, records the problem and returns a valid value. */
    public <T> T read(Setting<T> setting, String name) {
        return readOr(setting, name, () -> absent(setting, name));
    }

    /** The same for a setting whose default is the value of another. */
    public <T> T read(Setting<T> setting, String name, T otherwise) {
        return readOr(setting, name, () -> otherwise);
    }

    private <T> T readOr(Setting<T> setting, String name, Supplier<T> absent) {
        ConfigEntry entry = given.get(new Address(setting.key(), name));
        if (entry == null) {
            return absent.get();
        }
        try {
            String text = entry.literal() ? entry.value() : placeholders.resolve(entry.value());
            return text.isBlank() ? absent.get() : setting.kind().parse(setting.secret() ? text : text.strip());
        } catch (InvalidValueException e) {
            problems.add(ConfigProblem.badValue(entry, setting, String.valueOf(e.getMessage())));
            bad.add(new Address(setting.key(), name));
            return setting.defaultValue();
        }
    }

    public void problem(String key, String message) {
        problems.add(ConfigProblem.of(key, message));
    }

    /** Records a problem of a value that is valid alone but conflicts with others. */
    public void contradiction(Setting<?> setting, String name, String message) {
        ConfigEntry entry = given.get(new Address(setting.key(), name));
        if (entry == null) {
            problem(setting.keyFor(name), message);
        } else {
            problems.add(ConfigProblem.badValue(entry, setting, message));
        }
    }

    /** Records a problem of each of these settings that is given. */
    public void refuse(Collection<? extends Setting<?>> settings, String name, String message) {
        settings.stream()
                .filter(setting -> isGiven(setting, name))
                .forEach(setting -> contradiction(setting, name, message));
    }

    public List<ConfigProblem> problems() {
        return List.copyOf(problems);
    }

    /** One warning for each given setting that no longer exists. */
    public List<String> warnings() {
        return List.copyOf(warnings);
    }

    private <T> T absent(Setting<T> setting, String name) {
        if (setting.required()) {
            problem(
                    setting.keyFor(name),
                    "is missing; it must be " + setting.kind().allowed());
        }
        return setting.defaultValue();
    }

    private void add(SettingCatalog.Match match, ConfigEntry entry) {
        Optional<Integer> tooLong = badName(match);
        if (tooLong.isPresent()) {
            problems.add(ConfigProblem.badKey(
                    entry,
                    "the name in this key must be letters, digits, - and _, at most " + tooLong.get() + " long"));
            return;
        }
        ConfigEntry before = given.putIfAbsent(new Address(match.setting().key(), match.name()), entry);
        if (before != null) {
            problems.add(ConfigProblem.badKey(
                    entry, "means the same as " + before.key() + " (" + before.origin() + "); give one of them"));
        }
    }

    /** The maximum length of a name, if the key contains a name that is not allowed. */
    private static Optional<Integer> badName(SettingCatalog.Match match) {
        List<String> places = SettingKey.places(match.setting().key());
        String[] names = match.name().split(SettingKey.SEPARATOR, -1);
        return IntStream.range(0, places.size())
                .filter(i -> !SettingNames.isName(names[i], SettingNames.longest(places.get(i))))
                .mapToObj(i -> SettingNames.longest(places.get(i)))
                .findFirst();
    }

    private void unknown(ConfigEntry entry) {
        Optional<SettingCatalog.Removed> removed = catalog.removed(entry.key());
        if (removed.isPresent()) {
            warnings.add(Masking.escaped(entry.key()) + " (" + entry.origin() + ") is ignored: "
                    + removed.get().reason());
            return;
        }
        if (catalog.isGroup(entry.key())) {
            if (!entry.value().isBlank()) {
                problems.add(ConfigProblem.badKey(entry, "is a group of settings and takes no value itself"));
            }
            return;
        }
        Optional<String> meant = catalog.suggestion(entry.key());
        problems.add(ConfigProblem.badKey(
                entry,
                "is not a known setting"
                        + meant.map(key -> "; did you mean " + key + "?").orElse("")));
    }
}
