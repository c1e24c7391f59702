package dev.signalbox.postgres.admin;

import dev.signalbox.testkit.admin.OutboxAdminContract;
import dev.signalbox.testkit.admin.OutboxAdminFixture;
import java.sql.SQLException;
import org.junit.jupiter.api.Tag;

/** The admin shows the same for a layout with timestamps as states and with failures in the side schema. */
@Tag("slow")
class PostgresCatboxAdminTest extends OutboxAdminContract {
    @Override
    protected OutboxAdminFixture fixture() throws SQLException {
        return new PostgresCatboxAdminFixture();
    }
}
