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
import dev.signalbox.platform.registry.ServiceAccount;
import dev.signalbox.platform.registry.ServiceAccount.SecretChange;
import dev.signalbox.platform.registry.ServiceAccountStore;
import dev.signalbox.platform.secret.StoredSecret;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Service accounts in PostgreSQL. */
public final class PostgresServiceAccounts implements ServiceAccountStore {
    private enum Statement {
        INSERT,
        UPDATE
    }

    private static final NamedStatements<Statement> SQL =
            SqlFolder.beside(PostgresServiceAccounts.class).statements("service-accounts.sql", Statement.class);

    private final ReferencedTable<ServiceAccount> accounts;

    public PostgresServiceAccounts(PlatformDatabase database) {
        this.accounts = new ReferencedTable<>(database, "service_account", PostgresServiceAccounts::read);
    }

    @Override
    public ServiceAccount create(Tsid id, String client, String name, ServiceAccount.StoredSecrets secrets)
            throws StoreException, ConflictException {
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("client", client);
        values.put("name", name);
        values.put("bearer_token", text(secrets.bearerToken()));
        values.put("signing_secret", text(secrets.signingSecret()));
        return change(Statement.INSERT, id, values).orElseThrow();
    }

    @Override
    public Optional<ServiceAccount> change(
            Tsid id,
            @Nullable String name,
            SecretChange<StoredSecret> bearerToken,
            SecretChange<StoredSecret> signingSecret)
            throws StoreException, ConflictException {
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("name", name);
        values.put("token_given", bearerToken.given());
        values.put("bearer_token", text(bearerToken.secret()));
        values.put("secret_given", signingSecret.given());
        values.put("signing_secret", text(signingSecret.secret()));
        return change(Statement.UPDATE, id, values);
    }

    private Optional<ServiceAccount> change(Statement statement, Tsid id, Map<String, @Nullable Object> values)
            throws StoreException, ConflictException {
        values.put("id", id.toLong());
        return ConstraintConflict.named(() -> accounts.write(SQL.sql(statement), id, values));
    }

    private static @Nullable String text(@Nullable StoredSecret secret) {
        return secret == null ? null : secret.text();
    }

    @Override
    public boolean delete(Tsid id) throws StoreException, ConflictException {
        return accounts.delete(id);
    }

    @Override
    public Optional<ServiceAccount> find(Tsid id) throws StoreException {
        return accounts.find(id);
    }

    @Override
    public Optional<ServiceAccount.StoredSecrets> secrets(Tsid id) throws StoreException {
        return accounts.find(
                "read the secrets of a service account",
                id,
                row -> new ServiceAccount.StoredSecrets(secret(row, "bearer_token"), secret(row, "signing_secret")));
    }

    private static @Nullable StoredSecret secret(ResultSet row, String column) throws SQLException {
        String text = row.getString(column);
        return text == null ? null : new StoredSecret(text);
    }

    @Override
    public ResultPage<ServiceAccount> list(@Nullable String client, PageRequest<Tsid> page) throws StoreException {
        return accounts.list(client, page);
    }

    private static ServiceAccount read(ResultSet row) throws SQLException {
        return new ServiceAccount(
                RowValues.id(row, "id"),
                row.getString("client"),
                row.getString("name"),
                RowValues.time(row, "created_at"),
                RowValues.time(row, "updated_at"));
    }
}
