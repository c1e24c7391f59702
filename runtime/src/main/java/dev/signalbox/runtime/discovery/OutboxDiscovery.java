package dev.signalbox.runtime.discovery;

import dev.signalbox.jdbc.SqlWork;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.connection.DatabaseConnections;
import dev.signalbox.jdbc.connection.Transactions;
import dev.signalbox.jdbc.discovery.ColumnKind;
import dev.signalbox.jdbc.discovery.ColumnRole;
import dev.signalbox.jdbc.discovery.DiscoveredColumn;
import dev.signalbox.jdbc.discovery.DiscoveredTable;
import dev.signalbox.jdbc.discovery.FoundWords;
import dev.signalbox.jdbc.discovery.OutboxProposal;
import dev.signalbox.jdbc.discovery.OutboxTableFinder;
import dev.signalbox.jdbc.discovery.TableCatalog;
import dev.signalbox.jdbc.layout.OutboxLayouts;
import dev.signalbox.mysql.connection.MySqlConnections;
import dev.signalbox.mysql.discovery.MySqlTableCatalog;
import dev.signalbox.postgres.connection.PostgresConnections;
import dev.signalbox.postgres.discovery.PostgresTableCatalog;
import dev.signalbox.runtime.config.source.DatabaseKind;
import dev.signalbox.runtime.config.source.SourceConfig;
import dev.signalbox.runtime.database.FailureText;
import dev.signalbox.runtime.database.MySqlDatabase;
import dev.signalbox.runtime.database.PostgresDatabase;
import dev.signalbox.runtime.settings.ValueTypes;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds the tables of a database that look like an outbox. Its transactions are read-only. */
public final class OutboxDiscovery implements AutoCloseable {
    private static final String PURPOSE = "init";

    private final DatabaseConnections connections;
    private final TableCatalog catalog;
    private final OutboxTableFinder finder;

    private OutboxDiscovery(DatabaseConnections connections, TableCatalog catalog, OutboxTableFinder finder) {
        this.connections = connections;
        this.catalog = catalog;
        this.finder = finder;
    }

    /** Prepares the connection to an SQL database; the first query may find it unreachable. */
    public static OutboxDiscovery open(SourceConfig source) {
        boolean postgres = source.kind() == DatabaseKind.POSTGRESQL;
        Set<ColumnKind> groups = postgres
                ? Set.of(ColumnKind.TEXT, ColumnKind.NUMBER, ColumnKind.UUID)
                : Set.of(ColumnKind.TEXT, ColumnKind.NUMBER);
        OutboxTableFinder finder = new OutboxTableFinder(ValueTypes::isIdentifier, groups, postgres);
        return switch (source.kind()) {
            case POSTGRESQL ->
                new OutboxDiscovery(
                        PostgresConnections.open(
                                PostgresDatabase.settings(source).withPoolSize(1), PURPOSE),
                        new PostgresTableCatalog(),
                        finder);
            case MYSQL, MARIADB ->
                new OutboxDiscovery(
                        MySqlConnections.open(MySqlDatabase.settings(source).withPoolSize(1), PURPOSE),
                        new MySqlTableCatalog(),
                        finder);
            case MONGODB -> throw new IllegalArgumentException("collections have no columns to look at");
        };
    }

    /** All tables that look like an outbox, usable or not. */
    public List<OutboxProposal> proposals() throws DiscoveryException {
        List<DiscoveredTable> tables = read(connection -> catalog.tables(connection, null));
        if (tables.stream().mapToInt(table -> table.columns().size()).sum() == TableCatalog.MOST_COLUMNS) {
            throw new DiscoveryException("its tables have more than " + TableCatalog.MOST_COLUMNS
                    + " columns, so some were not looked at; name the table with --table");
        }
        return finder.find(tables);
    }

    /** This table, whatever it looks like; empty if it does not exist or may not be read. */
    public Optional<OutboxProposal> proposal(TableName table) throws DiscoveryException {
        List<DiscoveredTable> found = read(connection -> catalog.tables(connection, table));
        return found.stream()
                .filter(each -> each.name().equals(table))
                .findFirst()
                .or(() -> found.stream().findFirst())
                .map(finder::of);
    }

    /** The status words of a table whose state is a word. */
    public FoundWords words(OutboxProposal proposal) throws DiscoveryException {
        DiscoveredColumn status = proposal.columns().get(ColumnRole.STATUS);
        return status == null || !proposal.layout().equals(OutboxLayouts.FLOWCATALYST.name())
                ? FoundWords.NONE
                : FoundWords.of(read(connection -> catalog.words(connection, proposal.table(), status.name())));
    }

    private <T> T read(SqlWork<T> work) throws DiscoveryException {
        try (Connection connection = connections.borrow()) {
            connection.setReadOnly(true);
            return Transactions.run(connection, work);
        } catch (SQLException e) {
            throw new DiscoveryException(e);
        }
    }

    @Override
    public void close() {
        connections.close();
    }

    /** The database could not be queried, or has too many tables. */
    public static final class DiscoveryException extends Exception {
        DiscoveryException(Exception cause) {
            super(FailureText.of(cause), cause);
        }

        DiscoveryException(String problem) {
            super(problem);
        }
    }
}
