package dev.signalbox.example.wallet.http;

import static dev.signalbox.example.wallet.domain.WalletCommand.MAX_AMOUNT;
import static dev.signalbox.example.wallet.domain.WalletCommand.MIN_AMOUNT;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads the members of a request's JSON object, and collects all problems so that the client sees them at once. */
final class JsonFields {
    private static final int MAX_TEXT_LENGTH = 200;
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private final JsonNode object;
    private final Set<String> known = new HashSet<>();
    private final List<Fault> faults = new ArrayList<>();

    /** A problem with a member, and what it must be. */
    record Fault(String field, String detail) {}

    private JsonFields(JsonNode object) {
        this.object = object;
    }

    static JsonFields of(byte[] body) {
        try {
            JsonNode given = JSON.readTree(body);
            if (given.isObject()) {
                return new JsonFields(given);
            }
        } catch (JacksonException e) {
            throw refused("The body is not JSON: " + e.getOriginalMessage(), Map.of());
        }
        throw refused("The body must be a JSON object.", Map.of());
    }

    private static ProblemDocument.RefusedException refused(String detail, Map<String, Object> more) {
        return new ProblemDocument.RefusedException(new ProblemDocument(400, "bad_request", detail, more));
    }

    String id(String name) {
        return optionalId(name).orElseGet(() -> fault(name, "is missing", ""));
    }

    Optional<String> optionalId(String name) {
        String rule = "must be 1 to 64 letters, digits, '.', '_' or '-', the first a letter or digit";
        return value(name)
                .map(value ->
                        value.isString() && isId(value.stringValue()) ? value.stringValue() : fault(name, rule, ""));
    }

    static boolean isId(String text) {
        return text.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
    }

    String text(String name) {
        return value(name)
                .map(value -> value.isString() && isText(value.stringValue())
                        ? value.stringValue()
                        : fault(name, "must be a text of 1 to " + MAX_TEXT_LENGTH + " characters", ""))
                .orElseGet(() -> fault(name, "is missing", ""));
    }

    private static boolean isText(String text) {
        return !text.isBlank() && text.length() <= MAX_TEXT_LENGTH && text.matches("[^\\p{Cc}\\p{Cs}]*");
    }

    long amount(String name) {
        String rule = "must be a whole number of cents, " + MIN_AMOUNT + " to " + MAX_AMOUNT;
        return value(name)
                .map(value -> isAmount(value) ? value.longValue() : fault(name, rule, 0L))
                .orElseGet(() -> fault(name, "is missing", 0L));
    }

    private static boolean isAmount(JsonNode value) {
        return value.isIntegralNumber()
                && value.canConvertToLong()
                && value.longValue() >= MIN_AMOUNT
                && value.longValue() <= MAX_AMOUNT;
    }

    void mustDiffer(String name, String other) {
        if (value(name).isPresent() && value(name).equals(value(other))) {
            fault(name, "must not be the same as '" + other + "'", "");
        }
    }

    /** Creates the command, if there are no problems and no unknown members. */
    <T> T make(Supplier<T> command) {
        object.propertyNames().stream()
                .filter(name -> !known.contains(name))
                .forEach(name -> fault(name, "is not known here", ""));
        if (!faults.isEmpty()) {
            throw refused("The body's members are not as they must be.", Map.of("errors", List.copyOf(faults)));
        }
        return command.get();
    }

    private Optional<JsonNode> value(String name) {
        known.add(name);
        return Optional.ofNullable(object.get(name)).filter(value -> !value.isNull());
    }

    private <T> T fault(String field, String detail, T instead) {
        faults.add(new Fault(field, detail));
        return instead;
    }
}
