package dev.signalbox.spring.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.jdbc.HeaderSources;
import dev.signalbox.runtime.config.ApplicationSettings;
import dev.signalbox.runtime.config.ServerConfig;
import dev.signalbox.runtime.config.source.SourceConfig;
import dev.signalbox.runtime.sink.http.HttpSinkConfig;
import dev.signalbox.runtime.sink.kafka.KafkaConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.core.io.FileSystemResource;
import org.springframework.mock.env.MockEnvironment;

/** The configuration from an application's settings, without a database. */
class RelaySettingsTest {
    private static final Optional<ApplicationSettings.Database> LENT = Optional.of(new ApplicationSettings.Database(
            "jdbc:postgresql://db/shop", Optional.of("app"), Optional.empty(), "the application's DataSource"));

    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(SignalboxRelayAutoConfiguration.class))
            .withPropertyValues("signalbox.relay.enabled=true", "management.endpoints.web.exposure.include=*");

    @TempDir
    Path folder;

    private static ServerConfig read(StandardEnvironment environment) {
        return InvalidRelaySettingsException.load(new EnvironmentSettings(environment).read(LENT));
    }

    private StandardEnvironment yaml(String text) throws Exception {
        StandardEnvironment environment = new StandardEnvironment();
        Path file = Files.writeString(folder.resolve("application.yaml"), text);
        new YamlPropertySourceLoader()
                .load("application.yaml", new FileSystemResource(file))
                .forEach(environment.getPropertySources()::addLast);
        return environment;
    }

    private static final String COMPLETE = """
            signalbox:
              relay.enabled: true
              client.table: messages
              sources:
                shop: { poolSize: 4, wake-up: off, coordination: leader }
              sinks:
                api: { base-url: "https://${api.host}/x", token: "${api.token}" }
                events: { type: kafka, bootstrap-servers: "broker:9092", client: { linger.ms: 5 } }
              relays:
                orders: { source: shop, outbox: { layout: signalbox }, sink: api }
                customers: { outbox: { table: crm.customers, headers: ["a=x", "b=y"] }, sink: events }
            api: { host: api.example.com, token: "a$b{c}-and-16-letters" }
            """;

    @Test
    void theKeysAreThoseOfTheProgramAndPlaceholdersAreSpringsOwn() throws Exception {
        ServerConfig config = read(yaml(COMPLETE));
        assertThat(config.source("shop").poolSize()).isEqualTo(4);
        assertThat(config.source("shop").wakeUp()).isEqualTo(SourceConfig.WakeUp.OFF);
        assertThat(((HttpSinkConfig) config.sink("api")).baseUrl()).hasToString("https://api.example.com/x");
        assertThat(((HttpSinkConfig) config.sink("api")).token().orElseThrow().value())
                .isEqualTo("a$b{c}-and-16-letters");
        assertThat(((KafkaConfig) config.sink("events")).cluster().client()).containsEntry("linger.ms", "5");
        assertThat(config.relays()).extracting("name").containsExactly("orders", "customers");
    }

    @Test
    void sourcesWithoutAnAddressAndRelaysWithoutASourceUseTheApplicationsDatabase() throws Exception {
        ServerConfig config = read(yaml(COMPLETE));
        assertThat(config.sources()).containsOnlyKeys("shop", "application");
        assertThat(config.sources().values()).allSatisfy(source -> {
            assertThat(source.url()).isEqualTo("jdbc:postgresql://db/shop");
            assertThat(source.username()).contains("app");
        });
    }

    @Test
    void whatComesFirstInSpringsOrderWinsAndAListIsReplacedAsAWhole() throws Exception {
        StandardEnvironment environment = yaml(COMPLETE);
        Map<String, Object> first = new LinkedHashMap<>();
        first.put("signalbox.sources.shop.pool-size", 9);
        first.put("signalbox.relays.customers.outbox.headers[0]", "z=zz");
        environment.getPropertySources().addFirst(new MapPropertySource("first", first));
        ServerConfig config = read(environment);
        assertThat(config.source("shop").poolSize()).isEqualTo(9);
        assertThat(config.relays().getLast().outbox().layout().headers().sources())
                .containsExactly(new HeaderSources.Source("z", "zz", false));
    }

    @Test
    void environmentVariablesStandForSettingsUnlessSomethingStrongerIsGiven() throws Exception {
        StandardEnvironment environment = yaml(COMPLETE);
        Map<String, Object> variables = new LinkedHashMap<>();
        variables.put("SIGNALBOX_SOURCES_SHOP_POOL_SIZE", "7");
        variables.put("SIGNALBOX_SOURCES_SHOP_PASSWORD", "pa$${word");
        variables.put("SIGNALBOX_CLIENT_TABLE", "elsewhere");
        variables.put("SIGNALBOX_RELAY_ENABLED", "true");
        environment
                .getPropertySources()
                .replace(
                        StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                        new SystemEnvironmentPropertySource(
                                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, variables));
        ServerConfig config = read(environment);
        assertThat(config.source("shop").poolSize()).isEqualTo(7);
        assertThat(config.source("shop").password().orElseThrow().value()).isEqualTo("pa$${word");
        assertThat(config.warnings()).noneMatch(it -> it.contains("stands for no setting"));
        environment
                .getPropertySources()
                .addFirst(new MapPropertySource("arguments", Map.of("signalbox.sources.shop.poolSize", "8")));
        assertThat(read(environment).source("shop").poolSize()).isEqualTo(8);
    }

    @Test
    void allProblemsAreReportedAtOnceWithTheirOrigin() {
        application
                .withPropertyValues(
                        "signalbox.sources.shop.url=jdbc:oracle:thin",
                        "signalbox.sources.shop.pool-sise=3",
                        "signalbox.sinks.api.base-url=${nowhere}",
                        "signalbox.relays.orders.sink=other",
                        "signalbox.relays.orders.source=shop",
                        "signalbox.relays.orders.outbox.layout=signalbox",
                        "signalbox.server.port=8080")
                .run(context -> {
                    assertThat(context).hasFailed();
                    FailureAnalysis analysis = Objects.requireNonNull(new RelayFailureAnalyzers.Settings()
                            .analyze(Objects.requireNonNull(context.getStartupFailure())));
                    assertThat(analysis.getDescription())
                            .contains("signalbox.sources.shop.url: 'jdbc:oracle:thin'")
                            .contains("did you mean signalbox.sources.shop.pool-size?")
                            .contains("set the environment variable nowhere, or write ${nowhere:default}")
                            .contains("signalbox.relays.orders.sink: 'other'")
                            .contains("signalbox.server.port: '8080'")
                            .contains("is for the standalone program only")
                            .contains("has 5 errors");
                    assertThat(analysis.getAction()).contains("signalbox.relay.enabled");
                });
    }

    @Test
    void relaysNeedADatabaseAndAReasonToRun() {
        application
                .withPropertyValues("signalbox.sinks.api.base-url=http://localhost", "signalbox.relays.orders.sink=api")
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasStackTraceContaining("signalbox.relays.orders.source: is missing"));
        application.run(context -> assertThat(context)
                .getFailure()
                .hasStackTraceContaining("there is no relay and no log: configure one below signalbox.relays"));
    }

    @Test
    void neitherActuatorNorADataSourceIsNeeded() {
        application
                .withClassLoader(new FilteredClassLoader(
                        HealthIndicator.class,
                        ConditionalOnAvailableEndpoint.class,
                        Endpoint.class,
                        JdbcConnectionDetails.class))
                .withPropertyValues(
                        "signalbox.sources.shop.url=jdbc:postgresql://127.0.0.1:9/none",
                        "signalbox.sinks.api.base-url=http://localhost",
                        "signalbox.relays.orders.source=shop",
                        "signalbox.relays.orders.outbox.layout=signalbox",
                        "signalbox.relays.orders.sink=api")
                .run(context -> assertThat(context)
                        .hasSingleBean(EmbeddedRelays.class)
                        .doesNotHaveBean("signalboxRelayHealthIndicator")
                        .doesNotHaveBean("signalboxRelaysEndpoint"));
    }

    @Test
    void aStopFitsIntoSpringsTimeAndSaysWhenThatIsTooShort() throws Exception {
        ServerConfig config = read(yaml(COMPLETE));
        MockEnvironment environment = new MockEnvironment();
        ShutdownTime usual = ShutdownTime.of(config, environment);
        assertThat(usual.grace()).isEqualTo(Duration.ofSeconds(29));
        assertThat(usual.warning().orElse(""))
                .contains("spring.lifecycle.timeout-per-shutdown-phase is 30 s", "the sink api may take 30 s");
        environment.setProperty("spring.lifecycle.timeout-per-shutdown-phase", "1m");
        assertThat(ShutdownTime.of(config, environment))
                .isEqualTo(new ShutdownTime(Duration.ofSeconds(35), Optional.empty()));
    }
}
