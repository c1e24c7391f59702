package dev.signalbox.platform.input;

import java.util.Optional;
import java.util.regex.Pattern;

/** Which texts are accepted. Each method says what is wrong, and is empty if nothing is. */
public final class TextRules {
    private static final Pattern SEGMENT = Pattern.compile("[A-Za-z0-9._-]+");
    private static final int SEGMENTS = 4;
    private static final Pattern SPEC_VERSION = Pattern.compile("[0-9]{1,5}\\.[0-9]{1,5}");
    private static final Pattern CODE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:-]*");

    private TextRules() {}

    /** A text on one line: without control characters and halves of surrogate pairs. */
    public static Optional<String> line(String text, int most) {
        if (text.codePointCount(0, text.length()) > most) {
            return Optional.of("is longer than %d characters".formatted(most));
        }
        return text.codePoints().anyMatch(point -> Character.isISOControl(point) || isHalf(point))
                ? Optional.of("contains a control character or half a surrogate pair")
                : Optional.empty();
    }

    /** The same, with at least one character. */
    public static Optional<String> filledLine(String text, int most) {
        Optional<String> wrong = filled(text);
        return wrong.isPresent() ? wrong : line(text, most);
    }

    /** A text that says something; its caller checks what. */
    public static Optional<String> filled(String text) {
        return text.isEmpty() ? Optional.of("must not be empty") : Optional.empty();
    }

    /** A text that may have several lines. */
    public static Optional<String> lines(String text, int most) {
        return line(text.replace("\r", "").replace("\n", "").replace("\t", ""), most);
    }

    /** The type of an event. */
    public static Optional<String> type(String text) {
        Optional<String> wrong = filledLine(text, InputLimits.TYPE);
        return wrong.isEmpty() && !text.codePoints().allMatch(TextRules::isVisible)
                ? Optional.of("must consist of visible characters")
                : wrong;
    }

    /** The code under which an event type is registered. */
    public static Optional<String> typeCode(String text) {
        String[] segments = text.split(":", -1);
        boolean fits = segments.length == SEGMENTS;
        for (String segment : segments) {
            fits &= SEGMENT.matcher(segment).matches();
        }
        return fits
                ? line(text, InputLimits.TYPE)
                : Optional.of("must be {application}:{subdomain}:{aggregate}:{event}, four segments of letters, digits,"
                        + " '-', '_' and '.'");
    }

    /** The code of a subscription or pool. */
    public static Optional<String> code(String text) {
        return CODE.matcher(text).matches()
                ? line(text, InputLimits.CODE)
                : Optional.of(
                        "must begin with a letter or digit, and consist of letters, digits, '.', '_', ':' and '-'");
    }

    /** The version of an event's type. */
    public static Optional<String> specVersion(String text) {
        return SPEC_VERSION.matcher(text).matches()
                ? Optional.empty()
                : Optional.of("must be MAJOR.MINOR, such as 1.0");
    }

    private static boolean isHalf(int point) {
        return point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
    }

    private static boolean isVisible(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.UNASSIGNED,
                    Character.SPACE_SEPARATOR,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }
}
