package dev.signalbox.server.config;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What was given for each setting, read one by one; everything that is wrong is gathered on the way. */
final class Values {
    private record Address(String settingKey, String name) {}

    private final Map<Address, Entry> given = new LinkedHashMap<>();
    // A set, since a setting that two relays share is read twice.
    private final Set<Problem> problems = new LinkedHashSet<>();
    private final Set<Address> bad = new HashSet<>();
    private final Placeholders placeholders;

    Values(Placeholders placeholders) {
        this.placeholders = placeholders;
    }

    /** Takes what a file gives; unknown keys and the same setting under two keys are problems. */
    void addFile(Iterable<Entry> entries) {
        for (Entry entry : entries) {
            if (Settings.owns(entry.key())) {
                Settings.match(entry.key()).ifPresentOrElse(match -> add(match, entry), () -> unknown(entry));
            }
        }
    }

    /** Takes what the environment gives, which comes before the file. */
    void override(Setting<?> setting, String name, Entry entry) {
        given.put(new Address(setting.key(), name), entry);
    }

    /** The names that are used below a pattern such as {@code signalbox.sources.<name>}. */
    Set<String> names(String pattern) {
        Set<String> names = new LinkedHashSet<>();
        given.keySet().stream()
                .filter(address -> address.settingKey().startsWith(pattern + "."))
                .forEach(address -> names.add(address.name()));
        return names;
    }

    boolean anyBelow(String prefix) {
        return given.keySet().stream().anyMatch(address -> address.settingKey().startsWith(prefix + "."));
    }

    boolean isGiven(Setting<?> setting, String name) {
        return given.containsKey(new Address(setting.key(), name));
    }

    /** Whether a value was given and, now that it has been read, found to be allowed. */
    boolean isSound(Setting<?> setting, String name) {
        return isGiven(setting, name) && !bad.contains(new Address(setting.key(), name));
    }

    <T> T read(Setting<T> setting) {
        return read(setting, "");
    }

    /** The value of a setting; where it is wrong, the problem is noted and some allowed value returned. */
    <T> T read(Setting<T> setting, String name) {
        Entry entry = given.get(new Address(setting.key(), name));
        if (entry == null) {
            return absent(setting, name);
        }
        try {
            String text = entry.literal() ? entry.value() : placeholders.resolve(entry.value());
            return text.isBlank()
                    ? absent(setting, name)
                    : setting.kind().parse(setting.secret() ? text : text.strip());
        } catch (BadValue e) {
            problems.add(Problem.badValue(entry, setting, String.valueOf(e.getMessage())));
            bad.add(new Address(setting.key(), name));
            return setting.defaultValue();
        }
    }

    void problem(String key, String message) {
        problems.add(Problem.of(key, message));
    }

    /** A problem of a value that is allowed by itself but not together with others. */
    void contradiction(Setting<?> setting, String name, String message) {
        Entry entry = given.get(new Address(setting.key(), name));
        if (entry == null) {
            problem(setting.keyFor(name), message);
        } else {
            problems.add(Problem.badValue(entry, setting, message));
        }
    }

    List<Problem> problems() {
        return List.copyOf(problems);
    }

    private <T> T absent(Setting<T> setting, String name) {
        if (setting.required()) {
            problem(
                    setting.keyFor(name),
                    "is missing; it must be " + setting.kind().allowed());
        }
        return setting.defaultValue();
    }

    private void add(Settings.Match match, Entry entry) {
        if (!match.name().isEmpty() && !Names.isName(match.name())) {
            problems.add(
                    Problem.badKey(entry, "the name in this key must be letters, digits, - and _, at most 63 long"));
            return;
        }
        Entry before = given.putIfAbsent(new Address(match.setting().key(), match.name()), entry);
        if (before != null) {
            problems.add(Problem.badKey(
                    entry, "means the same as " + before.key() + " (" + before.origin() + "); give one of them"));
        }
    }

    private void unknown(Entry entry) {
        if (Settings.isGroup(entry.key())) {
            if (!entry.value().isBlank()) {
                problems.add(Problem.badKey(entry, "is a group of settings and takes no value itself"));
            }
            return;
        }
        Optional<String> meant = Settings.suggestion(entry.key());
        problems.add(Problem.badKey(
                entry,
                "is not a known setting"
                        + meant.map(key -> "; did you mean " + key + "?").orElse("")));
    }
}
