package dev.signalbox.sink.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeaderTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Host",
                "content-length",
                "Transfer-Encoding",
                "Connection",
                "Keep-Alive",
                "Proxy-Authorization",
                "TE",
                "Trailer",
                "Upgrade",
                "Expect",
                "Content-Type",
                "User-Agent",
                "webhook-id",
                "Webhook-Signature",
                "X-FlowCatalyst-ID",
                "X-FLOWCATALYST-SIGNATURE",
                "x-signalbox-type",
                "",
                "a b",
                "a:b",
                "a\r\nb",
                "ä"
            })
    void usersCannotSetTheseHeaders(String name) {
        assertThatThrownBy(() -> Header.ofUser(name, "x")).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\r\nX: y", "a\nb", "\0", "ä", " a", "a ", "a\tb", "\u007f"})
    void aValueIsOneLineOfVisibleAscii(String value) {
        assertThatThrownBy(() -> Header.ofUser("X-Mine", value))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("X-Mine");
    }

    @Test
    void anyOtherHeaderIsAllowed() {
        assertThat(Header.ofUser("X-Api-Key", "a b").value()).isEqualTo("a b");
        assertThat(Header.ofUser("X-Empty", "").value()).isEmpty();
        assertThat(Header.ofUser("X-Api-Key", "a").isCredential()).isTrue();
        assertThat(Header.ofUser("Authorization", "a").isCredential()).isTrue();
        assertThat(Header.ofUser("X-Environment", "a").isCredential()).isFalse();
        assertThatThrownBy(() -> Header.ofUser("X", "y".repeat(8_193))).hasMessageContaining("8192");
        assertThatThrownBy(() -> Header.ofUser("X".repeat(129), "y")).hasMessageContaining("128");
    }

    @Test
    void textOfAnyKindCanBeEncoded() {
        assertThat(Header.encoded("X", "order-7").value()).isEqualTo("order-7");
        assertThat(Header.encoded("X", "100 % \"ü\" 😀\r\n").value())
                .isEqualTo("100%20%25%20%22%C3%BC%22%20%F0%9F%98%80%0D%0A");
    }
}
