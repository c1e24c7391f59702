package dev.signalbox.client;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import org.junit.jupiter.api.Test;

class MariaDbInboxTest extends InboxContract {
    @Override
    TestDatabase create() throws Exception {
        return TestDatabase.mariaDb();
    }

    @Test
    void theTableIsNotMadeInATransactionThatItWouldCommit() throws Exception {
        try (Connection connection = database.begin()) {
            assertThatThrownBy(() -> Inbox.inTable("passing").createTable(connection))
                    .hasMessageContaining("would commit the open transaction");
        }
    }
}
