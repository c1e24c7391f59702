package dev.signalbox.demo.view;

import java.nio.file.Path;
import java.util.List;

/**
 * What somebody who watches can try next.
 *
 * @param port of health, metrics and the administration API
 * @param databasePort of PostgreSQL
 * @param configuration the file that the relay runs with
 * @param log what the relay says
 */
public record Hints(int port, int databasePort, Path configuration, Path log, long seed) {
    /** One of them. */
    record Hint(String name, String text) {}

    List<Hint> all() {
        String address = "http://127.0.0.1:" + port;
        return List.of(
                new Hint("health", "curl " + address + "/health/ready"),
                new Hint("metrics", "curl -s " + address + "/metrics | grep ^signalbox_"),
                new Hint("psql", "psql postgresql://shop:shop@127.0.0.1:" + databasePort + "/shop"),
                new Hint("JDBC", "jdbc:postgresql://127.0.0.1:" + databasePort + "/shop (shop, shop)"),
                new Hint("standby", "./signalbox serve --port 0 --config " + configuration));
    }
}
