package dev.signalbox.sink.webhook;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The endpoint of a webhook sink, and what is sent to it.
 *
 * @param url its address as the user wrote it
 * @param secrets the current signing secret, and during a rotation the previous one after it
 * @param headers further headers, the same in each request
 */
public record WebhookSinkSettings(
        String url, List<WebhookSecret> secrets, List<Header> headers, Body body, Limits limits) {
    private static final int MAX_SECRETS = 2;
    private static final int MAX_HEADERS = 50;

    /** What the body of a request is. */
    public enum Body {
        /** The payload, byte for byte. */
        PAYLOAD,
        /** A JSON object with id, type, group, time, and the payload as data. */
        ENVELOPE
    }

    /**
     * The limits of a sink.
     *
     * @param timeout for a whole exchange
     * @param retryAfterCap the longest pause that the endpoint can ask for
     */
    public record Limits(Duration timeout, Duration retryAfterCap) {}

    public WebhookSinkSettings {
        secrets = List.copyOf(secrets);
        headers = List.copyOf(headers);
        if (secrets.isEmpty() || secrets.size() > MAX_SECRETS) {
            throw new IllegalArgumentException("there are " + secrets.size() + " secrets: one or two are needed");
        }
        if (headers.size() > MAX_HEADERS) {
            throw new IllegalArgumentException(headers.size() + " headers are too many: at most " + MAX_HEADERS);
        }
        Set<String> names = new TreeSet<>();
        for (Header header : headers) {
            if (!names.add(header.name().toLowerCase(Locale.ROOT))) {
                throw new IllegalArgumentException("the header " + header.name() + " is there twice");
            }
        }
    }

    /** The headers of a configuration, with the bearer token. */
    public static List<Header> headers(@Nullable String bearerToken, List<Header> ofUser) {
        List<Header> headers = new ArrayList<>(ofUser);
        if (bearerToken != null) {
            headers.add(new Header("Authorization", "Bearer " + bearerToken));
        }
        return headers;
    }

    /** Its texts that must not be shown, also if the endpoint echoes them. */
    List<String> secretTexts() {
        List<String> texts = new ArrayList<>();
        secrets.forEach(secret -> texts.add(secret.reveal()));
        headers.stream()
                .filter(Header::isCredential)
                .forEach(header ->
                        texts.add(header.value().substring(header.value().lastIndexOf(' ') + 1)));
        int path = url.indexOf('/', url.indexOf("//") + 2);
        if (path >= 0) {
            texts.add(url.substring(path));
        }
        return texts;
    }

    @Override
    public String toString() {
        return "WebhookSinkSettings[" + secrets.size() + " secrets, headers=" + headers + ", body=" + body + ", "
                + limits + "]";
    }
}
