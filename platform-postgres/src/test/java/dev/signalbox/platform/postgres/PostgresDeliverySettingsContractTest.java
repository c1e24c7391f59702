package dev.signalbox.platform.postgres;

import dev.signalbox.platform.store.DeliverySettingsStoreContract;
import dev.signalbox.platform.store.PlatformStore;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;

class PostgresDeliverySettingsContractTest extends DeliverySettingsStoreContract {
    private final PlatformTestDatabase database;

    PostgresDeliverySettingsContractTest() throws SQLException {
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
