package dev.signalbox.platform.postgres.registry;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.jdbc.NamedStatements;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.platform.ConflictException;
import dev.signalbox.platform.StoreException;
import dev.signalbox.platform.input.PageRequest;
import dev.signalbox.platform.input.ResultPage;
import dev.signalbox.platform.postgres.database.PlatformDatabase;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads, changes and deletes rows of a table to which subscriptions and direct jobs refer: pools or service accounts. */
final class ReferencedTable<T> {
    private enum Statement {
        LOCK,
        USAGE,
        LEAVE,
        DELETE,
        FIND,
        LIST,
        COUNT
    }

    private static final NamedStatements<Statement> SQL = SqlFolder.beside(ReferencedTable.class, "table reference")
            .statements("referenced-table.sql", Statement.class);

    private final PlatformDatabase database;
    private final String thing;
    private final Map<String, String> names;
    private final RegistryTable<T> rows;

    /** @param reference the column that refers to a row; its plural is the name of the table */
    ReferencedTable(PlatformDatabase database, String reference, Sql.RowReader<T> reader) {
        this.database = database;
        this.thing = reference.replace('_', ' ');
        this.names = Map.of("table", reference + "s", "reference", reference);
        this.rows = new RegistryTable<>(
                database, thing, sql(Statement.FIND), sql(Statement.LIST), sql(Statement.COUNT), reader);
    }

    private Sql sql(Statement statement) {
        return SQL.sql(statement, names);
    }

    /** Runs a statement that writes one row, and reads the row; empty if there is none. */
    Optional<T> write(Sql statement, Tsid id, Map<String, @Nullable Object> values) throws StoreException {
        return database.transaction("change a " + thing, connection -> {
            values.put("version", RegistryVersions.bump(connection, false).settings());
            statement.update(connection, values);
            return rows.find(connection, id);
        });
    }

    /** Changes a row if it is still as it was read; empty if it is not. */
    Optional<T> change(Sql update, Tsid id, T read, Map<String, @Nullable Object> values) throws StoreException {
        return database.transaction("change a " + thing, connection -> {
            values.put("version", RegistryVersions.bump(connection, false).settings());
            return rows.change(connection, sql(Statement.LOCK), id, read, it -> update.update(it, values));
        });
    }

    Optional<T> find(Tsid id) throws StoreException {
        return rows.find(id);
    }

    /** Reads a row with columns that its record does not have. */
    <R> Optional<R> find(String attempt, Tsid id, Sql.RowReader<R> reader) throws StoreException {
        return rows.find(attempt, id, reader);
    }

    /** @param client whose rows, null for those of all clients */
    ResultPage<T> list(@Nullable String client, PageRequest<Tsid> page) throws StoreException {
        return rows.list(client, page);
    }

    /** Deletes a row to which no subscription and no waiting job refers; false if there is no such row. */
    boolean delete(Tsid id) throws StoreException, ConflictException {
        long number = id.toLong();
        // Without a lock, for which those who use the row would have to stop.
        database.run("read what uses the " + thing, it -> EntryUsage.read(it, sql(Statement.USAGE), number))
                .refuseIfAny(thing);
        Map<String, Long> values = Map.of("id", number);
        Optional<EntryUsage> usage = database.transaction("delete the " + thing, connection -> {
            RegistryVersions.bump(connection, false);
            if (rows.locked(connection, sql(Statement.LOCK), id).isEmpty()) {
                return Optional.empty();
            }
            EntryUsage found = EntryUsage.read(connection, sql(Statement.USAGE), number);
            if (found.isNone()) {
                sql(Statement.LEAVE).update(connection, values);
                sql(Statement.DELETE).update(connection, values);
            }
            return Optional.of(found);
        });
        if (usage.isPresent()) {
            usage.get().refuseIfAny(thing);
        }
        return usage.isPresent();
    }
}
