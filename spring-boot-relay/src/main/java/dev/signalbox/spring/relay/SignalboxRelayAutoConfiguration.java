package dev.signalbox.spring.relay;

import dev.signalbox.runtime.config.ApplicationSettings;
import dev.signalbox.runtime.config.ServerConfig;
import dev.signalbox.runtime.metrics.Metrics;
import dev.signalbox.runtime.settings.Secret;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.util.Optional;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.ConfigurableEnvironment;

/** Runs relays in the application, if {@code signalbox.relay.enabled} is set. */
@AutoConfiguration(
        afterName = {
            "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration"
        })
@ConditionalOnBooleanProperty("signalbox.relay.enabled")
public final class SignalboxRelayAutoConfiguration {
    @Bean
    @ConditionalOnMissingBean
    @DependsOnDatabaseInitialization
    EmbeddedRelays signalboxRelays(
            ConfigurableEnvironment environment,
            ObjectProvider<ApplicationSettings.Database> database,
            ObjectProvider<MeterRegistry> registries) {
        Optional<ApplicationSettings.Database> own = Optional.ofNullable(database.getIfAvailable());
        ServerConfig config = InvalidRelaySettingsException.load(new EnvironmentSettings(environment).read(own));
        MeterRegistry registry = registries.getIfUnique(CompositeMeterRegistry::new);
        return new EmbeddedRelays(config, ShutdownTime.of(config, environment), () -> new Metrics(registry));
    }

    /** The application's database, if Spring Boot knows it. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(JdbcConnectionDetails.class)
    @ConditionalOnSingleCandidate(JdbcConnectionDetails.class)
    static class OwnDatabase {
        @Bean
        ApplicationSettings.Database signalboxRelayDatabase(JdbcConnectionDetails details) {
            return new ApplicationSettings.Database(
                    details.getJdbcUrl(),
                    Optional.ofNullable(details.getUsername()).filter(name -> !name.isEmpty()),
                    Optional.ofNullable(details.getPassword()).map(Secret::new),
                    "the application's DataSource");
        }
    }

    /** The health of the relays, if there is Spring Boot's health. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
    @ConditionalOnEnabledHealthIndicator("signalbox-relay")
    static class RelayHealth {
        @Bean
        @ConditionalOnMissingBean(name = "signalboxRelayHealthIndicator")
        HealthIndicator signalboxRelayHealthIndicator(EmbeddedRelays relays) {
            return new RelayHealthIndicator(relays);
        }
    }

    /** The endpoint {@code signalboxrelays}, if there is Spring Boot's Actuator and it is exposed. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
    @ConditionalOnAvailableEndpoint(endpoint = SignalboxRelaysEndpoint.class)
    static class RelaysEndpoint {
        @Bean
        @ConditionalOnMissingBean
        SignalboxRelaysEndpoint signalboxRelaysEndpoint(EmbeddedRelays relays) {
            return new SignalboxRelaysEndpoint(relays);
        }
    }
}
