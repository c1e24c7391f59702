package dev.signalbox.sink.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TargetUrlTest {
    private static final TargetRules PLAIN = new TargetRules(false, true, List.of());

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://example.com",
                "https://EXAMPLE.com:8443/a/b?c=d&e=%2F",
                "HTTPS://hooks.example.com/",
                "https://8.8.8.8/x",
                "https://[2606:4700::1111]:444/x",
                "https://my_service.example.com/",
                "https://xn--bcher-kva.example/",
                "https://a/",
                "https://1.example/",
                "https://0x7f.example/"
            })
    void publicHttpsIsAllowed(String url) {
        assertThat(TargetUrl.parse(url, TargetRules.PUBLIC).uri()).hasToString(url);
    }

    @Test
    void itsPartsAreWhatIsSent() {
        TargetUrl url = TargetUrl.parse("https://Hooks.Example.com:8443/a%20b/./c?x=%2F&y=", TargetRules.PUBLIC);
        assertThat(url.host()).isEqualTo("hooks.example.com");
        assertThat(url.port()).isEqualTo(8443);
        assertThat(url.pathAndQuery()).isEqualTo("/a%20b/./c?x=%2F&y=");
        assertThat(url).hasToString("https://hooks.example.com:8443");
        TargetUrl six = TargetUrl.parse("https://[2606:4700::1111]?a", TargetRules.PUBLIC);
        assertThat(six.host()).isEqualTo("2606:4700::1111");
        assertThat(six.port()).isEqualTo(-1);
        assertThat(six.pathAndQuery()).isEqualTo("/?a");
        assertThat(six.origin()).isEqualTo("https://[2606:4700::1111]");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    http://example.com/             | must begin with https://
                    ftp://example.com/              | must begin with https://
                    example.com/                    | must begin with https://
                    mailto:a@example.com            | must begin with https://
                    https:///x                      | no host
                    https:x                         | no host
                    https://?x                      | no host
                    https://user@example.com/       | user or password
                    https://user:pass@example.com/  | user or password
                    https://good.com@127.0.0.1/     | user or password
                    https://example.com/#x          | fragment
                    https://example.com//x          | begins with //
                    https://example.com:0/          | port
                    https://example.com:65536/      | port
                    https://example.com:/           | port
                    https://example.com:08/         | port
                    https://example.com:-1/         | port
                    https://a:b:1/                  | port
                    https://example.com./           | ends with a dot
                    https://127.0.0.1./             | unusual spelling
                    https://exa mple.com/           | space
                    https://b\u00fccher.example/    | beyond ASCII
                    https://%65xample.com/          | not a name
                    https://-a.example/             | not a name
                    https://a..b/                   | not a name
                    https://localhost/              | on this machine
                    https://LOCALHOST:8080/         | on this machine
                    https://a.localhost/            | on this machine
                    https://127.0.0.1/              | this machine
                    https://10.0.0.1/               | a private address
                    https://169.254.169.254/latest  | metadata
                    https://168.63.129.16/          | metadata
                    https://100.64.0.1/             | carrier-grade
                    https://[::1]/                  | this machine
                    https://[fd00::1]/              | a private address
                    https://[64:ff9b::7f00:1]/      | not a public
                    https://[2002:7f00:1::]/        | 6to4
                    """)
    void anythingElseIsRefusedWithItsReason(String url, String reason) {
        assertThatThrownBy(() -> TargetUrl.parse(url, TargetRules.PUBLIC))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(reason);
    }

    /** Also where private targets are allowed: whoever writes such a host wants to get past a filter. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.1",
                "2130706433",
                "0x7f.1",
                "0x7f000001",
                "0177.0.0.1",
                "017700000001",
                "127.0.0.01",
                "127.0.0.256",
                "127.0.0",
                "1.2.3.4.5",
                "127.0.0.0x1",
                "0",
                "127.0.0.1.",
                "[::ffff:7f00:1]",
                "[::ffff:127.0.0.1]",
                "[::ffff:8.8.8.8]",
                "[fe80::1%25eth0]",
                "[::1",
                "[]",
                "[v1.x]",
                "localhost.",
                "example.com."
            })
    void otherSpellingsOfAddressesAreAlwaysRefused(String host) {
        assertThatThrownBy(() -> TargetUrl.parse("https://" + host + "/", TestClients.LOCAL))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> TargetUrl.parse("https://" + host + ":8080/", TestClients.LOCAL))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aUrlHasALongestLength() {
        String start = "https://example.com/";
        String longest = start + "x".repeat(TargetUrl.MAX_LENGTH - start.length());
        assertThat(TargetUrl.parse(longest, TargetRules.PUBLIC).uri()).hasToString(longest);
        assertThatThrownBy(() -> TargetUrl.parse(longest + "x", TargetRules.PUBLIC))
                .hasMessageContaining("2048");
        assertThatThrownBy(() -> TargetUrl.parse("https://" + "a.".repeat(127) + "example/", TargetRules.PUBLIC))
                .hasMessageContaining("not a name");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://localhost:8080/x",
                "http://127.0.0.1/",
                "https://10.1.1.1/",
                "http://[::1]:80/",
                "http://some.name/"
            })
    void privateTargetsAndPlainHttpToThemAreAllowedTogether(String url) {
        assertThat(TargetUrl.parse(url, TestClients.LOCAL).uri()).hasToString(url);
    }

    @Test
    void plainHttpToAPublicAddressNeedsItsOwnPermission() {
        assertThatThrownBy(() -> TargetUrl.parse("http://8.8.8.8/", TestClients.LOCAL))
                .hasMessageContaining("needs https");
        TargetUrl name = TargetUrl.parse("http://some.name/", TestClients.LOCAL);
        assertThat(name.refusal(TestClients.address("8.8.8.8"), TestClients.LOCAL))
                .contains("needs https");
        assertThat(name.refusal(TestClients.address("10.0.0.1"), TestClients.LOCAL))
                .isNull();
        assertThat(TargetUrl.parse("http://8.8.8.8/", PLAIN).secure()).isFalse();
        assertThatThrownBy(() -> TargetUrl.parse("http://127.0.0.1/", PLAIN)).hasMessageContaining("this machine");
    }

    @Test
    void deniedNetworksAreRefusedAsLiteralsToo() {
        TargetRules rules = new TargetRules(true, true, List.of(Network.parse("127.0.0.2/32")));
        assertThatThrownBy(() -> TargetUrl.parse("http://127.0.0.2/", rules)).hasMessageContaining("denied network");
        assertThat(TargetUrl.parse("http://127.0.0.3/", rules).host()).isEqualTo("127.0.0.3");
    }

    @Test
    void noMessageShowsThePath() {
        assertThatThrownBy(() -> TargetUrl.parse("http://example.com/services/T0SECRET", TargetRules.PUBLIC))
                .hasMessageNotContaining("T0SECRET");
        assertThatThrownBy(() -> TargetUrl.parse("https://example.com/T0SECRET\\x", TargetRules.PUBLIC))
                .hasMessageNotContaining("T0SECRET");
    }
}
