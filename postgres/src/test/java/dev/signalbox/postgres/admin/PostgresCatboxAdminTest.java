package dev.signalbox.postgres.admin;

import dev.signalbox.testkit.admin.OutboxAdminContract;
import dev.signalbox.testkit.admin.OutboxAdminFixture;
import java.sql.SQLException;
import org.junit.jupiter.api.Tag;

/** Operators see the same where states are moments and failures are recorded beside the table. */
@Tag("slow")
class PostgresCatboxAdminTest extends OutboxAdminContract {
    @Override
    protected OutboxAdminFixture fixture() throws SQLException {
        return new PostgresCatboxAdminFixture();
    }
}
