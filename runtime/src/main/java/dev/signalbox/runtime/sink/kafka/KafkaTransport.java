package dev.signalbox.runtime.sink.kafka;

import dev.signalbox.runtime.settings.InsecureTransport;
import dev.signalbox.runtime.settings.LoopbackHost;
import dev.signalbox.sink.kafka.KafkaClusterSettings;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds settings with which Kafka's client sends credentials to another host without verifying who that is. */
final class KafkaTransport {
    private static final String PROTOCOL = "security.protocol";
    private static final String HOST_CHECK = "ssl.endpoint.identification.algorithm";
    private static final String TOKEN_ENDPOINT = "sasl.oauthbearer.token.endpoint.url";

    private KafkaTransport() {}

    static Optional<InsecureTransport> of(KafkaClusterSettings cluster) {
        Map<String, String> client = cluster.client();
        String protocol = client.getOrDefault(PROTOCOL, "PLAINTEXT").strip();
        boolean local = Stream.of(cluster.bootstrapServers().split(","))
                .map(broker -> broker.strip().replaceFirst(":\\d+$", ""))
                .allMatch(LoopbackHost::is);
        if (!local && protocol.equalsIgnoreCase("SASL_PLAINTEXT")) {
            return insecure("sends the login unencrypted to another host", PROTOCOL + " must be SASL_SSL");
        }
        boolean encrypted = protocol.equalsIgnoreCase("SASL_SSL") || protocol.equalsIgnoreCase("SSL");
        if (!local
                && encrypted
                && !client.getOrDefault(HOST_CHECK, "https").strip().equalsIgnoreCase("https")) {
            return insecure(
                    "does not check that the certificate is of the broker's host",
                    HOST_CHECK + " must be https, or left out");
        }
        return isUnencrypted(client.get(TOKEN_ENDPOINT))
                ? insecure(
                        "gets its tokens unencrypted from another host", TOKEN_ENDPOINT + " must begin with https://")
                : Optional.empty();
    }

    private static boolean isUnencrypted(@Nullable String endpoint) {
        if (endpoint == null || !endpoint.strip().regionMatches(true, 0, "http:", 0, 5)) {
            return false;
        }
        try {
            return !LoopbackHost.is(URI.create(endpoint.strip()).getHost());
        } catch (IllegalArgumentException _) {
            return true;
        }
    }

    private static Optional<InsecureTransport> insecure(String reason, String allowed) {
        return Optional.of(new InsecureTransport(KafkaSinkType.CLIENT, reason, allowed));
    }
}
