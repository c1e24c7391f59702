package dev.signalbox.spring.relay;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/** Provides the health of the relays, if there is Spring Boot's health. */
@AutoConfiguration(after = SignalboxRelayAutoConfiguration.class)
@ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnEnabledHealthIndicator("signalbox-relay")
public final class SignalboxRelayHealthAutoConfiguration {
    @Bean
    @ConditionalOnBean(EmbeddedRelays.class)
    @ConditionalOnMissingBean(name = "signalboxRelayHealthIndicator")
    HealthIndicator signalboxRelayHealthIndicator(EmbeddedRelays relays) {
        return new RelayHealthIndicator(relays);
    }
}
