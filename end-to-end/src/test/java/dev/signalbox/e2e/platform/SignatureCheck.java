package dev.signalbox.e2e.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Verifies webhooks as a receiver would that knows only the contracts. */
final class SignatureCheck {
    private static final Duration TOLERANCE = Duration.ofMinutes(1);

    private SignatureCheck() {}

    /** Fails unless both signatures are those of this secret. */
    static void assertSigned(ReceivedWebhook webhook, String secret) {
        assertThat(isStandard(webhook, secret))
                .as("webhook-signature of " + webhook.headers())
                .isTrue();
        assertThat(webhook.header("X-FLOWCATALYST-SIGNATURE")).isEqualTo(flowCatalyst(webhook, secret));
        assertThat(webhook.header("webhook-timestamp")).matches("\\d{10}");
        assertThat(Instant.ofEpochSecond(Long.parseLong(webhook.header("webhook-timestamp"))))
                .isBetween(webhook.time().minus(TOLERANCE), webhook.time().plus(TOLERANCE));
        assertThat(webhook.header("X-FLOWCATALYST-TIMESTAMP"))
                .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z");
        assertThat(Instant.parse(webhook.header("X-FLOWCATALYST-TIMESTAMP")))
                .isBetween(webhook.time().minus(TOLERANCE), webhook.time().plus(TOLERANCE));
    }

    /** Whether one of the signatures of Standard Webhooks is that of this secret. */
    static boolean isStandard(ReceivedWebhook webhook, String secret) {
        byte[] key = Base64.getDecoder().decode(secret.substring("whsec_".length()));
        byte[] signed = hmac(key, webhook.id() + "." + webhook.header("webhook-timestamp") + ".", webhook.body());
        return standardSignatures(webhook).contains("v1," + Base64.getEncoder().encodeToString(signed));
    }

    static List<String> standardSignatures(ReceivedWebhook webhook) {
        return Arrays.asList(webhook.header("webhook-signature").split(" ", -1));
    }

    /** The signature that a FlowCatalyst receiver expects: its key is the text of the secret. */
    static String flowCatalyst(ReceivedWebhook webhook, String secret) {
        byte[] key = secret.getBytes(StandardCharsets.UTF_8);
        return HexFormat.of().formatHex(hmac(key, webhook.header("X-FLOWCATALYST-TIMESTAMP"), webhook.body()));
    }

    private static byte[] hmac(byte[] key, String before, byte[] body) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            mac.update(before.getBytes(StandardCharsets.UTF_8));
            return mac.doFinal(body);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
