package dev.signalbox.demo.notifications;

import dev.signalbox.demo.database.OwnDatabase;
import dev.signalbox.demo.examples.BrokerReader;
import dev.signalbox.demo.examples.Example;
import dev.signalbox.demo.examples.ExampleJar;
import dev.signalbox.demo.examples.ExampleProgram;
import dev.signalbox.demo.examples.RelayConfiguration;
import dev.signalbox.demo.examples.RestClient;
import dev.signalbox.demo.workload.ActivityLog;
import dev.signalbox.demo.workload.AuditReport;
import dev.signalbox.demo.workload.ReceivedMessages;
import dev.signalbox.demo.workload.RunContext;
import dev.signalbox.demo.workload.Severity;
import dev.signalbox.demo.workload.ViewLine;
import dev.signalbox.embedded.process.StopSignal;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Runs the notifications example: its two services, its listeners, requests of guests, and kills of RabbitMQ. */
public final class NotificationsExample extends Example {
    private static final String SCHEMA = "dev/signalbox/example/notifications/schema.sql";
    /** The owner of a restaurant, who gets notifications soon. */
    private static final int USER_OF_HINT = 11;

    private final RabbitBroker broker;
    private final OwnDatabase database;
    private final ExampleProgram reservations;
    private final ExampleProgram orders;
    private final ExampleProgram listeners;
    private final SplittableRandom random;
    private final ReceivedMessages received = new ReceivedMessages();
    private volatile @Nullable Session session;
    private volatile NotificationDatabase.Progress progress = NotificationDatabase.Progress.NONE;

    /** State that exists only while the programs run. */
    private record Session(
            RestaurantRequests requests, NotificationDatabase database, NotificationQueueReader reader) {}

    /** Creates the example's database. */
    public NotificationsExample(RunContext context, ExampleJar jar, BooleanSupplier mayStart, SplittableRandom random)
            throws IOException, SQLException {
        super(context, jar, mayStart);
        this.broker = new RabbitBroker(context);
        this.random = random;
        this.reservations = program("reservations", "the reservation service");
        this.orders = program("orders", "the order service of the notifications");
        this.listeners = program("listeners", "the program of the notification listeners");
        this.database = context.database().addDatabase("notifications");
        // The services would create the tables, too, but the nodes may start before them.
        database.execute(jar.text(SCHEMA));
    }

    @Override
    protected void startBroker() throws IOException, InterruptedException {
        broker.start();
    }

    /** The demo's queue must exist before the first event. */
    @Override
    protected void launch() throws IOException {
        NotificationQueueReader.declareQueue(broker);
        Map<String, String> settings = new HashMap<>(Map.of(
                "NOTIFICATIONS_DB_URL", database.jdbcUrl(),
                "NOTIFICATIONS_DB_USERNAME", database.user(),
                "NOTIFICATIONS_DB_PASSWORD", database.password()));
        reservations.start(settings);
        orders.start(settings);
        settings.put("NOTIFICATIONS_RABBIT_HOST", RabbitBroker.HOST);
        settings.put("NOTIFICATIONS_RABBIT_PORT", String.valueOf(broker.port()));
        settings.put("NOTIFICATIONS_RABBIT_USERNAME", RabbitBroker.USER);
        settings.put("NOTIFICATIONS_RABBIT_PASSWORD", broker.password());
        listeners.start(settings);
    }

    @Override
    protected BrokerReader open(RestClient rest, StopSignal end) throws SQLException {
        NotificationQueueReader reader =
                new NotificationQueueReader(broker, received, end, context().clock());
        session = new Session(
                new RestaurantRequests(rest, reservations.uri(), orders.uri(), random),
                new NotificationDatabase(database),
                reader);
        broker.startKills();
        return reader;
    }

    @Override
    protected void request() throws IOException, InterruptedException {
        session().requests().send();
    }

