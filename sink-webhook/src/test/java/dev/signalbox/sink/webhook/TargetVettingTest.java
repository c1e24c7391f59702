package dev.signalbox.sink.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class TargetVettingTest {
    private static final Map<String, List<String>> NAMES = Map.of(
            "good.example", List.of("93.184.216.34", "2606:2800:220:1::1"),
            "mixed.example", List.of("93.184.216.34", "10.0.0.1"),
            "metadata.example", List.of("169.254.169.254"),
            "mapped.example", List.of("64:ff9b::a00:1"));

    private static final NameLookup LOOKUP = (name, _) -> {
        List<String> addresses = NAMES.get(name);
        if (addresses == null) {
            throw new UnknownHostException(name);
        }
        return addresses.stream().map(TestClients::address).toList();
    };

    private final TargetVetting vetting = new TargetVetting(TargetRules.PUBLIC, LOOKUP);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://good.example/hook",
                "https://93.184.216.34/",
                "https://unknown.example/",
                "https://good.example:8443/?a=b"
            })
    void theseAreAccepted(String url) throws Exception {
        assertThat(vetting.problem(url)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://mixed.example/",
                "https://metadata.example/",
                "https://mapped.example/",
                "https://127.0.0.1/",
                "https://localhost/",
                "https://0x7f.1/",
                "https://[::1]/",
                "http://good.example/",
                "https://u:p@good.example/",
                "ftp://good.example/",
                ""
            })
    void theseAreRefused(String url) throws Exception {
        assertThat(vetting.problem(url)).isPresent();
    }

    @Test
    void privateOnesAreAcceptedWhereTheyAreAllowed() throws Exception {
        TargetVetting allowing = new TargetVetting(TestClients.LOCAL, LOOKUP);

        assertThat(allowing.problem("http://127.0.0.1:8080/")).isEmpty();
        assertThat(allowing.problem("https://mixed.example/")).isEmpty();
        assertThat(allowing.problem("https://metadata.example/")).isPresent();
        assertThat(allowing.problem("http://good.example/"))
                .contains("must not be used: an address of its host is a public address, which needs https");
    }

    @Test
    void manyAreCheckedAtOnce() throws Exception {
        CountDownLatch all = new CountDownLatch(3);
        TargetVetting together = new TargetVetting(TargetRules.PUBLIC, (name, limit) -> {
            all.countDown();
            all.await();
            return LOOKUP.addresses(name, limit);
        });

        assertThat(together.problems(
                        Set.of("https://good.example/", "https://mixed.example/", "https://metadata.example/")))
                .containsOnlyKeys("https://mixed.example/", "https://metadata.example/");
    }

    @Test
    void anyTextCanBeASecretThatWasAccepted() {
        String standard = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
        assertThat(WebhookSecret.ofText(standard)).isEqualTo(WebhookSecret.parse(standard));
        assertThat(WebhookSecret.ofText("whsec_AAAA").bytes()).hasSize(3);
        for (String text : List.of("0123456789abcdef", "whsec_", "whsec_not base64!")) {
            assertThat(WebhookSecret.ofText(text).bytes()).asString().isEqualTo(text);
        }
    }
}
