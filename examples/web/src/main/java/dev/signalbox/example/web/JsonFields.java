package dev.signalbox.example.web;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The members of a JSON object. Collects all that is wrong, so that a sender learns of it in one go. */
public final class JsonFields {
    private static final int LONGEST_TEXT = 200;
    private static final int DECIMALS = 2;
    private static final BigDecimal LARGEST_AMOUNT = new BigDecimal("9999999999.99");

    private static final Instant END_OF_TIMES = Instant.parse("9999-01-01T00:00:00Z");

    /** Amounts are exact: as binary fractions some could not be. */
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private final JsonNode object;
    private final Set<String> known = new HashSet<>();
    private final List<FieldFault> fieldFaults = new ArrayList<>();

    private JsonFields(JsonNode object) {
        this.object = object;
    }

    /**
     * Reads an object.
     *
     * @throws InvalidFieldsException if it is none
     */
    public static JsonFields of(byte[] json) {
        try {
            JsonNode given = JSON.readTree(json);
            if (given.isObject()) {
                return new JsonFields(given);
            }
        } catch (JacksonException e) {
            throw new InvalidFieldsException("It is not JSON: " + e.getOriginalMessage(), List.of());
        }
        throw new InvalidFieldsException("It must be a JSON object.", List.of());
    }

    /** A text of 1 to 200 characters, none of which is a control character. */
    public String text(String name) {
        return value(name)
                .map(value -> value.isString() && isText(value.stringValue())
                        ? value.stringValue()
                        : fault(
                                name,
                                "must be a text of 1 to " + LONGEST_TEXT + " characters, without control characters",
                                ""))
                .orElseGet(() -> fault(name, "is missing", ""));
    }

    private static boolean isText(String text) {
        return !text.isBlank()
                && text.length() <= LONGEST_TEXT
                && text.codePoints()
                        .noneMatch(c -> Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE);
    }

    /** A number above zero, with two decimals. */
    public BigDecimal amount(String name) {
        return value(name)
                .map(value -> value.isNumber() && isAmount(value.decimalValue())
                        ? value.decimalValue().setScale(DECIMALS)
                        : fault(
                                name,
                                "must be a number from 0.01 to " + LARGEST_AMOUNT + ", with at most two decimals",
                                BigDecimal.ZERO))
                .orElseGet(() -> fault(name, "is missing", BigDecimal.ZERO));
    }

    private static boolean isAmount(BigDecimal number) {
        return number.signum() > 0
                && number.compareTo(LARGEST_AMOUNT) <= 0
                && number.stripTrailingZeros().scale() <= DECIMALS;
    }

    /** A whole number within these bounds. */
    public long number(String name, long least, long most) {
        Long number = optionalNumber(name, least, most);
        return number == null ? fault(name, "is missing", least) : number;
    }

    /** The same, or null if there is none. */
    public @Nullable Long optionalNumber(String name, long least, long most) {
        return value(name)
                .map(value -> value.isIntegralNumber()
                                && value.canConvertToLong()
                                && value.longValue() >= least
                                && value.longValue() <= most
                        ? value.longValue()
                        : fault(name, "must be a whole number from " + least + " to " + most, least))
                .orElse(null);
    }

    /** A moment of these centuries, in UTC. */
    public Instant moment(String name) {
        return value(name)
                .map(value -> moment(value)
                        .orElseGet(() -> fault(
                                name, "must be a moment in UTC, such as \"2027-01-31T19:30:00Z\"", Instant.EPOCH)))
                .orElseGet(() -> fault(name, "is missing", Instant.EPOCH));
    }

    private static Optional<Instant> moment(JsonNode value) {
        try {
            return Optional.of(value)
                    .filter(JsonNode::isString)
                    .map(text -> Instant.parse(text.stringValue()))
                    .filter(moment -> moment.isAfter(Instant.EPOCH) && moment.isBefore(END_OF_TIMES));
        } catch (DateTimeParseException _) {
            return Optional.empty();
        }
    }

    /** An object within the object, as it is. */
    public JsonNode object(String name) {
        return value(name)
                .map(value -> value.isObject() ? value : fault(name, "must be an object", value))
                .orElseGet(() -> fault(name, "is missing", object));
    }

    /** One of an enum's names. */
    public <E extends Enum<E>> E oneOf(String name, Class<E> type) {
        E[] all = type.getEnumConstants();
        return value(name)
                .map(value -> Arrays.stream(all)
                        .filter(one -> value.isString() && one.name().equals(value.stringValue()))
                        .findFirst()
                        .orElseGet(() -> fault(name, "must be one of " + Arrays.toString(all), all[0])))
                .orElseGet(() -> fault(name, "is missing", all[0]));
    }

    /** Makes what the members say, if nothing is wrong and there is nothing that nobody has asked for. */
    public <T> T makeOfAll(Supplier<T> made) {
        object.propertyNames().stream()
                .filter(name -> !known.contains(name))
                .forEach(name -> fault(name, "is not known here", name));
        return make(made);
    }

    /** Makes what the members say, if nothing is wrong with those that were asked for. */
    public <T> T make(Supplier<T> made) {
        if (!fieldFaults.isEmpty()) {
            throw InvalidFieldsException.of(fieldFaults);
        }
        return made.get();
    }

    private Optional<JsonNode> value(String name) {
        known.add(name);
        return Optional.ofNullable(object.get(name)).filter(value -> !value.isNull());
    }

    private <T> T fault(String field, String detail, T instead) {
        fieldFaults.add(new FieldFault(field, detail));
        return instead;
    }
}
