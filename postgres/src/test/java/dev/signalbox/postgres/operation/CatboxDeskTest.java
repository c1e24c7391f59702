package dev.signalbox.postgres.operation;

import dev.signalbox.testkit.desk.DeskContract;
import dev.signalbox.testkit.desk.DeskFixture;
import java.sql.SQLException;
import org.junit.jupiter.api.Tag;

/** Operators see the same where states are moments and failures are recorded beside the table. */
@Tag("slow")
class CatboxDeskTest extends DeskContract {
    @Override
    protected DeskFixture fixture() throws SQLException {
        return new CatboxDeskFixture();
    }
}
