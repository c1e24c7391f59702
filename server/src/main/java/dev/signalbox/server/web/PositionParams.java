package dev.signalbox.server.web;

import dev.signalbox.core.log.LogStart;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Positions of a log in a request: in the URL or in the body, as a number or a word. */
final class PositionParams {
    private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");
    private static final int MAX_LENGTH = 100;
    private static final String ALLOWED = "a number, " + LogStart.ALLOWED;

    private PositionParams() {}

    static @Nullable LogStart start(QueryParams params, @Nullable JsonNode given) {
        String inBody = text(given);
        String inUrl = params.text("position", MAX_LENGTH);
        if (inBody != null && inUrl != null) {
            throw ProblemException.badParameter("position", inUrl, "to give it once");
        }
        String text = inBody == null ? inUrl : inBody;
        return text == null
                ? null
                : LogStart.parse(text).orElseThrow(() -> ProblemException.badParameter("position", text, ALLOWED));
    }

    static long number(String name, String text) {
        if (!NUMBER.matcher(text).matches()) {
            throw ProblemException.badParameter(name, text, "a position, which is a whole number");
        }
        return Long.parseLong(text);
    }

    private static @Nullable String text(@Nullable JsonNode given) {
        JsonRequestBody body = new JsonRequestBody(given, "position");
        JsonNode position = given == null ? null : given.get("position");
        return position != null && position.isIntegralNumber()
                ? position.toString()
                : body.text("position", MAX_LENGTH);
    }
}
