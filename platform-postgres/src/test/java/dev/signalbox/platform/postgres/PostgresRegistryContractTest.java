package dev.signalbox.platform.postgres;

import dev.signalbox.platform.store.PlatformStore;
import dev.signalbox.platform.store.RegistryStoreContract;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;

class PostgresRegistryContractTest extends RegistryStoreContract {
    private final PlatformTestDatabase database;

    PostgresRegistryContractTest() throws SQLException {
        this.database = PlatformTestDatabase.create();
    }

    @Override
    protected PlatformStore emptyStore() {
        return database.store();
    }

    @AfterEach
    void drop() throws Exception {
        database.close();
    }
}
