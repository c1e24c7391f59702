package dev.signalbox.platform.registry;

import dev.signalbox.platform.input.InputLimits;
import dev.signalbox.platform.input.TextRules;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;

/** Whether a text can be the URL of a webhook. Addresses are vetted where they are dialled. */
public final class TargetUrl {
    private TargetUrl() {}

    /** What is wrong with it; empty if nothing is. */
    public static Optional<String> problem(String text) {
        Optional<String> wrong = TextRules.line(text, InputLimits.URL);
        if (wrong.isPresent()) {
            return wrong;
        }
        try {
            URI uri = new URI(text);
            boolean web = "https".equalsIgnoreCase(uri.getScheme()) || "http".equalsIgnoreCase(uri.getScheme());
            if (!web || uri.getHost() == null) {
                return Optional.of("must be a URL that begins with https:// or http://");
            }
            if (uri.getRawUserInfo() != null) {
                return Optional.of("must not contain user info");
            }
            return uri.getRawFragment() == null ? Optional.empty() : Optional.of("must not contain a fragment");
        } catch (URISyntaxException e) {
            return Optional.of("is not a URL");
        }
    }
}
