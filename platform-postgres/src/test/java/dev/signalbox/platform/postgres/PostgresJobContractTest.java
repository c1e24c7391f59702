package dev.signalbox.platform.postgres;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.platform.store.JobStoreContract;
import dev.signalbox.platform.store.PlatformStore;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

class PostgresJobContractTest extends JobStoreContract {
    private final PlatformTestDatabase database;

    PostgresJobContractTest() throws SQLException {
        this.database = PlatformTestDatabase.create();
    }

    @Override
    protected PlatformStore emptyStore() {
        return database.store();
    }

    @Override
    protected void giveUp(Tsid job) throws Exception {
        long id = job.toLong();
        database.execute(
                "INSERT INTO signalbox_platform.given_up (stream, position, job, message_group)"
                        + " SELECT stream, position, job, message_group FROM signalbox_platform.queue WHERE job = "
                        + id,
                "DELETE FROM signalbox_platform.queue WHERE job = " + id,
                "UPDATE signalbox_platform.jobs SET status = 4, attempts = 4, ended_at = now() WHERE id = " + id,
                "INSERT INTO signalbox_platform.ended (client, status, job) SELECT client, 4, id"
                        + " FROM signalbox_platform.jobs WHERE id = " + id);
    }

    @Override
    protected List<Tsid> queued() throws Exception {
        return database.values("SELECT job FROM signalbox_platform.queue ORDER BY position").stream()
                .map(id -> Tsid.from(Long.parseLong(id)))
                .toList();
    }

    @AfterEach
    void drop() throws Exception {
        database.close();
    }
}
