package dev.signalbox.platform.postgres.registry;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlWork;
import dev.signalbox.platform.ConflictException;
import dev.signalbox.platform.StoreException;
import dev.signalbox.platform.input.PageRequest;
import dev.signalbox.platform.input.ResultPage;
import dev.signalbox.platform.postgres.database.PageQuery;
import dev.signalbox.platform.postgres.database.PlatformDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads and deletes rows of one table of the registry. */
record RegistryTable<T>(
        PlatformDatabase database, String thing, Sql find, Sql list, Sql count, Sql.RowReader<T> reader) {

    Optional<T> find(Tsid id) throws StoreException {
        return database.run("read the " + thing, connection -> find(connection, id));
    }

    Optional<T> find(Connection connection, Tsid id) throws SQLException {
        return find.first(connection, Map.of("id", id.toLong()), reader);
    }

    ResultPage<T> list(PageRequest<Tsid> page) throws StoreException {
        return list(Map.of(), page);
    }

    /** @param client whose rows, null for those of all clients */
    ResultPage<T> list(@Nullable String client, PageRequest<Tsid> page) throws StoreException {
        Map<String, @Nullable Object> filter = new HashMap<>();
        filter.put("all", client == null);
        filter.put("client", client);
        return list(filter, page);
    }

    private ResultPage<T> list(Map<String, ? extends @Nullable Object> filter, PageRequest<Tsid> page)
            throws StoreException {
        return database.run(
                "read the list of " + thing + "s",
                connection -> PageQuery.read(connection, list, count, filter, page, reader));
    }

    /** Changes a row if it is still as it was read; empty if it is not. */
    Optional<T> change(Connection connection, Sql lock, Tsid id, T read, SqlWork<Integer> update) throws SQLException {
        Map<String, Long> values = Map.of("id", id.toLong());
        if (!lock.first(connection, values, reader).equals(Optional.of(read))) {
            return Optional.empty();
        }
        update.run(connection);
        return find.first(connection, values, reader);
    }

    /**
     * The statements that delete a row to which subscriptions and direct jobs may refer.
     *
     * @param lock reads the row, and lets nothing more refer to it
     * @param usage counts what refers to it
     * @param leave removes the references of deleted subscriptions, which do not count
     */
    record Deletion(Sql lock, Sql usage, Sql leave, Sql delete) {}

    boolean delete(Tsid id, Deletion deletion) throws StoreException, ConflictException {
        long number = id.toLong();
        // Without a lock, for which those who use the row would have to stop.
        database.run("read what uses the " + thing, it -> EntryUsage.read(it, deletion.usage, number))
                .refuseIfAny(thing);
        Map<String, Long> values = Map.of("id", number);
        Optional<EntryUsage> usage = database.transaction("delete the " + thing, connection -> {
            RegistryVersions.bump(connection, false);
            if (deletion.lock.first(connection, values, reader).isEmpty()) {
                return Optional.empty();
            }
            EntryUsage found = EntryUsage.read(connection, deletion.usage, number);
            if (found.isNone()) {
                deletion.leave.update(connection, values);
                deletion.delete.update(connection, values);
            }
            return Optional.of(found);
        });
        if (usage.isPresent()) {
            usage.get().refuseIfAny(thing);
        }
        return usage.isPresent();
    }
}
