package dev.signalbox.platform.postgres.registry;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.jdbc.NamedStatements;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.platform.StoreException;
import dev.signalbox.platform.delivery.DeliveryAccount;
import dev.signalbox.platform.delivery.DeliveryChanges;
import dev.signalbox.platform.delivery.DeliveryPool;
import dev.signalbox.platform.delivery.DeliverySettingsStore;
import dev.signalbox.platform.delivery.DeliverySubscription;
import dev.signalbox.platform.delivery.DeliverySubscription.PreviousSecret;
import dev.signalbox.platform.postgres.database.DeliveryRow;
import dev.signalbox.platform.postgres.database.PlatformDatabase;
import dev.signalbox.platform.postgres.database.RowValues;
import dev.signalbox.platform.postgres.database.TextPairColumn;
import dev.signalbox.platform.registry.DispatchPool.PoolStatus;
import dev.signalbox.platform.registry.ServiceAccount.StoredSecrets;
import dev.signalbox.platform.registry.SubscriptionFields.SubscriptionStatus;
import dev.signalbox.platform.secret.StoredSecret;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads what delivery needs of the registry. */
public final class PostgresDeliverySettings implements DeliverySettingsStore {
    private enum Statement {
        ONE_SNAPSHOT,
        VERSION,
        SUBSCRIPTIONS,
        POOLS,
        ACCOUNTS,
        TOTALS
    }

    private static final NamedStatements<Statement> SQL =
            SqlFolder.beside(PostgresDeliverySettings.class).statements("delivery-settings.sql", Statement.class);

    private final PlatformDatabase database;

    public PostgresDeliverySettings(PlatformDatabase database) {
        this.database = database;
    }

    @Override
    public long version() throws StoreException {
        return database.run("read the version of the registry", PostgresDeliverySettings::version);
    }

    private static long version(Connection connection) throws SQLException {
        return SQL.sql(Statement.VERSION).one(connection, Map.of(), row -> row.getLong("settings_version"));
    }

    @Override
    public DeliveryChanges changesSince(long version) throws StoreException {
        return database.transaction("read what has changed in the registry", connection -> {
            SQL.sql(Statement.ONE_SNAPSHOT).execute(connection, Map.of());
            return changes(connection, Map.of("version", version));
        });
    }

    private static DeliveryChanges changes(Connection connection, Map<String, Object> values) throws SQLException {
        List<DeliverySubscription> subscriptions = new ArrayList<>();
        Set<Tsid> deleted = new HashSet<>();
        changedSubscriptions().each(connection, values, row -> {
            if (row.getBoolean("deleted")) {
                deleted.add(RowValues.id(row, "id"));
            } else {
                subscriptions.add(subscription(row));
            }
        });
        return new DeliveryChanges(
                version(connection),
                subscriptions,
                deleted,
                SQL.sql(Statement.POOLS).list(connection, values, PostgresDeliverySettings::pool),
                SQL.sql(Statement.ACCOUNTS).list(connection, values, PostgresDeliverySettings::account),
                SQL.sql(Statement.TOTALS)
                        .one(
                                connection,
                                Map.of(),
                                row -> new DeliveryChanges.Totals(row.getInt("pools"), row.getInt("accounts"))));
    }

    /** The statement that reads subscriptions. */
    static Sql changedSubscriptions() {
        return SQL.sql(Statement.SUBSCRIPTIONS);
    }

    private static DeliverySubscription subscription(ResultSet row) throws SQLException {
        return new DeliverySubscription(
                RowValues.id(row, "id"),
                DeliverySubscription.name(row.getString("client"), row.getString("code")),
                row.getString("target"),
                DeliveryRow.read(row),
                row.getInt("max_age_seconds"),
                SubscriptionStatus.valueOf(row.getString("status")) == SubscriptionStatus.PAUSED,
                DeliverySubscription.headers(TextPairColumn.read(row.getString("custom_config"))),
                new StoredSecret(row.getString("secret")),
                previous(row));
    }

    private static @Nullable PreviousSecret previous(ResultSet row) throws SQLException {
        StoredSecret secret = secret(row, "previous_secret");
        Instant until = RowValues.optionalTime(row, "previous_secret_until");
        return secret == null || until == null ? null : new PreviousSecret(secret, until);
    }

    private static DeliveryPool pool(ResultSet row) throws SQLException {
        return new DeliveryPool(
                RowValues.id(row, "id"),
                row.getInt("rate_limit"),
                row.getInt("concurrency"),
                PoolStatus.valueOf(row.getString("status")) == PoolStatus.SUSPENDED);
    }

    private static DeliveryAccount account(ResultSet row) throws SQLException {
        return new DeliveryAccount(
                RowValues.id(row, "id"), new StoredSecrets(secret(row, "bearer_token"), secret(row, "signing_secret")));
    }

    private static @Nullable StoredSecret secret(ResultSet row, String column) throws SQLException {
        String text = row.getString(column);
        return text == null ? null : new StoredSecret(text);
    }
}
