package dev.signalbox.platform.delivery;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.platform.registry.ClientHeaders;
import dev.signalbox.platform.registry.DeliverySettings;
import dev.signalbox.platform.secret.StoredSecret;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What delivery needs of a subscription. Its secrets stay as they are stored until an attempt needs them.
 *
 * @param name what logs call it: its code, and the client that it belongs to
 * @param headers the client's own
 * @param previous the secret before a rotation; null if there is none
 */
public record DeliverySubscription(
        Tsid id,
        String name,
        String target,
        DeliverySettings delivery,
        int maxAgeSeconds,
        boolean paused,
        Map<String, String> headers,
        StoredSecret secret,
        @Nullable PreviousSecret previous) {
    /** The secret before a rotation, which signs until then. */
    public record PreviousSecret(StoredSecret secret, Instant until) {}

    public DeliverySubscription {
        headers = Map.copyOf(headers);
    }

    /** @param client empty for the anchor */
    public static String name(String client, String code) {
        return client.isEmpty() ? code : code + " of client " + client;
    }

    /** The headers among the entries of a custom configuration. */
    public static Map<String, String> headers(Map<String, String> customConfig) {
        Map<String, String> headers = new HashMap<>();
        customConfig.forEach((key, value) -> {
            if (key.startsWith(ClientHeaders.PREFIX)) {
                headers.put(key.substring(ClientHeaders.PREFIX.length()), value);
            }
        });
        return headers;
    }

    /** The secret before a rotation, if it signs at this time. */
    Optional<StoredSecret> previousAt(Instant now) {
        return previous == null || !now.isBefore(previous.until()) ? Optional.empty() : Optional.of(previous.secret());
    }
}
