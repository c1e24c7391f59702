package dev.signalbox.client.webhook;

import dev.signalbox.client.webhook.Verification.Reason;
import dev.signalbox.client.webhook.Verification.Refused;
import dev.signalbox.client.webhook.Verification.Verified;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Verifies that a webhook comes from who has the secret, is unchanged, and is recent. Thread-safe.
 *
 * <p>{@link #of} verifies the signature of Standard Webhooks, which covers id, time and body. {@link #ofFlowCatalyst}
 * verifies the older one, which does not cover the id: who records requests could repeat one under another id as long as it
 * is recent. So a verifier takes only the kind that it was made for.
 */
public final class WebhookVerifier {
    /** The usual difference between the time of a signature and now. */
    public static final Duration USUAL_TOLERANCE = Duration.ofMinutes(5);

    private static final String PREFIX = "whsec_";
    private static final int LONGEST_HEADER = 8_192;
    private static final int MAX_SECRETS = 10;
    private static final int MAX_SIGNATURES = 20;

    private final boolean standard;
    private final List<HmacKey> keys;
    private final Duration tolerance;
    private final InstantSource clock;

    private WebhookVerifier(boolean standard, List<HmacKey> keys, Duration tolerance, InstantSource clock) {
        this.standard = standard;
        this.keys = keys;
        this.tolerance = tolerance;
        this.clock = clock;
    }

    /**
     * A verifier of Standard Webhooks' signatures.
     *
     * @param secrets one or, while you change it, several; each is {@code whsec_} and base64
     */
    public static WebhookVerifier of(Collection<String> secrets) {
        return new WebhookVerifier(
                true, keys(secrets, WebhookVerifier::decoded), USUAL_TOLERANCE, InstantSource.system());
    }

    /** A verifier of Standard Webhooks' signatures with one secret. */
    public static WebhookVerifier of(String secret) {
        return of(List.of(secret));
    }

    /** A verifier of FlowCatalyst's signatures ({@code X-FLOWCATALYST-SIGNATURE}), whose key is the secret's text. */
    public static WebhookVerifier ofFlowCatalyst(Collection<String> secrets) {
        return new WebhookVerifier(
                false,
                keys(secrets, secret -> secret.getBytes(StandardCharsets.UTF_8)),
                USUAL_TOLERANCE,
                InstantSource.system());
    }

    /** The same with another tolerance, for example for receivers whose queue delays requests. */
    public WebhookVerifier withTolerance(Duration other) {
        if (other.isNegative() || other.isZero()) {
            throw new IllegalArgumentException("tolerance " + other + " is not positive");
        }
        return new WebhookVerifier(standard, keys, other, clock);
    }

    /** The same with another clock, for tests. */
    public WebhookVerifier withClock(InstantSource other) {
        return new WebhookVerifier(standard, keys, tolerance, other);
    }

    /**
     * Verifies a request.
     *
     * @param headers returns the value of a header, in any case, or null: {@code request::getHeader}
     * @param body the bytes of the body as they arrived; parse them afterwards
     */
    public Verification verify(Function<String, @Nullable String> headers, byte[] body) {
        try {
            return standard ? verifyStandard(headers, body) : verifyFlowCatalyst(headers, body);
        } catch (RefusedException e) {
            return e.refused;
        }
    }

    private Verification verifyStandard(Function<String, @Nullable String> headers, byte[] body)
            throws RefusedException {
        String id = required(headers, "webhook-id");
        String timestamp = required(headers, "webhook-timestamp");
        String signatures = required(headers, "webhook-signature");
        Instant sentAt = recent(seconds(timestamp));
        List<byte[]> claimed = new ArrayList<>();
        for (String signature : signatures.split(" ", MAX_SIGNATURES + 1)) {
            if (signature.startsWith("v1,") && claimed.size() < MAX_SIGNATURES) {
                addBase64(signature.substring(3), claimed);
            }
        }
        check(id + "." + timestamp + ".", body, claimed);
        return new Verified(id, sentAt);
    }

    private Verification verifyFlowCatalyst(Function<String, @Nullable String> headers, byte[] body)
            throws RefusedException {
        String timestamp = required(headers, "X-FLOWCATALYST-TIMESTAMP");
        String signature = required(headers, "X-FLOWCATALYST-SIGNATURE");
        Instant sentAt = recent(instant(timestamp));
        List<byte[]> claimed = new ArrayList<>();
        try {
            claimed.add(HexFormat.of().parseHex(signature.toLowerCase(Locale.ROOT)));
        } catch (IllegalArgumentException notHex) {
            // No signature, so it is wrong.
        }
        check(timestamp, body, claimed);
        return new Verified("", sentAt);
    }

    private static String required(Function<String, @Nullable String> headers, String name) throws RefusedException {
        String value = headers.apply(name);
        if (value == null || value.isBlank()) {
            throw new RefusedException(Reason.MISSING_HEADER, "the header " + name + " is missing");
        }
        if (value.length() > LONGEST_HEADER) {
            throw new RefusedException(
                    Reason.MISSING_HEADER, "the header " + name + " is longer than " + LONGEST_HEADER + " characters");
        }
        return value.strip();
    }

    private static Instant seconds(String timestamp) throws RefusedException {
        if (!timestamp.matches("[0-9]{1,11}")) {
            throw new RefusedException(
                    Reason.INVALID_TIMESTAMP, "the header webhook-timestamp is not a number of seconds");
        }
        return Instant.ofEpochSecond(Long.parseLong(timestamp));
    }

    private static Instant instant(String timestamp) throws RefusedException {
        try {
            return Instant.parse(timestamp);
        } catch (DateTimeException e) {
            throw new RefusedException(
                    Reason.INVALID_TIMESTAMP, "the header X-FLOWCATALYST-TIMESTAMP is not a time in ISO 8601");
        }
    }

    private Instant recent(Instant sentAt) throws RefusedException {
        Duration age = Duration.between(sentAt, clock.instant());
        if (age.compareTo(tolerance) > 0) {
            throw new RefusedException(Reason.TOO_OLD, "it was signed " + age + " ago, more than " + tolerance);
        }
        if (age.negated().compareTo(tolerance) > 0) {
            throw new RefusedException(
                    Reason.TOO_NEW, "it was signed " + age.negated() + " in the future, more than " + tolerance);
        }
        return sentAt;
    }

    private static void addBase64(String signature, List<byte[]> signatures) {
        try {
            signatures.add(Base64.getDecoder().decode(signature));
        } catch (IllegalArgumentException notBase64) {
            // No signature; another one may be right.
        }
    }

    /** Compares each signature with that of each secret, in a time that does not depend on how much of them is right. */
    private void check(String before, byte[] body, List<byte[]> claimed) throws RefusedException {
        boolean right = false;
        for (HmacKey key : keys) {
            byte[] expected = key.sign(before.getBytes(StandardCharsets.UTF_8), body);
            for (byte[] signature : claimed) {
                right |= HmacKey.isEqual(expected, signature);
            }
        }
        if (!right) {
            throw new RefusedException(
                    Reason.WRONG_SIGNATURE,
                    "none of the " + claimed.size() + " signatures is one of the " + keys.size() + " secrets");
        }
    }

    private static List<HmacKey> keys(Collection<String> secrets, Function<String, byte[]> bytes) {
        if (secrets.isEmpty() || secrets.size() > MAX_SECRETS) {
            throw new IllegalArgumentException(
                    "there are " + secrets.size() + " secrets: 1 to " + MAX_SECRETS + " are needed");
        }
        return secrets.stream().map(bytes).map(HmacKey::of).toList();
    }

    private static byte[] decoded(String secret) {
        if (!secret.startsWith(PREFIX)) {
            throw new IllegalArgumentException("a secret does not begin with " + PREFIX);
        }
        try {
            return Base64.getDecoder().decode(secret.substring(PREFIX.length()));
        } catch (IllegalArgumentException e) {
            // The decoder's message could show part of the secret.
            throw new IllegalArgumentException("a secret is not base64 behind " + PREFIX);
        }
    }

    private static final class RefusedException extends Exception {
        private static final long serialVersionUID = 1;

        @SuppressWarnings("serial") // Never leaves this class.
        private final Refused refused;

        RefusedException(Reason reason, String explanation) {
            super(explanation, null, false, false);
            this.refused = new Refused(reason, explanation);
        }
    }
}
