package dev.signalbox.server.web;

import dev.signalbox.core.log.LogStart;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Positions in a log as a request names them: in the address or in the body, as a number or in words. */
final class PositionParams {
    private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");
    private static final int LONGEST = 100;
    private static final String ALLOWED = "a number, " + LogStart.ALLOWED;

    private PositionParams() {}

    static @Nullable LogStart start(QueryParams queryParams, @Nullable JsonNode given) {
        String inBody = text(given);
        String inAddress = queryParams.text("position", LONGEST);
        if (inBody != null && inAddress != null) {
            throw ProblemException.badParameter("position", inAddress, "to give it once");
        }
        String text = inBody == null ? inAddress : inBody;
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
        JsonRequestBody jsonRequestBody = new JsonRequestBody(given, "position");
        JsonNode position = given == null ? null : given.get("position");
        return position != null && position.isIntegralNumber()
                ? position.toString()
                : jsonRequestBody.text("position", LONGEST);
    }
}
