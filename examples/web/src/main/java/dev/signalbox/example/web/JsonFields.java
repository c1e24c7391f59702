package dev.signalbox.example.web;

import dev.signalbox.example.web.InvalidFieldsException.Fault;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads the members of a JSON object, and collects all problems so that the client sees them at once. */
public final class JsonFields {
    private static final int MAX_TEXT_LENGTH = 200;
    private static final int MAX_BYTES = 16 * 1024;
    private static final int DECIMALS = 2;
    private static final BigDecimal MAX_AMOUNT = new BigDecimal("9999999999.99");

    private static final Instant MAX_TIME = Instant.parse("9999-01-01T00:00:00Z");

    /** Decimal, because binary fractions are not exact. */
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private final JsonNode object;
    private final Set<String> known = new HashSet<>();
    private final List<Fault> faults = new ArrayList<>();

    private JsonFields(JsonNode object) {
        this.object = object;
    }

    /** Reads the body of a request, up to a size limit. */
    public static JsonFields of(HttpServletRequest request) throws IOException {
        byte[] bytes = request.getInputStream().readNBytes(MAX_BYTES + 1);
        if (bytes.length > MAX_BYTES) {
            throw new ResponseStatusException(
                    HttpStatus.CONTENT_TOO_LARGE, "A body has at most " + MAX_BYTES + " bytes.");
        }
        return of(bytes);
    }

    /** @throws InvalidFieldsException if it is not a JSON object */
    public static JsonFields of(byte[] json) {
        try {
            JsonNode given = JSON.readTree(json);
            if (given.isObject()) {
                return new JsonFields(given);
            }
        } catch (JacksonException e) {
            throw new InvalidFieldsException("It is not JSON: " + e.getOriginalMessage());
        }
        throw new InvalidFieldsException("It must be a JSON object.");
    }

    /** A text of 1 to 200 characters without control characters. */
    public String text(String name) {
        String rule = "must be a text of 1 to " + MAX_TEXT_LENGTH + " characters, without control characters";
        return required(name, rule, "", value -> string(value).filter(JsonFields::isText));
    }

    private static Optional<String> string(JsonNode value) {
        return Optional.of(value).filter(JsonNode::isString).map(JsonNode::stringValue);
    }

    private static boolean isText(String text) {
        return !text.isBlank() && text.length() <= MAX_TEXT_LENGTH && text.matches("[^\\p{Cc}\\p{Cs}]*");
    }

    public BigDecimal amount(String name) {
        String rule = "must be a number from 0.01 to " + MAX_AMOUNT + ", with at most two decimals";
        return required(
                name,
                rule,
                BigDecimal.ZERO,
                value -> Optional.of(value)
                        .filter(JsonNode::isNumber)
                        .map(JsonNode::decimalValue)
                        .filter(JsonFields::isAmount)
                        .map(number -> number.setScale(DECIMALS)));
    }

    private static boolean isAmount(BigDecimal number) {
        return number.signum() > 0
                && number.compareTo(MAX_AMOUNT) <= 0
                && number.stripTrailingZeros().scale() <= DECIMALS;
    }

    public long number(String name, long min, long max) {
        Long number = optionalNumber(name, min, max);
        return number == null ? fault(name, "is missing", min) : number;
    }

    /** An optional whole number within these bounds; null if absent. */
    public @Nullable Long optionalNumber(String name, long min, long max) {
        return value(name)
                .map(value -> value.isIntegralNumber()
                                && value.canConvertToLong()
                                && value.longValue() >= min
                                && value.longValue() <= max
                        ? value.longValue()
                        : fault(name, "must be a whole number from " + min + " to " + max, min))
                .orElse(null);
    }

    /** A time in UTC, from 1970 to 9998. */
    public Instant moment(String name) {
        String rule = "must be a moment in UTC, such as \"2027-01-31T19:30:00Z\"";
        return required(name, rule, Instant.EPOCH, JsonFields::moment);
    }

    private static Optional<Instant> moment(JsonNode value) {
        try {
            return string(value)
                    .map(Instant::parse)
                    .filter(moment -> moment.isAfter(Instant.EPOCH) && moment.isBefore(MAX_TIME));
        } catch (DateTimeParseException _) {
            return Optional.empty();
        }
    }

    /** An object within the object, as it is. */
    public JsonNode object(String name) {
        return required(
                name, "must be an object", object, value -> Optional.of(value).filter(JsonNode::isObject));
    }

    public <E extends Enum<E>> E oneOf(String name, Class<E> type) {
        E[] all = type.getEnumConstants();
        return required(
                name,
                "must be one of " + Arrays.toString(all),
                all[0],
                value -> Arrays.stream(all)
                        .filter(one -> string(value).filter(one.name()::equals).isPresent())
                        .findFirst());
    }

    private <T> T required(String name, String rule, T instead, Function<JsonNode, Optional<T>> reader) {
        return value(name)
                .map(value -> reader.apply(value).orElseGet(() -> fault(name, rule, instead)))
                .orElseGet(() -> fault(name, "is missing", instead));
    }

    /** Creates the result, if there are no problems and no unknown members. */
    public <T> T makeOfAll(Supplier<T> made) {
        object.propertyNames().stream()
                .filter(name -> !known.contains(name))
                .forEach(name -> fault(name, "is not known here", name));
        return make(made);
    }

    /** Creates the result, if there are no problems with the members read so far. */
    public <T> T make(Supplier<T> made) {
        if (!faults.isEmpty()) {
            throw new InvalidFieldsException(faults);
        }
        return made.get();
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
