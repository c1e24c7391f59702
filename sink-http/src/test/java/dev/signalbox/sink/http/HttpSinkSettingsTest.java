package dev.signalbox.sink.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.core.sink.Sink.SinkLimits;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpSinkSettingsTest {
    private static final URI ENDPOINT = URI.create("https://api.example.com/api/events/batch");

    private static final HttpSinkSettings SETTINGS = HttpSinkSettings.of(ENDPOINT);
    private static final Duration SECOND = Duration.ofSeconds(1);

    @Test
    void hasTheDefaultsOfTheContract() {
        assertThat(SETTINGS)
                .isEqualTo(new HttpSinkSettings(
                        ENDPOINT,
                        null,
                        MessageFormat.PAYLOAD,
                        new HttpSinkSettings.Timeouts(
                                Duration.ofSeconds(10), Duration.ofSeconds(30), Duration.ofSeconds(35)),
                        new SinkLimits(100, 4 << 20),
                        256 << 10,
                        Duration.ofSeconds(60)));
    }

    @Test
    void namesTheValueAndWhatIsAllowed() {
        assertThatThrownBy(() -> SETTINGS.withLimits(new SinkLimits(10_001, 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("messages per request 10001 is not between 1 and 10000");
        assertThatThrownBy(() -> SETTINGS.withLimits(new SinkLimits(1, 2L << 30)))
                .hasMessageContaining("bytes per request 2147483648");
        assertThatThrownBy(() -> new HttpSinkSettings(
                        ENDPOINT,
                        null,
                        MessageFormat.PAYLOAD,
                        SETTINGS.timeouts(),
                        SETTINGS.limits(),
                        0,
                        Duration.ofSeconds(1)))
                .hasMessageContaining("response bytes 0");
        assertThatThrownBy(() -> new HttpSinkSettings(
                        ENDPOINT,
                        null,
                        MessageFormat.PAYLOAD,
                        SETTINGS.timeouts(),
                        SETTINGS.limits(),
                        1,
                        Duration.ofSeconds(-1)))
                .hasMessageContaining("Retry-After cap PT-1S");
        assertThatThrownBy(() -> new HttpSinkSettings.Timeouts(Duration.ZERO, SECOND, SECOND))
                .hasMessage("connect time-out PT0S is not between 1 ms and PT1H");
        assertThatThrownBy(() -> new HttpSinkSettings.Timeouts(SECOND, Duration.ofHours(2), Duration.ofHours(2)))
                .hasMessageContaining("request time-out PT2H");
        assertThatThrownBy(() -> new HttpSinkSettings.Timeouts(SECOND, Duration.ofSeconds(30), Duration.ofSeconds(29)))
                .hasMessage(
                        "total deadline PT29S is shorter than the request time-out PT30S: it must be at least as long");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ftp://host/",
                "/api",
                "api.example.com",
                "mailto:secret@host",
                "http:///path",
                "http://host:99999/"
            })
    void refusesAnEndpointThatIsNoWebAddress(String endpoint) {
        assertThatThrownBy(() -> HttpSinkSettings.of(URI.create(endpoint)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("endpoint ")
                .hasMessageNotContaining("secret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "abc\r\nX-Evil: 1", "abc\n", "\tabc", "a\u0000b", "a\u007Fb", "tokén"})
    void refusesATokenThatCannotStandInAHeaderWithoutShowingIt(String token) {
        assertThatThrownBy(() -> TestBatches.withToken(SETTINGS.endpoint(), token))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("bearer token")
                .hasMessageNotContaining("Evil");
    }

    @Test
    void refusesTwoKindsOfCredentialsAtOnce() {
        assertThatThrownBy(() -> TestBatches.withToken(URI.create("http://me:hidden@host/"), "abc"))
                .hasMessageContaining("use one of them")
                .hasMessageNotContaining("hidden");
    }

    @Test
    void doesNotShowItsSecrets() {
        HttpSinkSettings settings = TestBatches.withToken(SETTINGS.endpoint(), "very-secret");
        assertThat(settings.toString()).contains("https://api.example.com/api/events/batch", "bearerToken=***");
        assertThat(settings + " " + settings.bearerToken()).doesNotContain("very-secret");
        assertThat(HttpSinkSettings.of(URI.create("http://me:very-secret@host/x?key=very-secret"))
                        .toString())
                .contains("http://host/x")
                .doesNotContain("very-secret");
    }
}
