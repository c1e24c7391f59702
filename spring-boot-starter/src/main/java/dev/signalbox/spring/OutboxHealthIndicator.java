package dev.signalbox.spring;

import java.sql.SQLException;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/** Reports whether the application can use the outbox table, without writing to it. */
final class OutboxHealthIndicator extends AbstractHealthIndicator {
    private final NamedTable table;
    private final AutoCommitConnection database;

    OutboxHealthIndicator(NamedTable table, AutoCommitConnection database) {
        super("Cannot inspect the outbox table");
        this.table = table;
        this.database = database;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) throws SQLException {
        builder.withDetail("table", table.toString());
        switch (database.use(table::inspect)) {
            case READY -> builder.up();
            case NOT_WRITABLE ->
                builder.down().withDetail("reason", "the application has no right to INSERT; grant it");
            case MISSING ->
                builder.down().withDetail("reason", "the table is not there, or the application may not see it");
        }
    }
}
