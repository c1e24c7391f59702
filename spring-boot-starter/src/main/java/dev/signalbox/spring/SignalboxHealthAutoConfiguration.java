package dev.signalbox.spring;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/** Provides the health of the outbox table, if there is Spring Boot's health. */
@AutoConfiguration(after = SignalboxAutoConfiguration.class)
@ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnEnabledHealthIndicator("signalbox")
public final class SignalboxHealthAutoConfiguration {
    @Bean
    @ConditionalOnBean(OutboxTable.class)
    @ConditionalOnMissingBean(name = "signalboxHealthIndicator")
    HealthIndicator signalboxHealthIndicator(OutboxTable outbox, CurrentTransaction transaction) {
        return new OutboxHealthIndicator(outbox.table(), new AutoCommitConnection(transaction.dataSource()));
    }
}
