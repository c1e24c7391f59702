package dev.signalbox.platform.postgres.registry;

import dev.signalbox.jdbc.NamedStatements;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.platform.StoreException;
import dev.signalbox.platform.postgres.database.PlatformDatabase;
import dev.signalbox.platform.postgres.database.RowValues;
import dev.signalbox.platform.secret.SecretKeyStore;
import dev.signalbox.platform.secret.StoredSecret;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What is recorded about the key of secrets, in PostgreSQL. */
public final class PostgresSecretKeys implements SecretKeyStore {
    private enum Statement {
        FIND,
        RECORD,
        LATEST
    }

    private static final NamedStatements<Statement> SQL =
            SqlFolder.beside(PostgresSecretKeys.class).statements("secret-keys.sql", Statement.class);

    private final PlatformDatabase database;

    public PostgresSecretKeys(PlatformDatabase database) {
        this.database = database;
    }

    @Override
    public Optional<RecordedKey> find() throws StoreException {
        return database.run(
                "read which key secrets are encrypted with",
                connection -> SQL.sql(Statement.FIND).first(connection, Map.of(), row -> {
                    String value = row.getString("value");
                    return new RecordedKey(value == null ? null : new StoredSecret(value));
                }));
    }

    @Override
    public StoredSecret record(StoredSecret value) throws StoreException {
        return database.run(
                "record which key secrets are encrypted with",
                connection -> SQL.sql(Statement.RECORD)
                        .one(
                                connection,
                                Map.of("value", value.text()),
                                row -> new StoredSecret(row.getString("value"))));
    }

    @Override
    public List<OwnedSecret> latest(String form, int most) throws StoreException {
        return database.run(
                "read secrets",
                connection -> SQL.sql(Statement.LATEST)
                        .list(
                                connection,
                                Map.of("form", form, "most", most),
                                row -> new OwnedSecret(
                                        RowValues.id(row, "id").toString(),
                                        new StoredSecret(row.getString("secret")))));
    }
}
