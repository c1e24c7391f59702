package dev.signalbox.platform.delivery;

import java.net.URI;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where a direct job goes, and how one attempt is made.
 *
 * @param contentType of the payload; null for JSON
 * @param serviceAccountId whose bearer token is sent; null for none
 * @param headers the client's own
 * @param storedSecret signs the request, as it is stored; null for none
 */
public record DirectTarget(
        String url,
        int timeoutSeconds,
        boolean dataOnly,
        @Nullable String contentType,
        @Nullable String serviceAccountId,
        Map<String, String> headers,
        @Nullable String storedSecret) {
    private static final String URL = "url";
    private static final String TIMEOUT = "timeout";
    private static final String DATA_ONLY = "data-only";
    private static final String CONTENT_TYPE = "content-type";
    private static final String ACCOUNT = "account";
    private static final String SECRET = "secret";
    private static final String HEADER_PREFIX = "header.";

    public DirectTarget {
        headers = Map.copyOf(headers);
    }

    /** Scheme, host and port of a target. The rest of a URL may hold credentials. */
    public static String origin(String url) {
        URI parsed = URI.create(url);
        String port = parsed.getPort() < 0 ? "" : ":" + parsed.getPort();
        return parsed.getScheme() + "://" + parsed.getHost() + port;
    }

    void writeTo(Map<String, String> fields) {
        fields.put(URL, url);
        fields.put(TIMEOUT, Integer.toString(timeoutSeconds));
        fields.put(DATA_ONLY, Boolean.toString(dataOnly));
        JobMessage.put(fields, CONTENT_TYPE, contentType);
        JobMessage.put(fields, ACCOUNT, serviceAccountId);
        JobMessage.put(fields, SECRET, storedSecret);
        headers.forEach((name, value) -> fields.put(HEADER_PREFIX + name, value));
    }

    static @Nullable DirectTarget readFrom(Map<String, String> fields) {
        String url = fields.get(URL);
        if (url == null) {
            return null;
        }
        Map<String, String> headers = new HashMap<>();
        fields.forEach((name, value) -> {
            if (name.startsWith(HEADER_PREFIX)) {
                headers.put(name.substring(HEADER_PREFIX.length()), value);
            }
        });
        return new DirectTarget(
                url,
                Integer.parseInt(fields.getOrDefault(TIMEOUT, "30")),
                Boolean.parseBoolean(fields.get(DATA_ONLY)),
                fields.get(CONTENT_TYPE),
                fields.get(ACCOUNT),
                headers,
                fields.get(SECRET));
    }

    /** Whether the body is the payload in another form than JSON. */
    boolean sendsText() {
        if (contentType == null || !dataOnly) {
            return false;
        }
        String type = contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        return !type.equals("application/json") && !type.endsWith("+json");
    }

    @Override
    public String toString() {
        return "DirectTarget[timeout=" + timeoutSeconds + " s]";
    }
}
