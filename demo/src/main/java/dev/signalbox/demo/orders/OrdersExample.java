package dev.signalbox.demo.orders;

import dev.signalbox.demo.database.OwnDatabase;
import dev.signalbox.demo.examples.Crowd;
import dev.signalbox.demo.examples.Example;
import dev.signalbox.demo.examples.Ground;
import dev.signalbox.demo.examples.Place;
import dev.signalbox.demo.examples.Rest;
import dev.signalbox.demo.examples.Role;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.sql.SQLException;
import java.util.Map;
import java.util.SplittableRandom;

/** The orders example: its service, its consumer, and customers. */
public final class OrdersExample extends Example<OrdersAudit, OrdersTraffic> {
    /** One of whom the consumer will know something. */
    public static final String CUSTOMER = Customers.oneOfThem();

    private static final double ORDERS_PER_SHOP_ORDER = 0.1;
    private static final int HIGHEST_RATE = 10;
    private static final String SCHEMA = "dev/signalbox/example/orders/service/schema.sql";

    private final Broker broker;
    private final OwnDatabase orders;
    private final OwnDatabase summary;
    private final Role service = Role.of("service", "the order service");
    private final Role consumer = Role.of("consumer", "the orders' consumer");
    private final int perSecond;
    private final SplittableRandom random;

    private OrdersExample(Ground ground, Broker broker, int perSecond, SplittableRandom random)
            throws IOException, SQLException {
        super(ground);
        this.broker = broker;
        this.perSecond = perSecond;
        this.random = random;
        this.orders = ground.database().addDatabase("orders");
        this.summary = ground.database().addDatabase("summary");
        // The service makes them, too, but the nodes may be faster than it.
        orders.execute(ground.jar().text(SCHEMA));
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

    /** The consumer makes the topics, so it has to wait for Kafka; the customers wait for all of them. */
    @Override
    protected void launchAll() throws IOException, InterruptedException {
        launch(
                service,
                Map.of(
                        "ORDERS_DB_URL", orders.jdbcUrl(),
                        "ORDERS_DB_USERNAME", orders.user(),
                        "ORDERS_DB_PASSWORD", orders.password()));
        broker.await();
        launch(
                consumer,
                Map.of(
                        "SUMMARY_DB_URL", summary.jdbcUrl(),
                        "SUMMARY_DB_USERNAME", summary.user(),
                        "SUMMARY_DB_PASSWORD", summary.password(),
                        "ORDERS_KAFKA", broker.address()));
    }

    @Override
    protected OrdersTraffic open(HttpClient http, Place place) throws SQLException {
        Customers customers = new Customers(new Rest(http), service(), random);
        Crowd crowd = new Crowd("the order service does not take what customers want", customers, perSecond, place);
        return OrdersTraffic.begin(customers, crowd, new BothSides(orders, summary), broker.address(), place);
    }

    @Override
    protected String upNews() {
        return "the order service and its consumer are up";
    }

    @Override
    public OrdersRelay relay() {
        return new OrdersRelay(orders, broker.address());
    }

    /** Where the service takes orders. */
    public URI service() {
        return service.uri();
    }

    /** Where the consumer will answer. */
    public URI consumer() {
        return consumer.uri();
    }

    /** How it looks. */
    public OrdersView latest() {
        return traffic().map(OrdersTraffic::latest).orElse(OrdersView.NOT_UP);
    }
}
