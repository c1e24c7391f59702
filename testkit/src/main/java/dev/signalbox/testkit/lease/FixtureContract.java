package dev.signalbox.testkit.lease;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * A contract each of whose tests has a fresh database.
 *
 * @param <F> what the tests need of it
 */
public abstract class FixtureContract<F extends NodeFixture> {
    private F database;

    /** A fresh database. */
    protected abstract F fixture() throws Exception;

    protected final F database() {
        return database;
    }

    @BeforeEach
    void create() throws Exception {
        database = fixture();
    }

    @AfterEach
    void drop() throws Exception {
        database.close();
    }
}
