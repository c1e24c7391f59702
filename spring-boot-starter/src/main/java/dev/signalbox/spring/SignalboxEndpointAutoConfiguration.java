package dev.signalbox.spring;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Provides the endpoint {@code signalbox}, if there is Spring Boot's Actuator and it is exposed. */
@AutoConfiguration(after = SignalboxAutoConfiguration.class)
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnAvailableEndpoint(endpoint = SignalboxEndpoint.class)
public final class SignalboxEndpointAutoConfiguration {
    @Bean
    @ConditionalOnBean(CurrentTransaction.class)
    @ConditionalOnMissingBean
    SignalboxEndpoint signalboxEndpoint(
            CurrentTransaction transaction, ObjectProvider<OutboxTable> outbox, ObjectProvider<InboxTable> inbox) {
        return new SignalboxEndpoint(
                new AutoCommitConnection(transaction.dataSource()), outbox.getIfAvailable(), inbox.getIfAvailable());
    }
}
