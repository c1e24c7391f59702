package dev.signalbox.example.wallet;

/**
 * Where the wallets are, and where they can be reached.
 *
 * @param jdbcUrl a PostgreSQL database, 15 or newer
 * @param username who may create the event store's tables there, or finds them
 * @param password may be empty
 * @param port of the HTTP interface on this machine; 0 for a free one
 * @param connections to the database at most
 */
public record WalletSettings(String jdbcUrl, String username, String password, int port, int connections) {
    private static final int USUAL_CONNECTIONS = 10;

    /** With the usual number of connections. */
    public WalletSettings(String jdbcUrl, String username, String password, int port) {
        this(jdbcUrl, username, password, port, USUAL_CONNECTIONS);
    }

    /** Without the password, and without what else may be in the URL. */
    @Override
    public String toString() {
        return username + " at " + jdbcUrl.split("\\?", 2)[0];
    }
}
