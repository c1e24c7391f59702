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
import dev.signalbox.platform.registry.SigningSecrets;
import dev.signalbox.platform.registry.Subscription;
import dev.signalbox.platform.registry.SubscriptionFields;
import dev.signalbox.platform.registry.SubscriptionFields.SubscriptionStatus;
import dev.signalbox.platform.registry.SubscriptionStore;
import dev.signalbox.platform.secret.StoredSecret;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Subscriptions in PostgreSQL. */
public final class PostgresSubscriptions implements SubscriptionStore {
    private enum Statement {
        INSERT,
        UPDATE,
        LOCK,
        UPDATE_STATUS,
        PAUSE_TARGET,
        ROTATE_SECRET,
        DELETE,
        BOUND_TYPES,
        UNBIND,
        BIND,
        SECRETS,
        FIND,
        LIST,
        COUNT
    }

    private static final NamedStatements<Statement> SQL =
            SqlFolder.beside(PostgresSubscriptions.class, "bindings").statements("subscriptions.sql", Statement.class);
    private static final Sql FIND = SQL.sql(Statement.FIND, Map.of("bindings", SubscriptionRow.BINDINGS));
    private static final Sql LOCK = SQL.sql(Statement.LOCK, Map.of("bindings", SubscriptionRow.BINDINGS));
    private static final Sql LIST = SQL.sql(Statement.LIST, Map.of("bindings", SubscriptionRow.BINDINGS));

    private final PlatformDatabase database;
    private final RegistryTable<Subscription> subscriptions;

    public PostgresSubscriptions(PlatformDatabase database) {
        this.database = database;
        this.subscriptions = new RegistryTable<>(
                database, "subscription", FIND, LIST, SQL.sql(Statement.COUNT), SubscriptionRow::read);
    }

    @Override
    public Subscription create(Tsid id, SubscriptionFields fields, StoredSecret secret)
            throws StoreException, ConflictException {
        Map<String, @Nullable Object> values = SubscriptionRow.values(id, fields);
        values.put("secret", secret.text());
        return ConstraintConflict.named(() -> database.transaction("create a subscription", connection -> {
            bumpMatching(connection, values, id, SubscriptionRow.types(fields));
            SQL.sql(Statement.INSERT).update(connection, values);
            SQL.sql(Statement.BIND).update(connection, values);
            return FIND.first(connection, values, SubscriptionRow::read).orElseThrow();
        }));
    }

    @Override
    public Optional<Subscription> change(Subscription read, SubscriptionFields fields)
            throws StoreException, ConflictException {
        Tsid id = read.id();
        Map<String, @Nullable Object> values = SubscriptionRow.values(id, fields);
        return ConstraintConflict.named(() -> database.transaction("change a subscription", connection -> {
            bumpMatching(connection, values, id, SubscriptionRow.types(fields));
            return subscriptions.change(connection, LOCK, id, read, it -> {
                SQL.sql(Statement.UPDATE).update(it, values);
                SQL.sql(Statement.UNBIND).update(it, values);
                return SQL.sql(Statement.BIND).update(it, values);
            });
        }));
    }

    @Override
    public Optional<Subscription> pause(Tsid id, @Nullable String reason) throws StoreException {
        return changeStatus(id, SubscriptionStatus.PAUSED, reason);
    }

    @Override
    public Optional<Subscription> resume(Tsid id) throws StoreException {
        return changeStatus(id, SubscriptionStatus.ACTIVE, null);
    }

    private Optional<Subscription> changeStatus(Tsid id, SubscriptionStatus status, @Nullable String reason)
            throws StoreException {
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("id", id.toLong());
        values.put("status", status.name());
        values.put("reason", reason);
        return database.transaction("change the status of a subscription", connection -> {
            bumpMatching(connection, values, id);
            SQL.sql(Statement.UPDATE_STATUS).update(connection, values);
            return FIND.first(connection, values, SubscriptionRow::read);
        });
    }

    @Override
    public boolean pauseTarget(Tsid id, String target, String reason) throws StoreException {
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("id", id.toLong());
        values.put("target", target);
        values.put("reason", reason);
        return database.transaction("pause a subscription whose target is gone", connection -> {
            bumpMatching(connection, values, id);
            return SQL.sql(Statement.PAUSE_TARGET).update(connection, values) > 0;
        });
    }

    @Override
    public Optional<Subscription> rotateSecret(Tsid id, StoredSecret secret) throws StoreException {
        return database.transaction("rotate the secret of a subscription", connection -> {
            Map<String, Object> values = Map.of(
                    "id", id.toLong(),
                    "secret", secret.text(),
                    "seconds", ROTATION.toSeconds(),
                    "version", RegistryVersions.bump(connection, false).settings());
            SQL.sql(Statement.ROTATE_SECRET).update(connection, values);
            return FIND.first(connection, values, SubscriptionRow::read);
        });
    }

    @Override
    public boolean delete(Tsid id) throws StoreException {
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("id", id.toLong());
        return database.transaction("delete a subscription", connection -> {
            bumpMatching(connection, values, id);
            return SQL.sql(Statement.DELETE).update(connection, values) > 0;
        });
    }

    /**
     * Begins a transaction that changes what matches. The types that the subscription was bound to are read after the
     * version is locked, so that no other change comes in between.
     */
    private static void bumpMatching(
            Connection connection, Map<String, @Nullable Object> values, Tsid id, String... newTypes)
            throws SQLException {
        RegistryVersions.Versions versions = RegistryVersions.bump(connection, true);
        Set<String> types = new HashSet<>(Arrays.asList(newTypes));
        types.addAll(SQL.sql(Statement.BOUND_TYPES)
                .list(connection, Map.of("id", id.toLong()), row -> row.getString("type")));
        RegistryVersions.record(connection, versions, types);
        values.put("version", versions.settings());
    }

    @Override
    public Optional<Subscription> find(Tsid id) throws StoreException {
        return subscriptions.find(id);
    }

    @Override
    public Optional<SigningSecrets> secrets(Tsid id) throws StoreException {
        return database.run(
                "read the secrets of a subscription",
                connection -> SQL.sql(Statement.SECRETS).first(connection, Map.of("id", id.toLong()), row -> {
                    String previous = row.getString("previous_secret");
                    return new SigningSecrets(
                            new StoredSecret(row.getString("secret")),
                            previous == null ? null : new StoredSecret(previous));
                }));
    }

    @Override
    public ResultPage<Subscription> list(@Nullable String client, PageRequest<Tsid> page) throws StoreException {
        return subscriptions.list(client, page);
    }
}
