package dev.signalbox.sink.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpSinkSettingsTest {
    private static final URI ENDPOINT = URI.create("https://api.example.com/api/events/batch");

    private static HttpSinkSettings.Builder builder() {
        return HttpSinkSettings.builder(ENDPOINT);
    }

    @Test
    void hasTheDefaultsOfTheContract() {
        HttpSinkSettings settings = HttpSinkSettings.of(ENDPOINT);
        assertThat(settings.bearerToken()).isNull();
        assertThat(settings.connectTimeout()).isEqualTo(Duration.ofSeconds(10));
        assertThat(settings.requestTimeout()).isEqualTo(Duration.ofSeconds(30));
        assertThat(settings.totalDeadline()).isEqualTo(Duration.ofSeconds(35));
        assertThat(settings.maxMessages()).isEqualTo(100);
        assertThat(settings.maxBytes()).isEqualTo(4 << 20);
        assertThat(settings.maxResponseBytes()).isEqualTo(256 << 10);
        assertThat(settings.retryAfterCap()).isEqualTo(Duration.ofSeconds(60));
    }

    @Test
    void namesTheValueAndWhatIsAllowed() {
        assertThatThrownBy(() -> builder().maxMessages(0).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("messages per request 0 is not between 1 and 10000");
        assertThatThrownBy(() -> builder().maxBytes(-1).build()).hasMessageContaining("bytes per request -1");
        assertThatThrownBy(() -> builder().maxResponseBytes(0).build()).hasMessageContaining("response bytes 0");
        assertThatThrownBy(() -> builder().connectTimeout(Duration.ZERO).build())
                .hasMessage("connect time-out PT0S is not between 1 ms and PT1H");
        assertThatThrownBy(() -> builder().requestTimeout(Duration.ofHours(2)).build())
                .hasMessageContaining("request time-out PT2H");
        assertThatThrownBy(() -> builder().retryAfterCap(Duration.ofSeconds(-1)).build())
                .hasMessageContaining("Retry-After cap PT-1S");
        assertThatThrownBy(() -> builder().totalDeadline(Duration.ofSeconds(29)).build())
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
        assertThatThrownBy(() -> builder().bearerToken(token))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("bearer token")
                .hasMessageNotContaining("Evil");
    }

    @Test
    void refusesTwoKindsOfCredentialsAtOnce() {
        assertThatThrownBy(() -> HttpSinkSettings.builder(URI.create("http://me:hidden@host/"))
                        .bearerToken("abc")
                        .build())
                .hasMessageContaining("use one of them")
                .hasMessageNotContaining("hidden");
    }

    @Test
    void doesNotShowItsSecrets() {
        HttpSinkSettings settings = builder().bearerToken("very-secret").build();
        assertThat(settings.toString()).contains("https://api.example.com/api/events/batch", "bearerToken=***");
        assertThat(settings + " " + settings.bearerToken()).doesNotContain("very-secret");
        assertThat(HttpSinkSettings.of(URI.create("http://me:very-secret@host/x?key=very-secret"))
                        .toString())
                .contains("http://host/x")
                .doesNotContain("very-secret");
    }
}
