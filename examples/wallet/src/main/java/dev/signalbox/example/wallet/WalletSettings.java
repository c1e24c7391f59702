package dev.signalbox.example.wallet;

/**
 * The database of the wallets, and the port of their HTTP interface.
 *
 * @param jdbcUrl a PostgreSQL database, 15 or newer
 * @param username a user that may create the event store's tables, or finds them
 * @param password may be empty
 * @param port of the HTTP interface on this machine; 0 for a free one
 * @param connections the most connections to the database
 */
public record WalletSettings(String jdbcUrl, String username, String password, int port, int connections) {
    private static final int DEFAULT_CONNECTIONS = 10;

    /** With the default number of connections. */
    public WalletSettings(String jdbcUrl, String username, String password, int port) {
        this(jdbcUrl, username, password, port, DEFAULT_CONNECTIONS);
    }

    /** Omits the password and the parameters of the URL. */
    @Override
    public String toString() {
        return username + " at " + jdbcUrl.split("\\?", 2)[0];
    }
}
