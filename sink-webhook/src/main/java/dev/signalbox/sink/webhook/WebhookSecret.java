package dev.signalbox.sink.webhook;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Objects;
import java.util.random.RandomGenerator;

/**
 * A secret that webhooks are signed with: {@code whsec_} and 24 to 64 bytes in base64. The key of Standard Webhooks is those
 * bytes; the key of FlowCatalyst's signature is the text itself.
 */
public final class WebhookSecret {
    static final String PREFIX = "whsec_";
    private static final int GENERATED_BYTES = 24;
    private static final int LEAST_BYTES = 24;
    private static final int MOST_BYTES = 64;

    private final String text;
    private final byte[] bytes;

    private WebhookSecret(String text, byte[] bytes) {
        this.text = text;
        this.bytes = bytes;
    }

    /** @throws IllegalArgumentException with a text that says what is wrong and does not contain the secret */
    public static WebhookSecret parse(String text) {
        if (!text.startsWith(PREFIX)) {
            throw new IllegalArgumentException("the secret must begin with " + PREFIX);
        }
        byte[] bytes = decoded(text.substring(PREFIX.length()));
        if (bytes.length < LEAST_BYTES || bytes.length > MOST_BYTES) {
            throw new IllegalArgumentException("the secret has " + bytes.length + " bytes: it must have " + LEAST_BYTES
                    + " to " + MOST_BYTES + ", in base64");
        }
        return new WebhookSecret(text, bytes);
    }

    /**
     * Any text as a secret: of one that is not {@code whsec_} and base64, both keys are the text. For secrets that were accepted
     * in another place.
     */
    public static WebhookSecret ofText(String text) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("the secret is empty");
        }
        if (text.startsWith(PREFIX) && text.length() > PREFIX.length()) {
            try {
                return new WebhookSecret(text, decoded(text.substring(PREFIX.length())));
            } catch (IllegalArgumentException notBase64) {
                // The text is the key.
            }
        }
        return new WebhookSecret(text, text.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] decoded(String base64) {
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            // The decoder's message could show part of the secret.
            throw new IllegalArgumentException("the secret is not base64 behind " + PREFIX);
        }
    }

    /** @param random a source that cannot be predicted: {@link java.security.SecureRandom} */
    public static WebhookSecret generate(RandomGenerator random) {
        byte[] bytes = new byte[GENERATED_BYTES];
        random.nextBytes(bytes);
        return new WebhookSecret(PREFIX + Base64.getEncoder().encodeToString(bytes), bytes);
    }

    /** The secret itself: for its owner, once, and for storage. */
    public String reveal() {
        return text;
    }

    /** The key of Standard Webhooks. */
    byte[] bytes() {
        return bytes.clone();
    }

    /** The key of FlowCatalyst's signature. */
    byte[] textBytes() {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof WebhookSecret secret && text.equals(secret.text);
    }

    @Override
    public int hashCode() {
        return Objects.hash(text);
    }

    @Override
    public String toString() {
        return PREFIX + "***";
    }
}
