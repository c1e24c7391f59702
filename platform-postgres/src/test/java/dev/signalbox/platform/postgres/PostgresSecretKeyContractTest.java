package dev.signalbox.platform.postgres;

import dev.signalbox.platform.store.PlatformStore;
import dev.signalbox.platform.store.SecretKeyStoreContract;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;

class PostgresSecretKeyContractTest extends SecretKeyStoreContract {
    private final PlatformTestDatabase database;

    PostgresSecretKeyContractTest() throws SQLException {
        this.database = PlatformTestDatabase.create();
    }

    @Override
    protected PlatformStore emptyStore() {
        return database.store();
    }

    @Override
    protected void letTheNextKeyCount() throws SQLException {
        database.execute("UPDATE signalbox_platform.secret_key SET value = NULL");
    }

    @AfterEach
    void drop() throws Exception {
        database.close();
    }
}
