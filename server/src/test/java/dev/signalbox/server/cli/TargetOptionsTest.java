package dev.signalbox.server.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.runtime.config.ProcessEnvironment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Which token the commands send where. */
class TargetOptionsTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path home;

    @Test
    void aGeneratedTokenIsSentToThisMachineOnly() throws Exception {
        Path file = home.resolve(".local/state/signalbox/admin-token-8080");
        Files.createDirectories(file.getParent());
        Files.writeString(file, "the-generated-token");

        assertThat(tokenFor(Map.of())).contains("the-generated-token");
        for (String url : new String[] {"http://localhost:8080", "http://[::1]:8080", "https://127.0.0.1:8080/"}) {
            assertThat(tokenFor(Map.of(), "--url", url)).as(url).contains("the-generated-token");
        }
        for (String url :
                new String[] {"http://shop.example:8080", "https://shop.example:8080", "http://127.0.0.1.x.example:8080"
                }) {
            assertThat(tokenFor(Map.of(), "--url", url)).as(url).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://shop.example:8080", "http://10.0.0.7", "http://localhost.example"})
    void noTokenIsSentUnencryptedToAnotherHost(String url) throws Exception {
        Path file = Files.writeString(home.resolve("token"), "a-token-in-a-file");
        for (String[] arguments : new String[][] {{"--url", url, "--token-file", file.toString()}, {"--url", url}}) {
            assertThatThrownBy(() -> tokenFor(Map.of("SIGNALBOX_ADMIN_TOKEN", "a-token-of-the-environment"), arguments))
                    .isInstanceOf(CommandException.class)
                    .hasMessageContaining("--url: '" + url + "'")
                    .hasMessageContaining("must begin with https://")
                    .extracting(e -> ((CommandException) e).exitCode)
                    .isEqualTo(2);
        }
        assertThat(tokenFor(
                        Map.of("SIGNALBOX_ADMIN_TOKEN", "a-token-of-the-environment"),
                        "--url",
                        url.replace("http:", "https:")))
                .contains("a-token-of-the-environment");
    }

    @Test
    void aFileWithoutCertificatesIsNamed() throws Exception {
        Path file = Files.writeString(home.resolve("ca.pem"), "nothing");

        assertThatThrownBy(() ->
                        tokenFor(Map.of(), "--ca-file", home.resolve("none").toString()))
                .isInstanceOf(CommandException.class)
                .hasMessageContaining("--ca-file");
        assertThatThrownBy(() -> tokenFor(Map.of(), "--ca-file", file.toString()))
                .isInstanceOf(CommandException.class)
                .hasMessageContaining("--ca-file");
    }

    private Optional<String> tokenFor(Map<String, String> environment, String... arguments) throws CommandException {
        Map<String, String> all = new HashMap<>(environment);
        all.put("HOME", home.toString());
        TargetOptions target = CommandLine.populateCommand(new TargetOptions(), arguments);
        try (AdminApiClient client = target.connect(new ProcessEnvironment(all, Map.of()))) {
            return client.token();
        }
    }
}
