package dev.signalbox.spring.relay;

import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Provides the endpoint {@code signalboxrelays}, if there is Spring Boot's Actuator and it is exposed. */
@AutoConfiguration(after = SignalboxRelayAutoConfiguration.class)
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnAvailableEndpoint(endpoint = SignalboxRelaysEndpoint.class)
public final class SignalboxRelayEndpointAutoConfiguration {
    @Bean
    @ConditionalOnBean(EmbeddedRelays.class)
    @ConditionalOnMissingBean
    SignalboxRelaysEndpoint signalboxRelaysEndpoint(EmbeddedRelays relays) {
        return new SignalboxRelaysEndpoint(relays);
    }
}
