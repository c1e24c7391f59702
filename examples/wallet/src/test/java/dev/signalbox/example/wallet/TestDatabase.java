package dev.signalbox.example.wallet;

import dev.signalbox.embedded.postgres.LocalPostgres;
import java.util.concurrent.atomic.AtomicInteger;

/** A new database on the one PostgreSQL server of this JVM. */
record TestDatabase(String url) {
    static final String USER = "postgres";

    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static final LocalPostgres SERVER = LocalPostgres.start();

    static TestDatabase create() {
        String name = "wallet" + NUMBER.incrementAndGet();
        SERVER.createDatabase(name);
        return new TestDatabase(SERVER.jdbcUrl(name));
    }

    WalletSettings settings() {
        return new WalletSettings(url, USER, "", 0);
    }
}
