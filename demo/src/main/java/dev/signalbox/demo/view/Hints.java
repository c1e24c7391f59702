package dev.signalbox.demo.view;

import java.nio.file.Path;
import java.util.List;

/**
 * What somebody who watches can try next.
 *
 * @param port of the first node's health, metrics and administration API
 * @param client a command that looks into the database
 * @param configuration the file that the nodes run with
 * @param log what the nodes say
 */
public record Hints(int port, String client, Path configuration, Path log, long seed) {
    /** One of them. */
    record Hint(String name, String text) {}

    List<Hint> all() {
        String address = "http://127.0.0.1:" + port;
        return List.of(
                new Hint("health", "curl " + address + "/health/ready"),
                new Hint("metrics", "curl -s " + address + "/metrics | grep ^signalbox_"),
                new Hint("sql", client),
                new Hint("join", "./signalbox serve --port 0 --config " + configuration));
    }
}
