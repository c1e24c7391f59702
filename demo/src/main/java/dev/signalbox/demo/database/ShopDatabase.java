package dev.signalbox.demo.database;

import dev.signalbox.embedded.files.Passwords;
import dev.signalbox.embedded.files.RunFolder;
import dev.signalbox.embedded.mysql.LocalMySql;
import dev.signalbox.embedded.mysql.MySqlBrand;
import dev.signalbox.embedded.mysql.MySqlPrograms;
import dev.signalbox.embedded.postgres.LocalPostgres;
import dev.signalbox.embedded.process.OpenResources;
import dev.signalbox.jdbc.SqlCollection;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The shop's database on a private server, which the shop's user owns, and which the relay's user may use.
 *
 * @param client a command that opens the database in a terminal
 * @param sql the statements that differ between databases
 * @param postgres the server; null if it is another database, which has neither event logs nor the examples' databases
 */
public record ShopDatabase(
        DatabaseLogin shop,
        DatabaseLogin relay,
        String client,
        SqlCollection sql,
        @Nullable LocalPostgres postgres) {
    private static final String NAME = "shop";
    private static final String SHOP = "shop";
    private static final String RELAY = "signalbox";
    private static final List<String> TABLES = List.of("outbox_events", "outbox_dispatch_jobs");
    private static final List<String> POSTGRES_SETTINGS =
            List.of("max_connections=100", "shared_buffers=64MB", "autovacuum_naptime=10s");
    /**
     * Durable, small, in UTC, and for this machine only; the prefix {@code loose-} marks options that one of the two
     * servers lacks.
     */
    private static final List<String> MYSQL_SETTINGS =
            """
            --bind-address=127.0.0.1 --skip-name-resolve --innodb-flush-log-at-trx-commit=1 --skip-log-bin
            --innodb-buffer-pool-size=64M --max-connections=100 --performance-schema=OFF --loose-mysqlx=OFF
            --explicit-defaults-for-timestamp=ON --default-time-zone=+00:00""".lines().flatMap(line -> Stream.of(line.split(" ", -1))).toList();

    /** Starts a server that is installed here, or bundled with the demo. */
    @FunctionalInterface
    public interface Starter {
        /** @param resources closes the server */
        ShopDatabase start(RunFolder folder, OpenResources resources)
                throws IOException, InterruptedException, SQLException;
    }

    /** @throws IOException if there is none; the message lists the searched places and what to do */
    public static Starter find(DatabaseKind kind) throws IOException, InterruptedException {
        if (kind == DatabaseKind.POSTGRESQL) {
            return ShopDatabase::startPostgres;
        }
        MySqlPrograms programs = MySqlPrograms.find(MySqlBrand.valueOf(kind.name()));
        return (folder, resources) -> startMySql(programs, folder, resources);
    }

    private static ShopDatabase startPostgres(RunFolder folder, OpenResources resources)
            throws IOException, InterruptedException, SQLException {
        LocalPostgres postgres = LocalPostgres.startDurable(folder, POSTGRES_SETTINGS);
        resources.add(postgres::close);
        postgres.execute(
                LocalPostgres.DATABASE,
                "CREATE ROLE " + SHOP + " LOGIN PASSWORD '" + SHOP + "'",
                "CREATE ROLE " + RELAY + " LOGIN PASSWORD '" + RELAY + "'",
                "CREATE DATABASE " + NAME + " OWNER " + SHOP,
                "GRANT CREATE ON DATABASE " + NAME + " TO " + RELAY);
        postgres.execute(NAME, "GRANT CREATE ON SCHEMA public TO " + SHOP);
        String client = "psql postgresql://" + SHOP + ":" + SHOP + "@127.0.0.1:" + postgres.port() + "/" + NAME;
        return create(postgres.jdbcUrl(NAME), client, "postgresql.sql", postgres);
    }

    private static ShopDatabase startMySql(MySqlPrograms programs, RunFolder folder, OpenResources resources)
            throws IOException, InterruptedException, SQLException {
        LocalMySql server = LocalMySql.startIn(folder, programs, MYSQL_SETTINGS, accounts());
        resources.add(server::close);
        String client = programs.brand().client() + " -h 127.0.0.1 -P " + server.port() + " -u " + SHOP + " -p" + SHOP
                + " " + NAME;
        return create(server.url(NAME), client, "mysql.sql", null);
    }

    /** The server runs them before it accepts connections. The administrator's password is discarded. */
    private static List<String> accounts() {
        return List.of(
                "ALTER USER root@localhost IDENTIFIED BY '" + Passwords.random() + "'",
                "CREATE DATABASE " + NAME + " CHARACTER SET utf8mb4",
                "CREATE USER " + SHOP + "@'127.0.0.1' IDENTIFIED BY '" + SHOP + "'",
                "CREATE USER " + RELAY + "@'127.0.0.1' IDENTIFIED BY '" + RELAY + "'",
                "GRANT ALL ON " + NAME + ".* TO " + SHOP + "@'127.0.0.1' WITH GRANT OPTION");
    }

    private static ShopDatabase create(String url, String client, String statements, @Nullable LocalPostgres postgres)
            throws SQLException {
        SqlCollection sql = SqlCollection.load(ShopDatabase.class, statements);
        SqlCollection schema = SqlCollection.load(ShopDatabase.class, "schema.sql");
        DatabaseLogin shop = new DatabaseLogin(url, SHOP);
        shop.execute(schema.text("orders"));
        for (String table : TABLES) {
            shop.execute(
                    schema.text("outbox").replace("<table>", table),
                    schema.text("index").replace("<table>", table));
        }
        shop.execute(sql.text("rights"));
        return new ShopDatabase(shop, new DatabaseLogin(url, RELAY), client, sql, postgres);
    }

    /** Creates an empty database on the same server, with an owner of the same name; on PostgreSQL only. */
    public DatabaseLogin addDatabase(String name) throws SQLException {
        if (postgres == null) {
            throw new IllegalStateException("only PostgreSQL has databases beside the shop's");
        }
        postgres.execute(
                LocalPostgres.DATABASE,
                "CREATE ROLE " + name + " LOGIN PASSWORD '" + name + "'",
                "CREATE DATABASE " + name + " OWNER " + name);
        return new DatabaseLogin(postgres.jdbcUrl(name), name);
    }
}
