package dev.signalbox.spring;

import java.sql.SQLException;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
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
        NamedTable table = outbox.table();
        AutoCommitConnection database = new AutoCommitConnection(transaction.dataSource());
        return new AbstractHealthIndicator("Cannot inspect the outbox table") {
            @Override
            protected void doHealthCheck(Health.Builder builder) throws SQLException {
                builder.withDetail("table", table.toString());
                switch (database.use(table::inspect)) {
                    case READY -> builder.up();
                    case NOT_WRITABLE ->
                        builder.down().withDetail("reason", "the application has no right to INSERT; grant it");
                    case MISSING ->
                        builder.down()
                                .withDetail("reason", "the table is not there, or the application may not see it");
                }
            }
        };
    }
}
