package dev.signalbox.sink.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The expected signatures are those of openssl; the first is also the example of Standard Webhooks' libraries. */
class WebhookSignatureTest {
    static final WebhookSecret SECRET = WebhookSecret.parse("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
    private static final WebhookSecret OTHER = WebhookSecret.parse("whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD");
    private static final String ID = "msg_p5jXN8AQM9LWM0D4loKWxJek";
    private static final Instant TIME = Instant.ofEpochSecond(1614265330, 45_999_999);
    private static final byte[] BODY = "{\"test\": 2432232314}".getBytes(StandardCharsets.UTF_8);

    private static String headers(List<Header> headers) {
        return headers.stream()
                .map(header -> header.name() + ": " + header.value())
                .collect(Collectors.joining("\n"));
    }

    @Test
    void bothSignaturesAreThereOfTheCurrentSecret() {
        assertThat(headers(WebhookSignature.headers(ID, TIME, BODY, List.of(SECRET))))
                .isEqualTo("""
                webhook-id: msg_p5jXN8AQM9LWM0D4loKWxJek
                webhook-timestamp: 1614265330
                webhook-signature: v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=
                X-FLOWCATALYST-TIMESTAMP: 2021-02-25T15:02:10.045Z
                X-FLOWCATALYST-SIGNATURE: feb64427bcee4ab4a7f413f661ffee6a6cd3c3c2ef0954491d9c269f089c2760""");
    }

    @Test
    void duringARotationBothSecretsSign() {
        String headers = headers(WebhookSignature.headers(ID, TIME, BODY, List.of(SECRET, OTHER)));
        assertThat(headers)
                .contains("webhook-signature: v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
                        + " v1,78nXHjpFP0tVJQW5D0SBwmVyyW87BV/rL6MgfM/Bw44=\n")
                .contains("X-FLOWCATALYST-SIGNATURE: feb64427");
        assertThatThrownBy(() -> WebhookSignature.headers(ID, TIME, BODY, List.of()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void wholeSecondsHaveMillisecondsToo() {
        assertThat(headers(WebhookSignature.headers(ID, Instant.ofEpochSecond(1614265330), BODY, List.of(SECRET))))
                .contains("X-FLOWCATALYST-TIMESTAMP: 2021-02-25T15:02:10.000Z\n");
    }

    @Test
    void anIdThatAHeaderCannotCarryIsSentEncodedAndSignedSo() {
        List<Header> encoded = WebhookSignature.headers("a b\r\n%ü", TIME, BODY, List.of(SECRET));
        List<Header> plain =
                WebhookSignature.headers("a%20b%0D%0A%25%C3%BC".replace("%", "?"), TIME, BODY, List.of(SECRET));
        assertThat(encoded.getFirst().value()).isEqualTo("a%20b%0D%0A%25%C3%BC");
        assertThat(encoded.get(2).value()).isNotEqualTo(plain.get(2).value());
    }

    @Test
    void aSecretIsShownOnlyOnPurpose() {
        assertThat(SECRET).hasToString("whsec_***").isEqualTo(WebhookSecret.parse(SECRET.reveal()));
        assertThat(SECRET.reveal()).isEqualTo("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
        assertThat(new Header("Authorization", "Bearer hunter2")).hasToString("Authorization: ***");
    }

    @Test
    void generatedSecretsDifferAndAreValid() {
        SecureRandom random = new SecureRandom();
        WebhookSecret one = WebhookSecret.generate(random);
        assertThat(WebhookSecret.parse(one.reveal())).isEqualTo(one).isNotEqualTo(WebhookSecret.generate(random));
        assertThat(one.bytes()).hasSize(24);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "whsec_",
                "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
                "whsec_c2hvcnRzZWNyZXQ=",
                "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLa!!",
                "WHSEC_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
                "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n"
            })
    void otherSecretsAreRefusedAndNotShown(String text) {
        assertThatThrownBy(() -> WebhookSecret.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the secret")
                .message()
                .doesNotContain("MfKQ9", "c2hv");
    }

    @Test
    void aSecretHasUpTo64Bytes() {
        assertThat(secretOf(64).bytes()).hasSize(64);
        assertThatThrownBy(() -> secretOf(65)).hasMessageContaining("65 bytes");
        assertThatThrownBy(() -> secretOf(23)).hasMessageContaining("23 bytes");
    }

    private static WebhookSecret secretOf(int bytes) {
        return WebhookSecret.parse("whsec_" + Base64.getEncoder().encodeToString(new byte[bytes]));
    }
}
