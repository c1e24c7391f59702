package dev.signalbox.sink.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Objects;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** The common part of all requests of a sink. */
final class RequestTemplate {
    static final String USER_AGENT = "signalbox/" + version();

    private final HttpRequest.Builder common;

    RequestTemplate(HttpSinkSettings settings) {
        this.common = HttpRequest.newBuilder(target(settings.endpoint()))
                .timeout(settings.timeouts().request())
                .header("Content-Type", "application/json")
                .header("User-Agent", USER_AGENT);
        String authorization = authorization(settings);
        if (authorization != null) {
            common.header("Authorization", authorization);
        }
    }

    HttpRequest request(BatchBody body) {
        return common.copy().POST(body).build();
    }

    /** Removes user-info, which goes into a header, and the fragment, which is not sent. */
    private static URI target(URI endpoint) {
        String port = endpoint.getPort() < 0 ? "" : ":" + endpoint.getPort();
        String path = endpoint.getRawPath().isEmpty() ? "/" : endpoint.getRawPath();
        String query = endpoint.getRawQuery() == null ? "" : "?" + endpoint.getRawQuery();
        return URI.create(endpoint.getScheme() + "://" + endpoint.getHost() + port + path + query);
    }

    private static @Nullable String authorization(HttpSinkSettings settings) {
        BearerToken token = settings.bearerToken();
        if (token != null) {
            return "Bearer " + token.value();
        }
        String user = settings.endpoint().getUserInfo();
        return user == null
                ? null
                : "Basic " + Base64.getEncoder().encodeToString(user.getBytes(StandardCharsets.UTF_8));
    }

    private static String version() {
        try (InputStream file = RequestTemplate.class.getResourceAsStream("version.properties")) {
            Properties properties = new Properties();
            properties.load(Objects.requireNonNull(file, "version.properties"));
            return properties.getProperty("version", "unknown");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
