package dev.signalbox.platform.delivery;

import dev.signalbox.sink.webhook.Header;
import dev.signalbox.sink.webhook.WebhookSecret;
import dev.signalbox.sink.webhook.WebhookSignature;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The headers of a request. A header without a value is left out. */
final class RequestHeaders {
    static final String ID = "X-FlowCatalyst-ID";
    static final String CAUSATION_ID = "X-FlowCatalyst-Causation-ID";
    static final String KIND = "X-FlowCatalyst-Kind";
    static final String CODE = "X-FlowCatalyst-Code";
    static final String SUBJECT = "X-FlowCatalyst-Subject";
    static final String CORRELATION_ID = "X-FlowCatalyst-Correlation-ID";

    private static final String CONTENT_TYPE = "Content-Type";
    private static final String AUTHORIZATION = "Authorization";
    private static final String JSON = "application/json";

    private RequestHeaders() {}

    /** @throws IllegalArgumentException if one of them cannot be sent */
    static List<Header> of(JobContent content, AttemptTarget target, byte[] body, Instant now) {
        List<Header> headers = new ArrayList<>();
        String contentType = target.contentType();
        headers.add(new Header(CONTENT_TYPE, contentType == null || !target.dataOnly() ? JSON : contentType));
        headers.addAll(signature(content.id(), now, body, target.secrets()));
        add(headers, ID, content.id());
        add(headers, CAUSATION_ID, content.eventId());
        add(headers, KIND, content.kind().name());
        add(headers, CODE, content.code());
        add(headers, SUBJECT, content.subject());
        add(headers, CORRELATION_ID, content.correlationId());
        boolean hasToken = target.bearerToken() != null;
        ofUser(target.headers()).stream()
                .filter(header -> !hasToken || !header.name().equalsIgnoreCase(AUTHORIZATION))
                .forEach(headers::add);
        if (hasToken) {
            headers.add(new Header(AUTHORIZATION, "Bearer " + target.bearerToken()));
        }
        return headers;
    }

    /** Without a secret, id and time are there all the same. */
    private static List<Header> signature(String id, Instant now, byte[] body, List<WebhookSecret> secrets) {
        return secrets.isEmpty()
                ? List.of(
                        Header.encoded(WebhookSignature.ID, id),
                        new Header(WebhookSignature.TIMESTAMP, Long.toString(now.getEpochSecond())))
                : WebhookSignature.headers(id, now, body, secrets);
    }

    private static void add(List<Header> headers, String name, @Nullable String value) {
        if (value != null && !value.isEmpty()) {
            headers.add(Header.encoded(name, value));
        }
    }

    /**
     * Those that have a value and that a client may set. The others were refused when they were given, unless an older version
     * took them: then they are left out.
     */
    static List<Header> ofUser(Map<String, String> wanted) {
        Map<String, Header> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        new TreeMap<>(wanted).forEach((name, value) -> {
            try {
                if (!value.isBlank()) {
                    headers.putIfAbsent(name, Header.ofUser(name, value.strip()));
                }
            } catch (IllegalArgumentException refused) {
                // Documented: such an entry never becomes a header.
            }
        });
        return List.copyOf(headers.values());
    }
}
