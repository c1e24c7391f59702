package dev.signalbox.demo;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Shortens what the outbox table says about a failure to what matters here. */
public final class Reasons {
    private static final Pattern STATUS = Pattern.compile("\\b([45][0-9]{2})\\b");
    private static final Pattern ERROR = Pattern.compile("\"error\":\"(?:message [0-9A-Z]{13}: )?([^\"]*)\"");

    private static final Pattern ADDRESS = Pattern.compile("^https?://\\S+: ");

    private static final Pattern NO_ANSWER = Pattern.compile("(sent, but no answer came): .*");

    private Reasons() {}

    /** The status and the receiver's own words where they can be told, else all of it. */
    public static String brief(@Nullable String reason) {
        if (reason == null) {
            return "no reason is given";
        }
        Matcher status = STATUS.matcher(reason);
        Matcher error = ERROR.matcher(reason);
        if (status.find() && error.find()) {
            return status.group(1) + " " + error.group(1);
        }
        String withoutAddress = ADDRESS.matcher(reason).replaceFirst("");
        return NO_ANSWER.matcher(withoutAddress).replaceFirst("$1");
    }
}
