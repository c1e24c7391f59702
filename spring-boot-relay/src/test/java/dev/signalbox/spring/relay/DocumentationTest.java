package dev.signalbox.spring.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.runtime.config.ApplicationSettings;
import dev.signalbox.runtime.config.ServerConfig;
import dev.signalbox.runtime.config.relay.RelayConfig;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.ByteArrayResource;
import tools.jackson.databind.json.JsonMapper;

class DocumentationTest {
    private static final Path PAGES =
            Path.of(System.getProperty("signalbox.root", "..")).resolve("docs");

    @Test
    void theExampleIsAllThatIsNeeded() throws Exception {
        String page = Files.readString(PAGES.resolve("spring-boot.md"));
        int begin = page.indexOf("```yaml\nsignalbox:\n  relay: { enabled: true }") + "```yaml\n".length();
        String example = page.substring(begin, page.indexOf("```", begin));
        StandardEnvironment environment = new StandardEnvironment();
        new YamlPropertySourceLoader()
                .load("example", new ByteArrayResource(example.getBytes(StandardCharsets.UTF_8)))
                .forEach(environment.getPropertySources()::addLast);
        environment
                .getPropertySources()
                .addLast(new MapPropertySource("secrets", Map.of("API_TOKEN", "a-token-of-the-api")));
        ServerConfig config = InvalidRelaySettingsException.load(new EnvironmentSettings(environment)
                .read(Optional.of(new ApplicationSettings.Database(
                        "jdbc:postgresql://db/shop", Optional.empty(), Optional.empty(), "a test"))));
        assertThat(config.relays()).extracting(RelayConfig::name).containsExactly("orders");
        assertThat(config.warnings()).isEmpty();
    }

    /** Editors know them by this file; the settings below the named ones are described by the configuration page. */
    @Test
    void theSettingsForEditorsAreThoseOfThePages() throws Exception {
        String spring = Files.readString(PAGES.resolve("spring-boot.md"));
        String configuration = Files.readString(PAGES.resolve("configuration.md"));
        assertThat(settings()).hasSize(9).allSatisfy(name -> {
            assertThat(spring).contains(name);
            assertThat(name.equals("signalbox.relay.enabled")
                            || name.startsWith("management.")
                            || configuration.contains("`" + name))
                    .isTrue();
        });
    }

    /** What the compiler has made of our file; other libraries have one of that name, too. */
    private static List<String> settings() throws Exception {
        Path classes = Path.of(EmbeddedRelays.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        return JsonMapper.shared()
                .readTree(Files.readString(classes.resolve("META-INF/spring-configuration-metadata.json")))
                .at("/properties")
                .valueStream()
                .map(it -> it.at("/name").asString())
                .filter(name -> !name.startsWith("management.endpoint."))
                .toList();
    }
}
