package dev.signalbox.example.wallet;

/**
 * The database of the wallets, PostgreSQL 15 or newer, whose user may create the event store's tables, or finds them; and
 * the port of the HTTP interface on this machine, 0 for a free one.
 */
public record WalletSettings(String jdbcUrl, String username, String password, int port, int connections) {
    private static final int DEFAULT_CONNECTIONS = 10;

    public WalletSettings(String jdbcUrl, String username, String password, int port) {
        this(jdbcUrl, username, password, port, DEFAULT_CONNECTIONS);
    }

    /** Omits the password and the parameters of the URL. */
    @Override
    public String toString() {
        return username + " at " + jdbcUrl.split("\\?", 2)[0];
    }
}
