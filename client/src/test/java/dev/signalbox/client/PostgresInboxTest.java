package dev.signalbox.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import org.junit.jupiter.api.Test;

class PostgresInboxTest extends InboxContract {
    @Override
    TestDatabase create() throws Exception {
        return TestDatabase.postgres();
    }

    @Test
    void theTableIsPartOfTheTransactionThatMakesIt() throws Exception {
        try (Connection connection = database.begin()) {
            Inbox.inTable("public.passing").createTable(connection);
            connection.rollback();
        }
        assertThat(database.value("SELECT to_regclass('passing')")).isEqualTo("null");
    }
}
