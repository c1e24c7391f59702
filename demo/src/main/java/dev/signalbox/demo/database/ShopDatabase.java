package dev.signalbox.demo.database;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import java.util.Properties;

/** The shop's tables on a private server, with a user for the shop and one for the relay. */
public final class ShopDatabase implements AutoCloseable {
    public static final String NAME = "shop";
    public static final String SHOP = "shop";
    public static final String RELAY = "signalbox";

    private final ShopServer server;

    private ShopDatabase(ShopServer server) {
        this.server = server;
    }

    /** Creates the tables on a server, which is closed with this object. */
    static ShopDatabase on(ShopServer server) throws IOException, SQLException {
        ShopDatabase database = new ShopDatabase(server);
        boolean made = false;
        try (Connection connection = database.connect("demo-schema");
                Statement statement = connection.createStatement()) {
            for (String sql : schema().split(";\\s+", -1)) {
                if (!sql.isBlank()) {
                    statement.execute(sql);
                }
            }
            statement.execute(database.sql("rights"));
            made = true;
            return database;
        } finally {
            if (!made) {
                database.close();
            }
        }
    }

    private static String schema() throws IOException {
        try (InputStream in = Objects.requireNonNull(ShopDatabase.class.getResourceAsStream("schema.sql"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** The JDBC URL. */
    public String jdbcUrl() {
        return server.jdbcUrl();
    }

    /** A command that opens the database in a terminal. */
    public String client() {
        return server.client();
    }

    /** A statement, or a part of one, that differs between databases. */
    public String sql(String name) {
        return server.sql().text(name);
    }

    /** Whether the nodes can follow an event log here. */
    public boolean hasEventLogs() {
        return server.hasEventLogs();
    }

    /** Grants the relay access to the event log, whose tables exist now. */
    public void openEventLog() throws SQLException {
        try (Connection connection = connect("demo-schema");
                Statement statement = connection.createStatement()) {
            statement.execute(sql("log-rights"));
        }
    }

    /** Creates an empty database on the same server; on PostgreSQL only. */
    public OwnDatabase addDatabase(String name) throws SQLException {
        return server.addDatabase(name);
    }

    /** Connects as the shop's user. */
    public Connection connect(String application) throws SQLException {
        return connect(application, SHOP);
    }

    /** Connects as the relay's user, who may read the relay's own tables. */
    public Connection connectAsRelay(String application) throws SQLException {
        return connect(application, RELAY);
    }

    private Connection connect(String application, String user) throws SQLException {
        Properties properties = new Properties();
        properties.putAll(server.session(application));
        properties.setProperty("user", user);
        properties.setProperty("password", user);
        return DriverManager.getConnection(server.jdbcUrl(), properties);
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
