package dev.signalbox.client.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.standardwebhooks.Webhook;
import dev.signalbox.client.webhook.Verification.Reason;
import dev.signalbox.client.webhook.Verification.Refused;
import dev.signalbox.client.webhook.Verification.Verified;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Signatures are those of the library of Standard Webhooks, and of openssl. */
class WebhookVerifierTest {
    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final String OTHER = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
    private static final String ID = "msg_p5jXN8AQM9LWM0D4loKWxJek";
    private static final Instant SENT = Instant.ofEpochSecond(1614265330);
    private static final String BODY = "{\"test\": 2432232314}";
    private static final String RIGHT = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
    private static final String FLOWCATALYST = "feb64427bcee4ab4a7f413f661ffee6a6cd3c3c2ef0954491d9c269f089c2760";

    private final Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    private WebhookVerifier verifier = WebhookVerifier.of(SECRET).withClock(InstantSource.fixed(SENT));

    WebhookVerifierTest() {
        headers.put("Webhook-Id", ID);
        headers.put("Webhook-Timestamp", "1614265330");
        headers.put("Webhook-Signature", RIGHT);
    }

    private Verification verify(String body) {
        return verifier.verify(headers::get, body.getBytes(StandardCharsets.UTF_8));
    }

    private void assertRefused(Reason reason) {
        assertThat(verify(BODY))
                .isInstanceOfSatisfying(
                        Refused.class, refused -> assertThat(refused.reason()).isEqualTo(reason));
        assertThat(verify(BODY).isVerified()).isFalse();
    }

    @Test
    void theExampleOfStandardWebhooksIsVerified() {
        assertThat(verify(BODY)).isEqualTo(new Verified(ID, SENT));
        assertThat(verify(BODY).isVerified()).isTrue();
    }

    @Test
    void whatTheLibraryOfStandardWebhooksSignsIsVerified() throws Exception {
        for (String body : List.of("", "{}", "{\"name\":\"Ümläut 😀\"}", "x".repeat(100_000))) {
            for (String id : List.of("a", "order.7", "%C3%BC")) {
                headers.put("webhook-id", id);
                headers.put("webhook-signature", new Webhook(SECRET).sign(id, SENT.getEpochSecond(), body));
                assertThat(verify(body)).isEqualTo(new Verified(id, SENT));
                assertThat(verify(body + " ").isVerified()).isFalse();
            }
        }
    }

    @Test
    void anyOfSeveralSecretsAndSignaturesIsEnough() throws Exception {
        String byOther = new Webhook(OTHER).sign(ID, SENT.getEpochSecond(), BODY);
        headers.put("webhook-signature", byOther);
        assertRefused(Reason.WRONG_SIGNATURE);
        headers.put("webhook-signature", byOther + " " + RIGHT);
        assertThat(verify(BODY).isVerified()).isTrue();
        headers.put("webhook-signature", "v1a,AAAA v1,!!! v1, " + RIGHT + " v2,AAAA");
        assertThat(verify(BODY).isVerified()).isTrue();
        headers.put("webhook-signature", byOther);
        verifier = WebhookVerifier.of(List.of(SECRET, OTHER)).withClock(InstantSource.fixed(SENT));
        assertThat(verify(BODY).isVerified()).isTrue();
    }

    @Test
    void aChangeOfAnyPartIsNoticed() {
        assertThat(verify(BODY.replace('2', '3')).isVerified()).isFalse();
        headers.put("webhook-id", ID + "x");
        assertRefused(Reason.WRONG_SIGNATURE);
        headers.put("webhook-id", ID);
        headers.put("webhook-timestamp", "1614265331");
        assertRefused(Reason.WRONG_SIGNATURE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "v1,",
                "v1",
                "nonsense",
                "v1,AAAA",
                "v2,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
                "g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
                "v1,h0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
            })
    void anotherSignatureIsWrong(String signature) {
        headers.put("webhook-signature", signature);
        assertRefused(Reason.WRONG_SIGNATURE);
    }

