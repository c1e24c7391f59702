package dev.signalbox.demo.database;

import static dev.signalbox.demo.database.ShopDatabase.NAME;
import static dev.signalbox.demo.database.ShopDatabase.RELAY;
import static dev.signalbox.demo.database.ShopDatabase.SHOP;

import dev.signalbox.demo.Ports;
import dev.signalbox.jdbc.SqlCollection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A MySQL or MariaDB of our own, by the programs that are installed here. */
final class MySqlShop implements ShopServer {
    private static final SqlCollection SQL = SqlCollection.load(MySqlShop.class, "mysql.sql");

    /** Durable, small, in UTC, and for this machine only; what one of the two doesn't know is loose. */
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

    private final Supervisor supervisor;
    private final MySqlBrand brand;
    private final int port;

    private MySqlShop(Supervisor supervisor, MySqlBrand brand, int port) {
        this.supervisor = supervisor;
        this.brand = brand;
        this.port = port;
    }

    static MySqlShop start(MySqlPrograms programs, RunFolder folder) throws IOException, InterruptedException {
        Optional<ServerAccount> account = ServerAccount.needed();
        Path data = Files.createDirectory(folder.file(RunFolder.DATA), RunFolder.OWNER_ONLY);
        Path temporary = Files.createDirectory(data.resolve("temporary"));
        Path accounts = folder.write("accounts.sql", String.join(";\n", accounts()) + ";\n");
        try {
            if (account.isPresent()) {
                folder.letThrough(account.get().group());
                account.get().own(data, temporary, accounts);
            }
            int port = Ports.any();
            List<String> arguments = new ArrayList<>(List.of(
                    programs.maker().toString(),
                    programs.brand().makerOptions(),
                    account.map(ServerAccount::name).orElse(""),
                    programs.server().toString()));
            arguments.addAll(SETTINGS);
            arguments.addAll(List.of("--port=" + port, "--init-file=" + accounts));
            Path log = folder.file(programs.brand().client() + ".log");
            Supervisor.Task task = new Supervisor.Task(programs.brand().title(), "mysql.sh", data, log, arguments);
            return new MySqlShop(Supervisor.start(List.of(), task), programs.brand(), port);
        } finally {
            Files.deleteIfExists(accounts);
        }
    }

    /** Run by the server before it lets anybody in. The administrator's password is told to nobody. */
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
        return "jdbc:" + brand.client() + "://127.0.0.1:" + port + "/" + NAME;
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
        return brand.client() + " -h 127.0.0.1 -P " + port + " -u " + SHOP + " -p" + SHOP + " " + NAME;
    }

    @Override
    public void close() throws IOException {
        supervisor.close();
    }
}
