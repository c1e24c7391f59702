package dev.signalbox.platform.postgres;

import dev.signalbox.platform.store.PlatformStore;
import dev.signalbox.platform.store.RegistryChangeContract;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;

class PostgresRegistryChangeContractTest extends RegistryChangeContract {
    private final PlatformTestDatabase database;

    PostgresRegistryChangeContractTest() throws SQLException {
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
