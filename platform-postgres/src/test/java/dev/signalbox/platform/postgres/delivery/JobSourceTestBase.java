package dev.signalbox.platform.postgres.delivery;

import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A platform with an empty queue for each test. */
@SuppressWarnings("NullAway.Init") // Set before each test.
abstract class JobSourceTestBase {
    JobSourceFixture jobs;

    @BeforeEach
    void open() throws SQLException {
        jobs = new JobSourceFixture();
    }

    @AfterEach
    void close() {
        jobs.close();
    }
}
