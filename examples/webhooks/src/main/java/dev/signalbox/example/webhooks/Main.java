package dev.signalbox.example.webhooks;

import dev.signalbox.client.webhook.WebhookVerifier;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.postgresql.ds.PGSimpleDataSource;

/** Starts the receiver: {@code WEBHOOK_SECRETS=whsec_… DATABASE_URL=jdbc:postgresql://… java … Main [PORT]}. */
public final class Main {
    private static final int USUAL_PORT = 8090;
    private static final int BAD_USAGE = 2;

    private Main() {}

    public static void main(String[] args) throws IOException, SQLException {
        Map<String, String> environment = System.getenv();
        String secrets = environment.get("WEBHOOK_SECRETS");
        String url = environment.get("DATABASE_URL");
        if (secrets == null || url == null || args.length > 1) {
            System.err.println(
                    "usage: WEBHOOK_SECRETS=whsec_… [,whsec_…] DATABASE_URL=jdbc:postgresql://… Main [PORT]");
            System.exit(BAD_USAGE);
            return;
        }
        List<String> all =
                Arrays.stream(secrets.split(",", -1)).map(String::strip).toList();
        PGSimpleDataSource database = new PGSimpleDataSource();
        database.setUrl(url);
        OrderTotals orders = new OrderTotals(database);
        orders.createTables();
        int port = args.length == 0 ? USUAL_PORT : Integer.parseInt(args[0]);
        WebhookReceiver receiver = new WebhookReceiver(port, WebhookVerifier.of(all), orders);
        Runtime.getRuntime().addShutdownHook(new Thread(receiver::close));
        receiver.start();
        System.out.println("listening on http://127.0.0.1:" + receiver.port() + "/orders");
    }
}
