package dev.signalbox.embedded.mysql;

import java.nio.file.Path;

/** Runs a MariaDB server in the foreground until the process is stopped: {@code ServeMariaDb FOLDER [PORT]}. */
public final class ServeMariaDb {
    private ServeMariaDb() {}

    public static void main(String[] arguments) throws Exception {
        if (arguments.length < 1 || arguments.length > 2) {
            System.err.println("usage: ServeMariaDb FOLDER [PORT]");
            System.exit(2);
        }
        Path folder = Path.of(arguments[0]);
        try (LocalMySql server = arguments.length == 1
                ? LocalMySql.start(folder)
                : LocalMySql.start(folder, Integer.parseInt(arguments[1]))) {
            System.out.println(server.url(""));
            Thread.currentThread().join();
        }
    }
}
