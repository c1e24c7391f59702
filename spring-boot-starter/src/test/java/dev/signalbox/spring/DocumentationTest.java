package dev.signalbox.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DocumentationTest {
    private static final Path ROOT = Path.of(System.getProperty("signalbox.root", ".."));

    /** A setting, not a group of them, whose type is one of our records. */
    private static final Pattern SETTING = Pattern.compile(
            "\"name\": \"(signalbox[^\"]+)\",\\s+\"type\": \"(?!dev\\.signalbox\\.spring\\.\\w+Properties)");

    private static String page() throws Exception {
        return Files.readString(ROOT.resolve("docs/spring-boot.md"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"shop/Orders", "shop/Billing", "payments/PaymentMade"})
    void theExamplesAreThoseThatTheTestsRun(String type) throws Exception {
        String code = Files.readString(
                ROOT.resolve("spring-boot-starter/src/test/java/dev/signalbox/spring/" + type + ".java"));
        assertThat(page()).contains("```java" + code.substring(code.indexOf("\n@")) + "```");
    }

    @Test
    void eachSettingIsDescribedInThePageAndForEditors() throws Exception {
        // Other libraries have a file of that name, too
        Path classes = Path.of(ClientProperties.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        String metadata = Files.readString(classes.resolve("META-INF/spring-configuration-metadata.json"));
        List<String> settings = SETTING.matcher(metadata)
                .results()
                .map((MatchResult it) -> it.group(1))
                .toList();
        assertThat(settings)
                .hasSize(21)
                .contains("signalbox.client.layout", "signalbox.client.max-payload", "signalbox.inbox.clean-up.after");
        assertThat(metadata).contains("\"description\": \"What the outbox table looks like.\"");
        String page = page();
        assertThat(settings).allSatisfy(setting -> assertThat(page).contains("| `" + setting + "` |"));
    }
}
