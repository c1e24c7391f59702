package dev.signalbox.mongodb;

import static org.bson.BsonType.NULL;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Compares the {@code $jsonSchema} of a collection's validator with what Signalbox writes into documents. */
final class ValidatorCheck {
    /** The longest error text that Signalbox writes. */
    private static final int LONGEST_REASON = 2_000;

    /** The words that are written as states. */
    static final List<String> WORDS =
            List.of(OutboxFields.PENDING, OutboxFields.PROCESSING, OutboxFields.COMPLETED, OutboxFields.FAILED);

    private static final Set<String> NUMBERS = Set.of("int", "long", "double", "decimal", "number");

    /** The types of the values that are written, by field. */
    private static final Map<String, Set<String>> WRITTEN = written();

    private ValidatorCheck() {}

    private static Map<String, Set<String>> written() {
        Map<String, Set<String>> types = new LinkedHashMap<>();
        types.put(OutboxFields.STATUS, Set.of("string"));
        types.put(OutboxFields.RETRY_COUNT, Set.of("int"));
        types.put(OutboxFields.PROCESSED_AT, Set.of("date", "null"));
        types.put(OutboxFields.ERROR_MESSAGE, Set.of("string", "null"));
        types.put(OutboxFields.CLAIM, Set.of("string"));
        types.put(OutboxFields.SUSPECT, Set.of("object"));
        return types;
    }

    /** @param options the options of the collection, as the server lists them */
    static List<String> problems(BsonDocument options) {
        BsonDocument validator = options.getDocument("validator", new BsonDocument());
        boolean refuses = !options.getString("validationAction", new BsonString("error"))
                        .getValue()
                        .equals("warn")
                && !options.getString("validationLevel", new BsonString("strict"))
                        .getValue()
                        .equals("off");
        BsonDocument schema = validator.getDocument("$jsonSchema", new BsonDocument());
        if (!refuses || schema.isEmpty()) {
            return List.of();
        }
        BsonDocument properties = schema.getDocument("properties", new BsonDocument());
        List<String> problems = new ArrayList<>();
        WRITTEN.forEach((field, types) -> {
            if (properties.containsKey(field)) {
                field(field, types, properties.getDocument(field), problems);
            } else if (BsonBoolean.FALSE.equals(schema.get("additionalProperties"))) {
                problems.add(
                        "field %s: the validator forbids it; needed is a validator that allows it".formatted(field));
            }
        });
        return problems;
    }

    private static void field(String field, Set<String> types, BsonDocument rule, List<String> problems) {
        Set<String> allowed = texts(rule.get("bsonType"));
        Set<String> missing = new TreeSet<>(types);
        missing.removeIf(type -> allowed.contains(type)
                || (type.equals("int") && NUMBERS.stream().anyMatch(allowed::contains)));
        if (!allowed.isEmpty() && !missing.isEmpty()) {
            problems.add("field %s: the validator allows the types %s; needed is also %s"
                    .formatted(field, String.join(", ", allowed), String.join(", ", missing)));
        }
        if (rule.containsKey("enum") && field.equals(OutboxFields.STATUS)) {
            Set<String> words = texts(rule.get("enum"));
            List<String> refused =
                    WORDS.stream().filter(word -> !words.contains(word)).toList();
            if (!refused.isEmpty()) {
                problems.add("field %s: the validator allows %s; needed is also %s"
                        .formatted(field, String.join(", ", words), String.join(", ", refused)));
            }
        }
        BsonValue longest = rule.get("maxLength");
        if (field.equals(OutboxFields.ERROR_MESSAGE)
                && longest != null
                && longest.isNumber()
                && longest.asNumber().intValue() < LONGEST_REASON) {
            problems.add("field %s: the validator allows %d characters; needed are %d"
                    .formatted(field, longest.asNumber().intValue(), LONGEST_REASON));
        }
    }

    /** A text, or those of an array; the name of its type stands for {@code null}. */
    private static Set<String> texts(@Nullable BsonValue value) {
        Set<String> texts = new TreeSet<>();
        if (value == null) {
            return texts;
        }
        for (BsonValue each : value.isArray() ? value.asArray() : new BsonArray(List.of(value))) {
            if (each.isString()) {
                texts.add(each.asString().getValue());
            } else if (each.getBsonType() == NULL) {
                texts.add("null");
            }
        }
        return texts;
    }
}
