package dev.signalbox.platform.postgres.registry;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.jdbc.NamedStatements;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.platform.ConflictException;
import dev.signalbox.platform.StoreException;
import dev.signalbox.platform.input.PageRequest;
import dev.signalbox.platform.input.ResultPage;
import dev.signalbox.platform.postgres.database.PlatformDatabase;
import dev.signalbox.platform.postgres.database.RowValues;
import dev.signalbox.platform.registry.EventType;
import dev.signalbox.platform.registry.EventType.EventTypeStatus;
import dev.signalbox.platform.registry.EventTypeStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Event types in PostgreSQL. Matching depends on which are registered, so new and archived ones raise its version. */
public final class PostgresEventTypes implements EventTypeStore {
    private enum Statement {
        INSERT,
        UPDATE,
        LOCK,
        ARCHIVE,
        FIND,
        FIND_BY_CODE,
        LIST,
        COUNT
    }

    private static final NamedStatements<Statement> SQL =
            SqlFolder.beside(PostgresEventTypes.class).statements("event-types.sql", Statement.class);

    private final PlatformDatabase database;
    private final RegistryTable<EventType> types;

    public PostgresEventTypes(PlatformDatabase database) {
        this.database = database;
        this.types = new RegistryTable<>(
                database,
                "event type",
                SQL.sql(Statement.FIND),
                SQL.sql(Statement.LIST),
                SQL.sql(Statement.COUNT),
                PostgresEventTypes::read);
    }

    @Override
    public EventType create(Tsid id, EventType.Fields fields) throws StoreException, ConflictException {
        return ConstraintConflict.named(() -> database.transaction("create an event type", connection -> {
            RegistryVersions.record(connection, RegistryVersions.bump(connection, true), List.of(fields.code()));
            SQL.sql(Statement.INSERT).update(connection, values(id, fields));
            return types.find(connection, id).orElseThrow();
        }));
    }

    @Override
    public Optional<EventType> change(EventType read, EventType.Fields fields) throws StoreException {
        return database.transaction("change an event type", connection -> {
            if (read.status() != fields.status()) {
                RegistryVersions.record(connection, RegistryVersions.bump(connection, true), List.of(read.code()));
            }
            return types.change(
                    connection,
                    SQL.sql(Statement.LOCK),
                    read.id(),
                    read,
                    it -> SQL.sql(Statement.UPDATE).update(it, values(read.id(), fields)));
        });
    }

    @Override
    public Optional<EventType> archive(Tsid id) throws StoreException {
        return database.transaction("archive an event type", connection -> {
            RegistryVersions.Versions versions = RegistryVersions.bump(connection, true);
            SQL.sql(Statement.ARCHIVE).update(connection, Map.of("id", id.toLong()));
            Optional<EventType> archived = types.find(connection, id);
            if (archived.isPresent()) {
                RegistryVersions.record(
                        connection, versions, List.of(archived.get().code()));
            }
            return archived;
        });
    }

    private static Map<String, @Nullable Object> values(Tsid id, EventType.Fields fields) {
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("id", id.toLong());
        values.put("code", fields.code());
        values.put("name", fields.name());
        values.put("description", fields.description());
        values.put("status", fields.status().name());
        return values;
    }

    @Override
    public Optional<EventType> find(Tsid id) throws StoreException {
        return types.find(id);
    }

    @Override
    public Optional<EventType> findByCode(String code) throws StoreException {
        return database.run(
                "read an event type",
                connection -> SQL.sql(Statement.FIND_BY_CODE)
                        .first(connection, Map.of("code", code), PostgresEventTypes::read));
    }

    @Override
    public ResultPage<EventType> list(PageRequest<Tsid> page) throws StoreException {
        return types.list(page);
    }

    private static EventType read(ResultSet row) throws SQLException {
        return new EventType(
                RowValues.id(row, "id"),
                new EventType.Fields(
                        row.getString("code"),
                        row.getString("name"),
                        row.getString("description"),
                        EventTypeStatus.valueOf(row.getString("status"))),
                RowValues.time(row, "created_at"),
                RowValues.time(row, "updated_at"));
    }
}
