package dev.signalbox.server.operation;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Tests of relays on PostgreSQL through the administration API, with one database for each class. */
@SuppressWarnings("NullAway.Init") // set before each test
abstract class PostgresOperationTest {
    private static AutoCloseable database;
    PostgresRelaysFixture world;

    @BeforeAll
    static void startDatabase() throws Exception {
        database = PostgresRelaysFixture.database();
    }

    @AfterAll
    static void stopDatabase() throws Exception {
        database.close();
    }

    @BeforeEach
    void start(@TempDir Path folder) throws Exception {
        world = PostgresRelaysFixture.on(database, folder);
    }

    @AfterEach
    void stop() throws Exception {
        world.close();
    }
}
