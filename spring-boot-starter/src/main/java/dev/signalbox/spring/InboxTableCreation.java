package dev.signalbox.spring;

import dev.signalbox.client.Inbox;
import java.sql.SQLException;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.dao.DataAccessResourceFailureException;

/** Creates the inbox table at the start, after migration tools: some refuse to start in a schema that has a table. */
final class InboxTableCreation implements SmartInitializingSingleton {
    private final Inbox inbox;
    private final AutoCommitConnection database;

    InboxTableCreation(Inbox inbox, AutoCommitConnection database) {
        this.inbox = inbox;
        this.database = database;
    }

    @Override
    public void afterSingletonsInstantiated() {
        try {
            database.use(connection -> {
                inbox.createTable(connection);
                return inbox;
            });
        } catch (SQLException e) {
            throw new DataAccessResourceFailureException(
                    "Cannot create the inbox's table. Let a migration create it instead, and leave out "
                            + InboxProperties.PREFIX + "create-table",
                    e);
        }
    }
}