    @Test
    void onlySomeSignaturesAreLookedAt() {
        headers.put("webhook-signature", "v1,AAAA ".repeat(19) + RIGHT);
        assertThat(verify(BODY).isVerified()).isTrue();
        headers.put("webhook-signature", "v1,AAAA ".repeat(20) + RIGHT);
        assertRefused(Reason.WRONG_SIGNATURE);
        headers.put("webhook-signature", "v1,AAAA ".repeat(2_000));
        assertRefused(Reason.MISSING_HEADER);
    }

    @ParameterizedTest
    @ValueSource(strings = {"webhook-id", "webhook-timestamp", "webhook-signature"})
    void eachHeaderIsNeeded(String name) {
        headers.put(name, " ");
        assertRefused(Reason.MISSING_HEADER);
        headers.remove(name);
        assertRefused(Reason.MISSING_HEADER);
        assertThat(((Refused) verify(BODY)).explanation()).contains(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1614265330", "1614265330.0", "now", "99999999999999999999", "0x60"})
    void aTimestampIsANumberOfSeconds(String timestamp) {
        headers.put("webhook-timestamp", timestamp);
        assertRefused(Reason.INVALID_TIMESTAMP);
    }

    @ParameterizedTest
    @CsvSource({"-301, TOO_NEW", "-300,", "0,", "300,", "301, TOO_OLD", "100000000, TOO_OLD"})
    void itMustBeRecent(long age, @org.jspecify.annotations.Nullable Reason reason) {
        verifier = verifier.withClock(InstantSource.fixed(SENT.plusSeconds(age)));
        if (reason == null) {
            assertThat(verify(BODY).isVerified()).isTrue();
        } else {
            assertRefused(reason);
        }
    }

    @Test
    void theToleranceCanBeChanged() {
        verifier = verifier.withClock(InstantSource.fixed(SENT.plusSeconds(600)));
        assertRefused(Reason.TOO_OLD);
        verifier = verifier.withTolerance(Duration.ofMinutes(10));
        assertThat(verify(BODY).isVerified()).isTrue();
        assertThatThrownBy(() -> verifier.withTolerance(Duration.ZERO)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void flowCatalystsSignatureHasTheTextOfTheSecretAsItsKey() {
        verifier = WebhookVerifier.ofFlowCatalyst(List.of(OTHER, SECRET)).withClock(InstantSource.fixed(SENT));
        headers.put("X-FlowCatalyst-Timestamp", "2021-02-25T15:02:10.045Z");
        headers.put("X-FlowCatalyst-Signature", FLOWCATALYST);
        assertThat(verify(BODY)).isEqualTo(new Verified("", SENT.plusMillis(45)));
        headers.put("X-FlowCatalyst-Signature", FLOWCATALYST.replace('f', 'e'));
        assertRefused(Reason.WRONG_SIGNATURE);
        headers.put("X-FlowCatalyst-Signature", "no hex");
        assertRefused(Reason.WRONG_SIGNATURE);
        headers.put("X-FlowCatalyst-Timestamp", "yesterday");
        assertRefused(Reason.INVALID_TIMESTAMP);
        headers.put("X-FlowCatalyst-Timestamp", "2021-02-25T14:02:10.045Z");
        assertRefused(Reason.TOO_OLD);
        headers.remove("X-FlowCatalyst-Timestamp");
        assertRefused(Reason.MISSING_HEADER);
    }

    /** Otherwise a recorded request could be repeated under another id. */
    @Test
    void aVerifierOfOneKindDoesNotTakeTheOther() {
        headers.put("X-FlowCatalyst-Timestamp", "2021-02-25T15:02:10.045Z");
        headers.put("X-FlowCatalyst-Signature", FLOWCATALYST);
        headers.put("webhook-id", "another");
        assertRefused(Reason.WRONG_SIGNATURE);
        headers.remove("webhook-signature");
        assertRefused(Reason.MISSING_HEADER);
    }

    @Test
    void secretsThatCannotWorkAreRefusedAndNotShown() {
        assertThatThrownBy(() -> WebhookVerifier.of(List.of())).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> WebhookVerifier.of("hunter2")).message().doesNotContain("hunter2");
        assertThatThrownBy(() -> WebhookVerifier.of("whsec_")).hasMessageContaining("empty");
        assertThatThrownBy(() -> WebhookVerifier.of("whsec_hunter2!")).message().doesNotContain("hunter2");
    }
}
