package dev.signalbox.demo.workload;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Shortens the failure reasons that nodes record, to fit a line of the view. */
public final class FailureReason {
    private static final Pattern STATUS = Pattern.compile("\\b([45][0-9]{2})\\b");
    private static final Pattern ERROR = Pattern.compile("\"error\":\"(?:message [0-9A-Z]{13}: )?([^\"]*)\"");
    private static final Pattern ADDRESS = Pattern.compile("^https?://\\S+: ");
    private static final Pattern NO_ANSWER = Pattern.compile("(sent, but no answer came): .*");

    private FailureReason() {}

    /** The status and the receiver's error text if both can be found, else the whole reason. */
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
