package dev.signalbox.spring;

import dev.signalbox.client.Inbox;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.dao.DataAccessResourceFailureException;

/**
 * Creates the inbox's table at the start. Tools that migrate the schema have had their turn then: some refuse to begin in a
 * schema that has a table already.
 */
final class InboxTableCreation implements SmartInitializingSingleton {
    private final Inbox inbox;
    private final DataSource dataSource;

    InboxTableCreation(Inbox inbox, DataSource dataSource) {
        this.inbox = inbox;
        this.dataSource = dataSource;
    }

    @Override
    public void afterSingletonsInstantiated() {
        try (Connection connection = dataSource.getConnection()) {
            boolean usual = connection.getAutoCommit();
            connection.setAutoCommit(true);
            try {
                inbox.createTable(connection);
            } finally {
                connection.setAutoCommit(usual);
            }
        } catch (SQLException e) {
            throw new DataAccessResourceFailureException(
                    "Cannot create the inbox's table. Let a migration create it instead, and leave out "
                            + InboxProperties.PREFIX + "create-table",
                    e);
        }
    }
}
