package dev.signalbox.spring;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/** Says whether the application can see the outbox table, without writing to it. */
final class OutboxHealthIndicator extends AbstractHealthIndicator {
    private final OutboxTable table;
    private final DataSource dataSource;

    OutboxHealthIndicator(OutboxTable table, DataSource dataSource) {
        super("Cannot look for the outbox table");
        this.table = table;
        this.dataSource = dataSource;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) throws SQLException {
        builder.withDetail("table", table.toString());
        try (Connection connection = dataSource.getConnection()) {
            switch (table.look(connection)) {
                case VISIBLE -> builder.up();
                case NOT_WRITABLE ->
                    builder.down().withDetail("reason", "the application has no right to INSERT; grant it");
                case MISSING ->
                    builder.down().withDetail("reason", "the table is not there, or the application may not see it");
            }
        }
    }
}
