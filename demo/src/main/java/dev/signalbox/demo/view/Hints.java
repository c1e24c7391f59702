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
 * @param orders where the orders example can be used, if it is shown
 * @param notifications where the notifications example can be looked at, if it is shown
 * @param log what the nodes say
 */
public record Hints(
        int port,
        String client,
        Path configuration,
        Optional<URI> wallets,
        Optional<Orders> orders,
        Optional<Notifications> notifications,
        Path log,
        long seed) {
    /** The orders example: where orders are taken, where they are added up, and for whom. */
    public record Orders(URI service, URI consumer, String customer) {}

    /** The notifications example: where its listeners answer, and a user who is told something. */
    public record Notifications(URI listeners, int user) {}

    /** One of them. */
    record Hint(String name, String text) {}

    List<Hint> all() {
        String address = "http://127.0.0.1:" + port;
        List<Hint> hints = new ArrayList<>();
        hints.add(new Hint("health", "curl " + address + "/health/ready"));
        orders.ifPresent(it -> {
            hints.add(new Hint("order", "curl " + it.service() + "/api/orders/1"));
            hints.add(new Hint("sums", "curl " + it.consumer() + "/api/customers/" + it.customer() + "/summary"));
        });
        notifications.ifPresent(it -> {
            hints.add(new Hint("told", "curl " + it.listeners() + "/api/users/" + it.user() + "/notifications"));
            hints.add(new Hint("audit", "curl " + it.listeners() + "/api/audit"));
        });
        hints.add(new Hint("sql", client));
        hints.add(new Hint("metrics", "curl -s " + address + "/metrics | grep ^signalbox_"));
        hints.add(new Hint("join", "./signalbox serve --port 0 --config " + configuration));
        wallets.ifPresent(uri -> hints.add(new Hint("wallet", "curl " + uri + "/wallets/person-0")));
        hints.add(new Hint("status", "./signalbox status --url " + address + " --config " + configuration));
        return hints;
    }
}
