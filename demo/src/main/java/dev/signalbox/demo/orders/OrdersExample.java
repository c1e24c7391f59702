package dev.signalbox.demo.orders;

import dev.signalbox.core.time.Clock;
import dev.signalbox.demo.Ending;
import dev.signalbox.demo.News;
import dev.signalbox.demo.Ports;
import dev.signalbox.demo.database.OwnDatabase;
import dev.signalbox.demo.database.RunFolder;
import dev.signalbox.demo.database.ShopDatabase;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The example from its start to its end. It comes up by itself, while the rest of the demo is at work already. */
public final class OrdersExample implements AutoCloseable {
    /** One of whom the consumer will know something. */
    public static final String CUSTOMER = Customers.oneOfThem();

    private static final double ORDERS_PER_SHOP_ORDER = 0.1;
    private static final int HIGHEST_RATE = 10;
    private static final Duration LONGEST_START = Duration.ofMinutes(2);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);
    private static final long LOOK = Duration.ofMillis(200).toNanos();
    private static final String SCHEMA = "dev/signalbox/example/orders/service/schema.sql";
    /** It is a guest on a small database. */
    private static final List<String> OPTIONS = List.of("--spring.datasource.hikari.maximum-pool-size=4");

    private final Ground ground;
    private final Broker broker;
    private final OwnDatabase orders;
    private final OwnDatabase summary;
    private final HttpClient client;
    private final int servicePort;
    private final int consumerPort;
    private final int perSecond;
    private final SplittableRandom random;
    private final Ending ending;
    private final Thread start;
    private volatile BooleanSupplier isTime = () -> true;
    private volatile @Nullable OrdersProgram service;
    private volatile @Nullable OrdersProgram consumer;
    private volatile @Nullable OrdersTraffic traffic;
    private volatile @Nullable String failure;

    /** What it lives on. */
    public record Ground(ExampleJar jar, ShopDatabase database, RunFolder folder, News news, Clock clock) {}

    private OrdersExample(Ground ground, Broker broker, int perSecond, SplittableRandom random)
            throws IOException, SQLException {
        this.ground = ground;
        this.broker = broker;
        this.perSecond = perSecond;
        this.random = random;
        this.orders = ground.database().addDatabase("orders");
        this.summary = ground.database().addDatabase("summary");
        makeTables();
        this.client =
                HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(1)).build();
        this.servicePort = Ports.any();
        this.consumerPort = Ports.any();
        this.ending = new Ending(ground.clock());
        this.start = Thread.ofVirtual().name("orders").unstarted(this::comeUp);
    }

    /**
     * Makes its databases; its programs have to {@link #begin}.
     *
     * @param broker is not closed here
     * @param shopRate orders per second of the shop, of which this one gets a part
     */
    public static OrdersExample prepare(Ground ground, Broker broker, double shopRate, SplittableRandom random)
            throws IOException, SQLException {
        int perSecond = Math.clamp(Math.round(shopRate * ORDERS_PER_SHOP_ORDER), 1, HIGHEST_RATE);
        return new OrdersExample(ground, broker, perSecond, random);
    }

    /**
     * Has its programs started, and returns.
     *
     * @param time says when it is time for that, so that they do not keep others from starting; it is at some time anyway
     */
    public void begin(BooleanSupplier time) {
        isTime = time;
        start.start();
    }

    /** The service makes them, too, but the nodes may be faster than it. */
    private void makeTables() throws IOException, SQLException {
        try (Connection connection = orders.connect("demo-schema");
                Statement statement = connection.createStatement()) {
            statement.execute(ground.jar().text(SCHEMA));
        }
    }

    private OrdersProgram launch(OrdersProgram.Kind kind, int port, Map<String, String> settings) throws IOException {
        return OrdersProgram.start(
                ground.jar(),
                kind,
                port,
                settings,
                OPTIONS,
                ground.folder().file("orders-" + kind.name().toLowerCase(Locale.ROOT) + ".log"));
    }

    /** The consumer makes the topics, so it has to wait for Kafka; the customers wait for all of them. */
    private void comeUp() {
        try {
            long latest = ground.clock().nanos() + LONGEST_WAIT.toNanos();
            while (!isTime.getAsBoolean() && ground.clock().nanos() < latest) {
                if (!ending.waitUntil(ground.clock().nanos() + LOOK)) {
                    return;
                }
            }
            long began = ground.clock().nanos();
            OrdersProgram takes = launch(
                    OrdersProgram.Kind.SERVICE,
                    servicePort,
                    Map.of(
                            "ORDERS_DB_URL", orders.jdbcUrl(),
                            "ORDERS_DB_USERNAME", orders.user(),
                            "ORDERS_DB_PASSWORD", orders.password()));
            service = takes;
            broker.await();
            OrdersProgram adds = launch(
                    OrdersProgram.Kind.CONSUMER,
                    consumerPort,
                    Map.of(
                            "SUMMARY_DB_URL", summary.jdbcUrl(),
                            "SUMMARY_DB_USERNAME", summary.user(),
                            "SUMMARY_DB_PASSWORD", summary.password(),
                            "ORDERS_KAFKA", broker.address()));
            consumer = adds;
            if (!awaitUp(takes, began) || !awaitUp(adds, began)) {
                return;
            }
            Customers customers = new Customers(
                    client, service(), perSecond, random, new Customers.Place(ending, ground.news(), ground.clock()));
            traffic = OrdersTraffic.begin(
                    customers, new BothSides(orders, summary), broker.address(), ground.news(), ground.clock());
            ground.news()
                    .add(
                            News.Tone.GOOD,
                            "the order service and its consumer are up, " + seconds(began) + " after their start");
        } catch (IOException | SQLException e) {
            failure = "the orders example cannot be shown: " + e.getMessage();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean awaitUp(OrdersProgram program, long began) throws InterruptedException, IOException {
        while (!program.isUp(client)) {
            Optional<String> end = program.end();
            if (end.isPresent()) {
                throw new IOException(end.get());
            }
            if (ground.clock().nanos() - began > LONGEST_START.toNanos()) {
                throw new IOException("it did not start within " + LONGEST_START.toSeconds() + " s");
            }
            if (!ending.waitUntil(ground.clock().nanos() + LOOK)) {
                return false;
            }
        }
        return true;
    }

    private String seconds(long began) {
        return String.format(Locale.ROOT, "%.1f s", (ground.clock().nanos() - began) / 1e9);
    }

    /** What the nodes are told to deliver it with. */
    public OrdersRelay relay() {
        return new OrdersRelay(orders, broker.address());
    }

    /** Where the service takes orders. */
    public URI service() {
        return OrdersProgram.uri(servicePort);
    }

    /** Where the consumer will answer. */
    public URI consumer() {
        return OrdersProgram.uri(consumerPort);
    }

    /** Whether it has come up, or never will. */
    public boolean hasStarted() {
        return traffic != null || failure().isPresent();
    }

    /** What keeps it from going on. */
    public Optional<String> failure() {
        return Optional.ofNullable(failure)
                .or(() -> Optional.ofNullable(service).flatMap(OrdersProgram::end))
                .or(() -> Optional.ofNullable(consumer).flatMap(OrdersProgram::end));
    }

    /** How it looks. */
    public OrdersView latest() {
        OrdersTraffic running = traffic;
        return running == null ? OrdersView.NOT_UP : running.latest();
    }

    /** Lets the customers end what they have begun, and sends no more. What has not come up by now never will. */
    public void sendCustomersHome() throws InterruptedException {
        ending.begin();
        OrdersTraffic running = traffic;
        if (running == null) {
            start.interrupt();
            start.join();
        } else {
            running.sendHome();
        }
    }

    /** Whether the consumer has added up all that the service has taken. */
    public boolean isDone() throws SQLException, InterruptedException {
        OrdersTraffic running = traffic;
        try {
            return running == null || running.isDone();
        } catch (IOException e) {
            return false; // Kafka is busy; what it has not said in the end is a fault
        }
    }

    /** Compares both sides, when nobody delivers any more; empty if it had never come up. */
    public Optional<OrdersAudit> audit() throws SQLException, IOException, InterruptedException {
        OrdersTraffic running = traffic;
        return running == null ? Optional.empty() : Optional.of(running.audit());
    }

    @Override
    public void close() {
        ending.begin();
        start.interrupt();
        try {
            start.join();
            OrdersTraffic running = traffic;
            if (running != null) {
                running.end();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (SQLException e) {
            ground.news().add(News.Tone.BAD, "a connection to the orders' databases was not closed: " + e.getMessage());
        }
        Optional.ofNullable(consumer).ifPresent(OrdersProgram::close);
        Optional.ofNullable(service).ifPresent(OrdersProgram::close);
        client.shutdownNow();
    }
}
