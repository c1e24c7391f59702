package dev.signalbox.server.web;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A request's JSON object; its members must be known, of the right type, and within limits. Null counts as absent. */
final class JsonRequestBody {
    private final @Nullable JsonNode object;

    JsonRequestBody(@Nullable JsonNode given, List<String> known) {
        if (given != null && !given.isNull() && !given.isObject()) {
            throw ProblemException.badParameter("body", given.toString(), "a JSON object");
        }
        this.object = given;
        if (given != null) {
            given.propertyNames().forEach(name -> {
                if (!known.contains(name)) {
                    throw ProblemException.badParameter(
                            name, given.path(name).toString(), "one of the members " + known);
                }
            });
        }
    }

    @Nullable
    String text(String name, int maxLength) {
        JsonNode value = value(name);
        if (value == null) {
            return null;
        }
        if (!value.isString()) {
            throw ProblemException.badParameter(name, value.toString(), "a text");
        }
        return QueryParams.limited(name, value.stringValue(), maxLength);
    }

    @Nullable
    Instant instant(String name) {
        String value = text(name, 50);
        return value == null ? null : QueryParams.parsed(name, value);
    }

    int number(String name, int defaultValue, int min, int max) {
        JsonNode value = value(name);
        if (value == null) {
            return defaultValue;
        }
        if (!value.isIntegralNumber() || !value.canConvertToLong()) {
            throw ProblemException.badParameter(name, value.toString(), "a whole number from " + min + " to " + max);
        }
        return QueryParams.limited(name, value.longValue(), min, max);
    }

    boolean flag(String name) {
        JsonNode value = value(name);
        if (value != null && !value.isBoolean()) {
            throw ProblemException.badParameter(name, value.toString(), "true or false");
        }
        return value != null && value.booleanValue();
    }

    private @Nullable JsonNode value(String name) {
        JsonNode value = object == null ? null : object.get(name);
        return value == null || value.isNull() ? null : value;
    }
}
