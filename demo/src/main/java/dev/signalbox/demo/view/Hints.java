package dev.signalbox.demo.view;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What somebody who watches can try next.
 *
 * @param port of the first node's health, metrics and administration API
 * @param client a command that looks into the database
 * @param configuration the file that the nodes run with
 * @param wallets where the wallets can be used, if there are any
 * @param log what the nodes say
 */
public record Hints(int port, String client, Path configuration, Optional<URI> wallets, Path log, long seed) {
    /** One of them. */
    record Hint(String name, String text) {}

    List<Hint> all() {
        String address = "http://127.0.0.1:" + port;
        List<Hint> hints = new ArrayList<>(List.of(
                new Hint("health", "curl " + address + "/health/ready"),
                new Hint("metrics", "curl -s " + address + "/metrics | grep ^signalbox_"),
                new Hint("sql", client),
                new Hint("join", "./signalbox serve --port 0 --config " + configuration)));
        wallets.ifPresent(uri -> hints.add(new Hint("wallet", "curl " + uri + "/wallets/person-0")));
        hints.add(new Hint("status", "./signalbox status --url " + address + " --config " + configuration));
        return hints;
    }
}
