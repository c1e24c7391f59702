package dev.signalbox.example.wallet;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.signalbox.eventstore.EventStoreSchema;
import dev.signalbox.example.wallet.domain.Wallets;
import dev.signalbox.example.wallet.http.WalletApi;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;

/** The running program: a connection pool, the wallets, also for callers in the same process, and their HTTP interface. */
public record WalletService(HikariDataSource pool, Wallets wallets, WalletApi api) implements AutoCloseable {
    private static final Duration BORROW = Duration.ofSeconds(5);
    private static final Duration STATEMENT = Duration.ofSeconds(30);

    /** Creates the event store's tables if they are missing, and listens. */
    public static WalletService start(WalletSettings settings) throws IOException {
        HikariDataSource pool = new HikariDataSource(configuration(settings));
        try {
            EventStoreSchema.install(pool);
            Wallets wallets = Wallets.on(pool);
            return new WalletService(pool, wallets, new WalletApi(wallets, settings.port()));
        } catch (IOException | RuntimeException e) {
            pool.close();
            throw e;
        }
    }

    private static HikariConfig configuration(WalletSettings settings) {
        HikariConfig config = new HikariConfig();
        config.setPoolName("wallet");
        config.setJdbcUrl(settings.jdbcUrl());
        config.setUsername(settings.username());
        config.setPassword(settings.password());
        config.setMaximumPoolSize(settings.connections());
        config.setConnectionTimeout(BORROW.toMillis());
        // The event store's conditions require this level, whatever the database's default is.
        config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
        config.addDataSourceProperty("socketTimeout", STATEMENT.toSeconds());
        config.addDataSourceProperty("ApplicationName", "wallet");
        return config;
    }

    public int port() {
        return api.port();
    }

    public URI uri() {
        return URI.create("http://127.0.0.1:" + port());
    }

    @Override
    public void close() {
        api.close();
        pool.close();
    }
}
