package dev.signalbox.runtime.database;

import dev.signalbox.runtime.settings.Masking;

/** Describes in one line why something failed. */
public final class FailureText {
    private static final int MOST_CAUSES = 20;
    private static final int LONGEST = 1000;

    private FailureText() {}

    /** The failure and, if it differs, its root cause: a connection pool hides why it has no connection. */
    public static String of(Throwable failure) {
        Throwable root = failure;
        for (int i = 0; i < MOST_CAUSES && root.getCause() != null; i++) {
            root = root.getCause();
        }
        String tried = message(failure);
        String bottom = message(root);
        return Masking.shown(tried.contains(bottom) ? tried : tried + ": " + bottom, LONGEST);
    }

    /** Truncated before anything looks at it, because a server may choose its length. */
    private static String message(Throwable failure) {
        String text = String.valueOf(failure.getMessage());
        return text.length() > 2 * LONGEST ? text.substring(0, 2 * LONGEST) : text;
    }
}
