package dev.signalbox.platform.postgres.registry;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.jdbc.Sql;
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

    /**
     * Deletes a row that subscriptions may refer to.
     *
     * @param leave removes the references of deleted subscriptions, which do not count
     */
    boolean delete(Tsid id, Sql leave, Sql delete) throws StoreException, ConflictException {
        return UniqueConflict.named(
                "id",
                "a subscription uses the " + thing,
                () -> database.transaction("delete the " + thing, connection -> {
                    RegistryVersions.bump(connection, false);
                    Map<String, Long> values = Map.of("id", id.toLong());
                    leave.update(connection, values);
                    return delete.update(connection, values) > 0;
                }));
    }
}
