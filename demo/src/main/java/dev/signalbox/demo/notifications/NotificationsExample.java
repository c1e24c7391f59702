package dev.signalbox.demo.notifications;

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
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;

/** The notifications example: its two services, its listeners, and guests. */
public final class NotificationsExample extends Example<NotificationsAudit, NotificationsTraffic> {
    /** A user who is told something soon: the owner of a restaurant. */
    public static final int USER = 11;

    private static final double GUESTS_PER_SHOP_ORDER = 0.1;
    private static final int HIGHEST_RATE = 10;
    private static final String SCHEMA = "dev/signalbox/example/notifications/schema.sql";

    private final RabbitBroker broker;
    private final OwnDatabase database;
    private final Role reservations = Role.of("reservations", "the reservation service");
    private final Role orders = Role.of("orders", "the order service of the notifications");
    private final Role listeners = Role.of("listeners", "the program of the notification listeners");
    private final Habits habits;
    private final SplittableRandom random;

    /** How many guests come per second, and how often a node is killed, which the broker is more rarely. */
    private record Habits(int perSecond, Duration killEvery) {}

    private NotificationsExample(Ground ground, RabbitBroker broker, Habits habits, SplittableRandom random)
            throws IOException, SQLException {
        super(ground);
        this.broker = broker;
        this.habits = habits;
        this.random = random;
        this.database = ground.database().addDatabase("notifications");
        // The services make them, too, but the nodes may be faster than they are.
        database.execute(ground.jar().text(SCHEMA));
    }

    /**
     * Makes its database; its programs have to {@link #begin}.
     *
     * @param broker is not closed here
     * @param shopRate orders per second of the shop, of which this one gets a part
     * @param killEvery how often a node is killed, which the broker is more rarely; zero for never
     */
    public static NotificationsExample prepare(
            Ground ground, RabbitBroker broker, double shopRate, Duration killEvery, SplittableRandom random)
            throws IOException, SQLException {
        int perSecond = Math.clamp(Math.round(shopRate * GUESTS_PER_SHOP_ORDER), 1, HIGHEST_RATE);
        return new NotificationsExample(ground, broker, new Habits(perSecond, killEvery), random);
    }

    /** Whoever reads along has to be there before the first event, and so before the services. */
    @Override
    protected void launchAll() throws IOException, InterruptedException {
        broker.await();
        QueueWitness.prepare(broker);
        Map<String, String> settings = new HashMap<>(Map.of(
                "NOTIFICATIONS_DB_URL", database.jdbcUrl(),
                "NOTIFICATIONS_DB_USERNAME", database.user(),
                "NOTIFICATIONS_DB_PASSWORD", database.password()));
        launch(reservations, settings);
        launch(orders, settings);
        settings.put("NOTIFICATIONS_RABBIT_HOST", broker.host());
        settings.put("NOTIFICATIONS_RABBIT_PORT", String.valueOf(broker.port()));
        settings.put("NOTIFICATIONS_RABBIT_USERNAME", RabbitBroker.USER);
        settings.put("NOTIFICATIONS_RABBIT_PASSWORD", broker.password());
        launch(listeners, settings);
    }

    @Override
    protected NotificationsTraffic open(HttpClient http, Place place)
            throws IOException, SQLException, InterruptedException {
        Guests guests = new Guests(new Rest(http), reservations.uri(), orders.uri(), random);
        Crowd crowd = new Crowd("a service does not take what guests want", guests, habits.perSecond(), place);
        BrokerKills kills = new BrokerKills(broker.await(), habits.killEvery(), place);
        return new NotificationsTraffic(guests, crowd, kills, new NotificationTables(database), broker, place);
    }

    @Override
    protected String upNews() {
        return "the reservation service, the order service and the listeners are up";
    }

    @Override
    public NotificationsRelay relay() {
        return new NotificationsRelay(
                database, broker.host() + ":" + broker.port(), RabbitBroker.USER, broker.password());
    }

    /** Where the listeners will answer. */
    public URI listeners() {
        return listeners.uri();
    }

    /** How it looks. */
    public NotificationsView latest() {
        return traffic().map(NotificationsTraffic::latest).orElse(NotificationsView.NOT_UP);
    }
}
