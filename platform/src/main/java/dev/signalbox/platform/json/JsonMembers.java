package dev.signalbox.platform.json;

import dev.signalbox.platform.input.FieldErrors;
import dev.signalbox.platform.input.TextRules;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the members of one object. What is wrong goes to the errors, and reading goes on with the default, so that one answer
 * names everything. A member that is {@code null} counts as missing. A value that is no object has one error, and no members.
 */
public final class JsonMembers {
    private static final Instant EARLIEST = Instant.parse("0001-01-01T00:00:00Z");
    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999999Z");

    private final String path;
    private final Map<String, JsonValue> members;
    private final FieldErrors errors;
    private final boolean object;
    private final Set<String> asked = new HashSet<>();

    private JsonMembers(String path, Map<String, JsonValue> members, FieldErrors errors, boolean object) {
        this.path = path;
        this.members = members;
        this.errors = errors;
        this.object = object;
    }

    /** The members of an object; none, and an error, if the value is something else. */
    public static JsonMembers of(JsonValue value, FieldErrors errors) {
        return of("", value, errors);
    }

    private static JsonMembers of(String path, JsonValue value, FieldErrors errors) {
        String prefix = path.isEmpty() ? "" : path + ".";
        try {
            if (value.kind() == JsonValue.Kind.OBJECT) {
                Set<String> repeated = new LinkedHashSet<>();
                JsonMembers members = new JsonMembers(prefix, value.members(repeated), errors, true);
                repeated.forEach(name -> members.wrong(JsonValue.shortened(name), "occurs twice"));
                return members;
            }
            errors.add(path, "must be an object");
        } catch (MalformedJsonException e) {
            errors.add(path, String.valueOf(e.getMessage()));
        }
        return new JsonMembers(prefix, Map.of(), errors, false);
    }

    public FieldErrors errors() {
        return errors;
    }

    /** Adds an error about a member. */
    public void wrong(String name, String message) {
        if (object) {
            errors.add(path + name, message);
        }
    }

    /** The value of a member; null if it is missing. */
    public @Nullable JsonValue value(String name) {
        asked.add(name);
        JsonValue value = members.get(name);
        return value == null || value.kind() == JsonValue.Kind.NULL ? null : value;
    }

    /** Whether all of these members are missing, null or empty texts. */
    public boolean allMissing(String... names) {
        return Stream.of(names).map(this::value).allMatch(value -> value == null || value.isEmptyText());
    }

    /** Whether the member is there, be it null. */
    public boolean has(String name) {
        asked.add(name);
        return members.containsKey(name);
    }

    /** The value of a member as it was written, also if it is {@code null}; null if it is missing. */
    public @Nullable JsonText json(String name) {
        asked.add(name);
        JsonValue value = members.get(name);
        return value == null ? null : value.text();
    }

    /** A text on one line; null if it is missing or empty. */
    public @Nullable String line(String name, int most) {
        return text(name, text -> TextRules.line(text, most));
    }

    /** A name; null if it is missing. */
    public @Nullable String name(String name, int most) {
        return text(name, text -> TextRules.filledLine(text, most));
    }

    /** A text; null if it is missing, or empty and the rule allows that. */
    public @Nullable String text(String name, Function<String, Optional<String>> rule) {
        JsonValue value = value(name);
        if (value == null) {
            return null;
        }
        try {
            if (value.kind() != JsonValue.Kind.STRING) {
                wrong(name, "must be a string");
                return null;
            }
            String text = value.string();
            Optional<String> problem = rule.apply(text);
            problem.ifPresent(message -> wrong(name, message));
            return problem.isEmpty() && !text.isEmpty() ? text : null;
        } catch (MalformedJsonException e) {
            wrong(name, String.valueOf(e.getMessage()));
            return null;
        }
    }

    /** A text that must be there; empty, with an error, if it is not. */
    public String required(String name, Function<String, Optional<String>> rule) {
        JsonValue value = value(name);
        if (value == null || value.isEmptyText()) {
            wrong(name, "is required");
            return "";
        }
        String text = text(name, rule);
        return text == null ? "" : text;
    }

    public int whole(String name, int otherwise, int least, int most) {
        JsonValue value = value(name);
        if (value == null) {
            return otherwise;
        }
        OptionalLong number = value.wholeNumber();
        if (number.isEmpty() || number.getAsLong() < least || number.getAsLong() > most) {
            wrong(name, "must be a whole number from %d to %d".formatted(least, most));
            return otherwise;
        }
        return (int) number.getAsLong();
    }

