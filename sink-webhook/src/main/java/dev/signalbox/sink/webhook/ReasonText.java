package dev.signalbox.sink.webhook;

import dev.signalbox.core.diagnostics.LogLineText;
import java.util.Comparator;
import java.util.List;

/** Formats reasons: short, on one line, and without secrets that a target may echo. */
final class ReasonText {
    private static final int MAX_LENGTH = 500;
    private static final int MAX_QUOTE = 200;

    /** Shorter texts are not masked: that would make reasons unreadable. */
    private static final int SHORTEST_SECRET = 6;

    private final List<String> secrets;

    ReasonText(List<String> secrets) {
        // Longest first: a secret that contains another one is masked as a whole.
        this.secrets = secrets.stream()
                .filter(secret -> secret.length() >= SHORTEST_SECRET)
                .distinct()
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList();
    }

    String of(String reason) {
        return LogLineText.beginning(masked(reason), MAX_LENGTH);
    }

    /** A status with the beginning of the answer. */
    String of(int status, String body) {
        String quote = LogLineText.beginning(masked(body).strip(), MAX_QUOTE);
        return of("HTTP " + status + (quote.isEmpty() ? "" : ": " + quote));
    }

    String masked(String text) {
        String masked = text;
        for (String secret : secrets) {
            masked = masked.replace(secret, "***");
        }
        return masked;
    }
}
