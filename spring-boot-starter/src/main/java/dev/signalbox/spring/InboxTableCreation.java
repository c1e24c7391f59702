package dev.signalbox.spring;

import dev.signalbox.client.Inbox;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.dao.DataAccessResourceFailureException;

/** Creates the inbox table at the start, after migration tools: some refuse to start in a schema that has a table. */
record InboxTableCreation(Inbox inbox, DataSource dataSource) implements SmartInitializingSingleton {
    @Override
    public void afterSingletonsInstantiated() {
        try {
            new AutoCommitConnection(dataSource).use(connection -> {
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
