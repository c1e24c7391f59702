package dev.signalbox.demo.database;

import static dev.signalbox.demo.database.ShopDatabase.NAME;
import static dev.signalbox.demo.database.ShopDatabase.RELAY;
import static dev.signalbox.demo.database.ShopDatabase.SHOP;

import dev.signalbox.embedded.files.Passwords;
import dev.signalbox.embedded.files.RunFolder;
import dev.signalbox.embedded.mysql.LocalMySql;
import dev.signalbox.embedded.mysql.MySqlBrand;
import dev.signalbox.embedded.mysql.MySqlPrograms;
import dev.signalbox.jdbc.SqlCollection;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** A private MySQL or MariaDB server that uses the installed programs. */
final class MySqlShop implements ShopServer {
    private static final SqlCollection SQL = SqlCollection.load(MySqlShop.class, "mysql.sql");

    /**
     * Durable, small, in UTC, and for this machine only; the prefix {@code loose-} marks options that one of the two
     * servers lacks.
     */
    private static final List<String> SETTINGS = List.of(
            "--bind-address=127.0.0.1",
            "--skip-name-resolve",
            "--innodb-flush-log-at-trx-commit=1",
            "--skip-log-bin",
            "--innodb-buffer-pool-size=64M",
            "--max-connections=100",
            "--performance-schema=OFF",
            "--loose-mysqlx=OFF",
            "--explicit-defaults-for-timestamp=ON",
            "--default-time-zone=+00:00");

    private final LocalMySql mySql;
    private final MySqlBrand brand;

    private MySqlShop(LocalMySql mySql, MySqlBrand brand) {
        this.mySql = mySql;
        this.brand = brand;
    }

    static MySqlShop start(MySqlPrograms programs, RunFolder folder) throws IOException, InterruptedException {
        return new MySqlShop(LocalMySql.startIn(folder, programs, SETTINGS, accounts()), programs.brand());
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

    @Override
    public String jdbcUrl() {
        return mySql.url(NAME);
    }

    @Override
    public Map<String, String> session(String application) {
        return Map.of(
                "connectionAttributes",
                "program_name:" + application,
                "connectTimeout",
                "10000",
                "socketTimeout",
                "60000");
    }

    @Override
    public SqlCollection sql() {
        return SQL;
    }

    @Override
    public boolean hasEventLogs() {
        return false;
    }

    @Override
    public OwnDatabase addDatabase(String name) {
        throw new UnsupportedOperationException("only PostgreSQL has databases beside the shop's");
    }

    @Override
    public String client() {
        return brand.client() + " -h 127.0.0.1 -P " + mySql.port() + " -u " + SHOP + " -p" + SHOP + " " + NAME;
    }

    @Override
    public void close() {
        mySql.close();
    }
}
