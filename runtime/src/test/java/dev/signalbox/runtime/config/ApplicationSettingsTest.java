package dev.signalbox.runtime.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.runtime.config.log.LogConfig;
import dev.signalbox.runtime.config.relay.RelayConfig;
import dev.signalbox.runtime.config.source.SourceConfig;
import dev.signalbox.runtime.settings.ConfigEntry;
import dev.signalbox.runtime.settings.ConfigException;
import dev.signalbox.runtime.settings.Secret;
import dev.signalbox.runtime.sink.http.HttpSinkConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Settings that an application passes in. */
class ApplicationSettingsTest {
    private static final ApplicationSettings.Database DATABASE = new ApplicationSettings.Database(
            "jdbc:postgresql://db/shop", Optional.of("app"), Optional.of(new Secret("s3cret")), "the DataSource");

    private final List<ConfigEntry> givenSetting = new ArrayList<>();
    private Optional<ApplicationSettings.Database> database = Optional.of(DATABASE);

    ApplicationSettingsTest() {
        give("signalbox.sinks.api.base-url", "http://localhost");
        give("signalbox.sinks.api.request-body", "envelope");
        give("signalbox.relays.orders.sink", "api");
        give("signalbox.relays.orders.outbox.layout", "signalbox");
    }

    private void give(String key, String value) {
        givenSetting.add(new ConfigEntry(key, value, "application.yaml", true));
    }

    private ServerConfig load() throws ConfigException {
        return load(Map.of());
    }

    private ServerConfig load(Map<String, String> variables) throws ConfigException {
        return new ConfigLoader(new ProcessEnvironment(Map.of("HOSTNAME", "here"), Map.of()))
                .load(new ApplicationSettings("of the shop", givenSetting, variables, database));
    }

    @Test
    void aRelayWithoutASourceWorksTheApplicationsDatabase() throws Exception {
        ServerConfig config = load();
        assertThat(config.relays())
                .singleElement()
                .extracting(RelayConfig::source)
                .isEqualTo("application");
        SourceConfig source = config.source("application");
        assertThat(source.url()).isEqualTo("jdbc:postgresql://db/shop");
        assertThat(source.username()).contains("app");
        assertThat(source.password()).contains(new Secret("s3cret"));
        assertThat(config.nodeName()).startsWith("here-");
        assertThat(config.warnings())
                .singleElement()
                .asString()
                .startsWith("the source application connects as the application does, and sends the password");
    }

    @Test
    void aLogWithoutASourceDoesSoToo() throws Exception {
        give("signalbox.logs.events.topics.all.publishers", "api");
        assertThat(load().logs()).singleElement().extracting(LogConfig::source).isEqualTo("application");
    }

    @Test
    void aUserOfOnesOwnHasAPasswordOfOnesOwn() throws Exception {
        give("signalbox.relays.orders.source", "shop");
        give("signalbox.sources.shop.username", "relay");
        ServerConfig config = load();
        assertThat(config.sources()).containsOnlyKeys("shop");
        assertThat(config.source("shop").url()).isEqualTo("jdbc:postgresql://db/shop");
        assertThat(config.source("shop").username()).contains("relay");
        assertThat(config.source("shop").password()).isEmpty();
    }

    @Test
    void anAddressThatNamesTheUserIsEnough() throws Exception {
        database = Optional.of(new ApplicationSettings.Database(
                "jdbc:mysql://db/shop?user=app&password=x", Optional.of("app"), Optional.empty(), "the DataSource"));
        assertThat(load().source("application").username()).contains("app");
    }

    @Test
    void anAddressOfItsOwnIsLeftAlone() throws Exception {
        give("signalbox.relays.orders.source", "crm");
        give("signalbox.sources.crm.url", "jdbc:postgresql://other/crm");
        SourceConfig source = load().source("crm");
        assertThat(source.url()).isEqualTo("jdbc:postgresql://other/crm");
        assertThat(source.username()).isEmpty();
    }

    @Test
    void valuesThatWereResolvedAreTakenAsTheyAre() throws Exception {
        give("signalbox.sinks.api.token", "${not}-a-placeholder-");
        assertThat(((HttpSinkConfig) load().sink("api")).token()).contains(new Secret("${not}-a-placeholder-"));
        givenSetting.add(new ConfigEntry("signalbox.sinks.api.path", "/${where}", "application.yaml", false));
        assertThatThrownBy(this::load)
                .hasMessageContaining("signalbox.sinks.api.path: '/${where}' (application.yaml) has a placeholder");
    }

    @Test
    void anUnquotedOffIsFalseToOtherReadersOfYaml() throws Exception {
        give("signalbox.sources.application.wake-up", "false");
        assertThat(load().source("application").wakeUp()).isEqualTo(SourceConfig.WakeUp.OFF);
    }

    @Test
    void variablesChangeWhatIsNamed() throws Exception {
        give("signalbox.sources.application.pool-size", "3");
        assertThat(load(Map.of("SIGNALBOX_SOURCES_APPLICATION_POOL_SIZE", "4"))
                        .source("application")
                        .poolSize())
                .isEqualTo(4);
        assertThat(load(Map.of("SIGNALBOX_SOURCES_OTHER_URL", "x")).warnings())
                .contains("the environment variable SIGNALBOX_SOURCES_OTHER_URL stands for no setting and is ignored");
    }

    @Test
    void allProblemsAreToldWithTheKeyAsItWasWritten() {
        give("signalbox.relays.orders.maxRetries", "many");
        give("signalbox.server.port", "8080");
        give("signalbox.security.admin-token", "a-token-that-is-long-enough");
        database = Optional.empty();
        assertThatThrownBy(this::load)
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("configuration of the shop has 4 errors:")
                .hasMessageContaining("signalbox.relays.orders.maxRetries: 'many' (application.yaml) must be")
                .hasMessageContaining("signalbox.relays.orders.source: is missing")
                .hasMessageContaining(
                        "signalbox.server.port: '8080' (application.yaml) is for the standalone program only")
                .hasMessageContaining("signalbox.security.admin-token: '***")
                .message()
                .doesNotContain("long-enough");
    }

    @Test
    void aDatabaseThatNoRelayCanWorkIsNamedByWhereItWasFound() {
        database = Optional.of(new ApplicationSettings.Database(
                "jdbc:h2:mem:shop", Optional.of("sa"), Optional.empty(), "the DataSource"));
        assertThatThrownBy(this::load)
                .hasMessageContaining("signalbox.sources.application.url: 'jdbc:h2:mem:shop' (the DataSource) must be");
    }
}