    public boolean truth(String name, boolean otherwise) {
        JsonValue value = value(name);
        if (value == null) {
            return otherwise;
        }
        Optional<Boolean> truth = value.truth();
        if (truth.isEmpty()) {
            wrong(name, "must be true or false");
        }
        return truth.orElse(otherwise);
    }

    /** One of the words of an enum, in upper or lower case. */
    public <E extends Enum<E>> E choice(String name, Class<E> type, E otherwise) {
        E[] constants = type.getEnumConstants();
        String word = text(
                name,
                it -> constant(constants, it).isPresent()
                        ? Optional.empty()
                        : Optional.of("must be one of " + Arrays.toString(constants)));
        return word == null ? otherwise : constant(constants, word).orElse(otherwise);
    }

    private static <E extends Enum<E>> Optional<E> constant(E[] constants, String word) {
        return Stream.of(constants)
                .filter(constant -> constant.name().equals(word.toUpperCase(Locale.ROOT)))
                .findFirst();
    }

    /** An ISO 8601 time with an offset or Z, of the years 1 to 9999; null if it is missing. */
    public @Nullable Instant time(String name) {
        String text = text(
                name,
                it -> parsed(it).isPresent()
                        ? Optional.empty()
                        : Optional.of("must be an ISO 8601 time such as 2026-01-31T08:30:00Z"));
        return text == null ? null : parsed(text).orElse(null);
    }

    private static Optional<Instant> parsed(String text) {
        try {
            return Optional.of(OffsetDateTime.parse(text, DateTimeFormatter.ISO_OFFSET_DATE_TIME)
                            .toInstant())
                    .filter(time -> !time.isBefore(EARLIEST) && !time.isAfter(LATEST));
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    /** The objects of an array. */
    public List<JsonMembers> objects(String name, int most) {
        List<JsonMembers> objects = new ArrayList<>();
        List<JsonValue> values = elements(name, most);
        for (int i = 0; i < values.size(); i++) {
            objects.add(element(name, i, values.get(i)));
        }
        return objects;
    }

    /** The members of an object that is an element of an array. */
    public JsonMembers element(String name, int place, JsonValue value) {
        return of(path + name + "[" + place + "]", value, errors);
    }

    /** The elements of an array; none if it is missing. */
    public List<JsonValue> elements(String name, int most) {
        JsonValue value = value(name);
        if (value == null) {
            return List.of();
        }
        try {
            if (value.kind() == JsonValue.Kind.ARRAY) {
                List<JsonValue> elements = value.elements();
                if (elements.size() <= most) {
                    return elements;
                }
                wrong(name, "has more than %d entries".formatted(most));
            } else {
                wrong(name, "must be an array");
            }
        } catch (MalformedJsonException e) {
            wrong(name, String.valueOf(e.getMessage()));
        }
        return List.of();
    }

    /** An object whose values are texts. Those that are empty are left out. */
    public Map<String, String> texts(
            String name,
            int most,
            Function<String, Optional<String>> keyRule,
            Function<String, Optional<String>> valueRule) {
        JsonValue value = value(name);
        if (value == null) {
            return Map.of();
        }
        JsonMembers inner = of(path + name, value, errors);
        if (inner.members.size() > most) {
            wrong(name, "has more than %d entries".formatted(most));
            return Map.of();
        }
        Map<String, String> texts = new LinkedHashMap<>();
        for (String key : inner.members.keySet()) {
            Optional<String> problem = keyRule.apply(key);
            if (problem.isPresent()) {
                inner.wrong(JsonValue.shortened(key), problem.get());
                continue;
            }
            String text = inner.text(key, valueRule);
            if (text != null) {
                texts.put(key, text);
            }
        }
        return texts;
    }

    /** Accepts a member that no client can change if it is what is stored. */
    public void unchanged(String name, @Nullable Object stored) {
        String same = Objects.toString(stored, "");
        text(name, it -> it.equals(same) ? Optional.empty() : Optional.of("cannot be changed"));
    }

    /** Accepts members that only the server sets: an entry that was read before another change can be sent back as it was. */
    public void ignore(String... names) {
        asked.addAll(List.of(names));
    }

    /** Refuses members that make the object too deep, also those that are not known. */
    public void limitDepth(int most) {
        members.forEach((name, value) -> {
            if (value.depth() >= most) {
                wrong(JsonValue.shortened(name), "is nested deeper than %d".formatted(most));
            }
        });
    }

    /** Refuses members that nobody has asked for. */
    public void refuseOthers() {
        for (String name : members.keySet()) {
            if (!asked.contains(name)) {
                wrong(JsonValue.shortened(name), "is unknown");
            }
        }
    }
}
