package dev.signalbox.platform.delivery;

import dev.signalbox.sink.webhook.WebhookSecret;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where one attempt goes, and how its request is made.
 *
 * @param dataOnly whether the body is the data alone, or an envelope around it
 * @param contentType of the data; null for JSON
 * @param headers those of the client; not all of them may be sent
 * @param bearerToken null for none
 * @param secrets sign the request, the present one first; empty if it is not signed
 */
record AttemptTarget(
        URI url,
        Duration timeout,
        boolean dataOnly,
        @Nullable String contentType,
        Map<String, String> headers,
        @Nullable String bearerToken,
        List<WebhookSecret> secrets) {
    AttemptTarget {
        headers = Map.copyOf(headers);
        secrets = List.copyOf(secrets);
    }

    /** Texts that are not shown, also if the target repeats them. */
    List<String> hidden() {
        List<String> hidden = new ArrayList<>();
        secrets.forEach(secret -> hidden.add(secret.reveal()));
        if (bearerToken != null) {
            hidden.add(bearerToken);
        }
        RequestHeaders.ofUser(headers).forEach(header -> {
            if (header.isCredential()) {
                hidden.add(header.value().substring(header.value().lastIndexOf(' ') + 1));
            }
        });
        if (url.getRawQuery() != null) {
            hidden.add(url.getRawQuery());
        }
        return hidden;
    }

    @Override
    public String toString() {
        return "AttemptTarget[" + url.getHost() + ", " + timeout + "]";
    }
}
