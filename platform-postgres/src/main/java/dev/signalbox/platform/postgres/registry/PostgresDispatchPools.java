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
import dev.signalbox.platform.registry.DispatchPool;
import dev.signalbox.platform.registry.DispatchPool.PoolStatus;
import dev.signalbox.platform.registry.DispatchPoolStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Dispatch pools in PostgreSQL. */
public final class PostgresDispatchPools implements DispatchPoolStore {
    private enum Statement {
        INSERT,
        UPDATE,
        UPDATE_STATUS
    }

    private static final NamedStatements<Statement> SQL =
            SqlFolder.beside(PostgresDispatchPools.class).statements("dispatch-pools.sql", Statement.class);

    private final ReferencedTable<DispatchPool> pools;

    public PostgresDispatchPools(PlatformDatabase database) {
        this.pools = new ReferencedTable<>(database, "dispatch_pool", PostgresDispatchPools::read);
    }

    @Override
    public DispatchPool create(Tsid id, DispatchPool.Fields fields) throws StoreException, ConflictException {
        return ConstraintConflict.named(() ->
                pools.write(SQL.sql(Statement.INSERT), id, values(id, fields)).orElseThrow());
    }

    @Override
    public Optional<DispatchPool> change(DispatchPool read, DispatchPool.Fields fields) throws StoreException {
        return pools.change(SQL.sql(Statement.UPDATE), read.id(), read, values(read.id(), fields));
    }

    @Override
    public Optional<DispatchPool> changeStatus(Tsid id, PoolStatus status) throws StoreException {
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("id", id.toLong());
        values.put("status", status.name());
        return pools.write(SQL.sql(Statement.UPDATE_STATUS), id, values);
    }

    private static Map<String, @Nullable Object> values(Tsid id, DispatchPool.Fields fields) {
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("id", id.toLong());
        values.put("client", fields.client());
        values.put("code", fields.code());
        values.put("name", fields.name());
        values.put("description", fields.description());
        values.put("rate_limit", fields.rateLimit());
        values.put("concurrency", fields.concurrency());
        values.put("status", fields.status().name());
        return values;
    }

    @Override
    public boolean delete(Tsid id) throws StoreException, ConflictException {
        return pools.delete(id);
    }

    @Override
    public Optional<DispatchPool> find(Tsid id) throws StoreException {
        return pools.find(id);
    }

    @Override
    public ResultPage<DispatchPool> list(@Nullable String client, PageRequest<Tsid> page) throws StoreException {
        return pools.list(client, page);
    }

    private static DispatchPool read(ResultSet row) throws SQLException {
        return new DispatchPool(
                RowValues.id(row, "id"),
                new DispatchPool.Fields(
                        row.getString("client"),
                        row.getString("code"),
                        row.getString("name"),
                        row.getString("description"),
                        row.getInt("rate_limit"),
                        row.getInt("concurrency"),
                        PoolStatus.valueOf(row.getString("status"))),
                RowValues.time(row, "created_at"),
                RowValues.time(row, "updated_at"));
    }
}
