package dev.signalbox.platform.postgres;

import dev.signalbox.platform.store.IngestStoreContract;
import dev.signalbox.platform.store.PlatformStore;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;

class PostgresIngestContractTest extends IngestStoreContract {
    private final PlatformTestDatabase database;

    PostgresIngestContractTest() throws SQLException {
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
