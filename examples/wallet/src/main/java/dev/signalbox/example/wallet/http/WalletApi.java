package dev.signalbox.example.wallet.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.signalbox.example.wallet.domain.WalletCommand;
import dev.signalbox.example.wallet.domain.WalletCommand.Deposit;
import dev.signalbox.example.wallet.domain.WalletCommand.OpenWallet;
import dev.signalbox.example.wallet.domain.WalletCommand.Transfer;
import dev.signalbox.example.wallet.domain.WalletCommand.Withdraw;
import dev.signalbox.example.wallet.domain.WalletRefusal;
import dev.signalbox.example.wallet.domain.Wallets;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The wallets over HTTP, without authentication and therefore only on this machine. */
public final class WalletApi implements AutoCloseable {
    private static final int BACKLOG = 128;
    private static final int STOP_SECONDS = 2;

    private final Wallets wallets;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    /** Listens on a port of this machine; 0 for a free one. */
    public WalletApi(Wallets wallets, int port) throws IOException {
        // Otherwise the JDK's server delays small responses by up to 40 ms.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        this.wallets = wallets;
        this.server = HttpServer.create(address, BACKLOG);
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    public int port() {
        return server.getAddress().getPort();
    }

    /** Stops after the running requests are answered. */
    @Override
    public void close() {
        server.stop(STOP_SECONDS);
        threads.close();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            answer(exchange).send(exchange);
        }
    }

    private Answer answer(HttpExchange exchange) throws IOException {
        try {
            return route(new Request(exchange));
        } catch (RuntimeException e) {
            return ProblemDocument.of(e).answer();
        }
    }

    private Answer route(Request request) throws IOException {
        return switch (request.method() + " " + request.pattern()) {
            case "POST /wallets" -> open(request.fields());
            case "GET /wallets/*" -> statement(request.walletId());
            case "POST /wallets/*/deposits" -> deposit(request.walletId(), request.fields());
            case "POST /wallets/*/withdrawals" -> withdraw(request.walletId(), request.fields());
            case "POST /transfers" -> transfer(request.fields());
            default ->
                switch (request.pattern()) {
                    case "/wallets/*" -> only("GET");
                    case "/wallets", "/wallets/*/deposits", "/wallets/*/withdrawals", "/transfers" -> only("POST");
                    default -> new ProblemDocument(404, "not_found", "There is nothing at this path.").answer();
                };
        };
    }

    private static Answer only(String method) {
        return new ProblemDocument(405, "method_not_allowed", "Only " + method + " is possible here.")
                .answer()
                .with("Allow", method);
    }

    private Answer open(JsonFields body) {
        String id = body.id("id");
        String owner = body.text("owner");
        return execute(body.make(() -> new OpenWallet(id, owner))).with("Location", "/wallets/" + id);
    }

    private Answer deposit(String walletId, JsonFields body) {
        String id = body.id("id");
        long amount = body.amount("amount");
        Optional<String> paymentId = body.optionalId("paymentId");
        return execute(body.make(() -> new Deposit(id, walletId, amount, paymentId)));
    }

    private Answer withdraw(String walletId, JsonFields body) {
        String id = body.id("id");
        long amount = body.amount("amount");
        Optional<String> paymentId = body.optionalId("paymentId");
        return execute(body.make(() -> new Withdraw(id, walletId, amount, paymentId)));
    }

    private Answer transfer(JsonFields body) {
        String id = body.id("id");
        String from = body.id("from");
        String to = body.id("to");
        body.mustDiffer("to", "from");
        long amount = body.amount("amount");
        Optional<String> paymentId = body.optionalId("paymentId");
        return execute(body.make(() -> new Transfer(id, from, to, amount, paymentId)));
    }

    /** A repeated command gets the same response with another status. */
    private Answer execute(WalletCommand command) {
        return switch (wallets.execute(command)) {
            case DONE -> Answer.json(201, command.proof());
            case DONE_BEFORE -> Answer.json(200, command.proof());
        };
    }

    private Answer statement(String walletId) {
        return Answer.json(200, wallets.find(walletId).orElseThrow(() -> new WalletRefusal.UnknownWallet(walletId)));
    }
}
