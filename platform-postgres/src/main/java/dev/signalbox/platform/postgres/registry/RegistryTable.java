package dev.signalbox.platform.postgres.registry;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlWork;
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

/** Reads and changes rows of one table of the registry. */
record RegistryTable<T>(
        PlatformDatabase database, String thing, Sql find, Sql list, Sql count, Sql.RowReader<T> reader) {

    Optional<T> find(Tsid id) throws StoreException {
        return find("read the " + thing, id, reader);
    }

    /** @param attempt what is read, for an error */
    <R> Optional<R> find(String attempt, Tsid id, Sql.RowReader<R> values) throws StoreException {
        return database.run(attempt, connection -> find.first(connection, Map.of("id", id.toLong()), values));
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
        if (!locked(connection, lock, id).equals(Optional.of(read))) {
            return Optional.empty();
        }
        update.run(connection);
        return find(connection, id);
    }

    Optional<T> locked(Connection connection, Sql lock, Tsid id) throws SQLException {
        return lock.first(connection, Map.of("id", id.toLong()), reader);
    }
}