    @Override
    public RelayConfiguration relay() {
        return new RelayConfiguration(
                """
                    notifications: { url: "%s", username: %s, password: "%s" }
                """.formatted(database.jdbcUrl(), database.user(), database.password()),
                """
                    rabbitmq:
                      type: rabbitmq
                      addresses: "%s:%d"
                      username: %s
                      password: "%s"
                      exchange: notifications.exchange
                      routing-key: "{aggregateType}"
                      routing-keys:
                        RESTAURANT: notification.restaurant
                        CUSTOMER: notification.customer
                        AGENCY: notification.agency
                        ADMIN: notification.admin
                      queues:
                        notification.restaurant: notification.restaurant
                        notification.customer: notification.customer
                        notification.agency: notification.agency
                        notification.admin: notification.admin
                      dead-letter-queue: "{queue}.dead"
                      body: event
                """.formatted(RabbitBroker.HOST, broker.port(), RabbitBroker.USER, broker.password()),
                """
                    notifications:
                      source: notifications
                      sink: rabbitmq
                      outbox: { layout: event-outbox, processed: { mode: at-least-once } }
                      poll: { interval: 100ms, batch-size: 100 }
                """);
    }

    @Override
    public Optional<String> failure() {
        return super.failure().or(broker::failure);
    }

    @Override
    public void refresh() throws SQLException {
        if (isRunning()) {
            progress = session().database().progress();
            noteAgreement(progress.agree());
        }
    }

    @Override
    public List<ViewLine> lines() {
        if (!isRunning()) {
            return List.of(new ViewLine("guests", "starting RabbitMQ, two services and listeners", Severity.WARNING));
        }
        NotificationDatabase.Progress now = progress;
        ReceivedMessages.Totals queues = received.totals();
        RestaurantRequests requests = session().requests();
        Optional<Duration> down = broker.downFor();
        return List.of(
                ViewLine.of(
                        "guests",
                        "reserved %d ordered %d events %d",
                        requests.reserved(),
                        requests.ordered(),
                        Math.max(now.events(), queues.messages())),
                ViewLine.of(
                                "RabbitMQ",
                                "%s events %d twice %d",
                                down.map(time -> "killed " + ActivityLog.seconds(time) + " ago,")
                                        .orElse("up"),
                                queues.messages(),
                                queues.duplicates())
                        .highlightIf(down.isPresent(), Severity.ERROR),
                ViewLine.of(
                                "notified",
                                "%s  behind %d, %s",
                                now.byAudience(),
                                now.behind(),
                                agreement(now.agree(), "both sides agree"))
                        .highlightIf(now.agree(), Severity.GOOD));
    }

    @Override
    public List<ViewLine> hints() {
        return List.of(
                ViewLine.of("notified", "curl %s/api/users/%d/notifications", listeners.uri(), USER_OF_HINT),
                ViewLine.of("audit", "curl %s/api/audit", listeners.uri()));
    }

    @Override
    public ReceivedMessages.Totals received() {
        return received.totals();
    }

    /** Also ends the kills of RabbitMQ, so that the last events can be delivered. */
    @Override
    public void stop() throws InterruptedException {
        broker.endKills();
        super.stop();
    }

    @Override
    protected boolean isComplete() throws SQLException, IOException {
        refresh();
        return progress.unsent() == 0
                && progress.behind() == 0
                && NotificationQueueReader.depths(broker).unread() == 0;
    }

    @Override
    protected boolean isConsumed() throws SQLException, IOException {
        refresh();
        return progress.underway() + NotificationQueueReader.depths(broker).unread() == 0;
    }

    @Override
    protected void compare(AuditReport report) throws SQLException, IOException {
        session()
                .database()
                .compare(
                        session().requests(),
                        session().reader().ids(),
                        received.totals(),
                        broker.kills(),
                        NotificationQueueReader.depths(broker).dead())
                .addTo(report);
    }

    @Override
    protected void closeConnections() throws SQLException {
        Session now = session;
        try (broker) {
            if (now != null) {
                now.database().close();
            }
        }
    }

    private Session session() {
        return Objects.requireNonNull(session);
    }
}
