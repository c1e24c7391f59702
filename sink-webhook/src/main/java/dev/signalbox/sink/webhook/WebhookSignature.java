package dev.signalbox.sink.webhook;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs webhooks in both ways that receivers know: Standard Webhooks, which covers id, time and body, and FlowCatalyst's,
 * which covers time and body.
 */
public final class WebhookSignature {
    public static final String ID = "webhook-id";
    public static final String TIMESTAMP = "webhook-timestamp";
    public static final String SIGNATURE = "webhook-signature";
    public static final String FLOWCATALYST_TIMESTAMP = "X-FLOWCATALYST-TIMESTAMP";
    public static final String FLOWCATALYST_SIGNATURE = "X-FLOWCATALYST-SIGNATURE";

    private static final String ALGORITHM = "HmacSHA256";
    private static final DateTimeFormatter MILLISECONDS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

    private WebhookSignature() {}

    /**
     * The five headers of a signed request.
     *
     * @param id the same in each attempt; it is sent encoded if a header could not carry it as it is
     * @param secrets the current one, and during a rotation the previous one after it
     */
    public static List<Header> headers(String id, Instant time, byte[] body, List<WebhookSecret> secrets) {
        if (secrets.isEmpty()) {
            throw new IllegalArgumentException("a signature needs a secret");
        }
        Header idHeader = Header.encoded(ID, id);
        String seconds = Long.toString(time.getEpochSecond());
        String milliseconds = MILLISECONDS.format(time);
        List<Header> headers = new ArrayList<>();
        headers.add(idHeader);
        headers.add(new Header(TIMESTAMP, seconds));
        headers.add(new Header(SIGNATURE, standard(idHeader.value() + "." + seconds + ".", body, secrets)));
        headers.add(new Header(FLOWCATALYST_TIMESTAMP, milliseconds));
        headers.add(new Header(
                FLOWCATALYST_SIGNATURE,
                HexFormat.of().formatHex(hmac(secrets.getFirst().textBytes(), milliseconds, body))));
        return headers;
    }

    private static String standard(String before, byte[] body, List<WebhookSecret> secrets) {
        return secrets.stream()
                .map(secret -> "v1," + Base64.getEncoder().encodeToString(hmac(secret.bytes(), before, body)))
                .collect(Collectors.joining(" "));
    }

    private static byte[] hmac(byte[] key, String before, byte[] body) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            mac.update(before.getBytes(StandardCharsets.UTF_8));
            return mac.doFinal(body);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JVM has no " + ALGORITHM, e);
        }
    }
}
