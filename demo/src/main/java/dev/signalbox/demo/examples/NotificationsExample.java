package dev.signalbox.demo.examples;

import dev.signalbox.demo.database.DatabaseLogin;
import dev.signalbox.demo.workload.ActivityLog;
import dev.signalbox.demo.workload.AuditReport;
import dev.signalbox.demo.workload.HttpProgram;
import dev.signalbox.demo.workload.Queries;
import dev.signalbox.demo.workload.RunContext;
import dev.signalbox.demo.workload.TextTemplate;
import dev.signalbox.demo.workload.ViewLine;
import dev.signalbox.jdbc.SqlCollection;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Runs the notifications example: its two services, its listeners, requests of guests, and kills of RabbitMQ. */
public final class NotificationsExample extends Example {
    private static final String SCHEMA = "dev/signalbox/example/notifications/schema.sql";
    /** The owner of a restaurant, who gets notifications soon. */
    private static final int USER_OF_HINT = 11;

    private static final List<String> DISHES = List.of("Gnocchi", "Ramen", "Paella", "Pierogi");
    /** There are two restaurants and two customers. */
    private static final int PARTIES = 2;
    /** The administration is notified from 20 guests and from 500.00 on. */
    private static final int MOST_GUESTS = 24;

    private static final int MOST_CENTS = 60_000;
    private static final double CANCEL_RATE = 0.25;

    private final RabbitBroker broker;
    private final DatabaseLogin database;
    private final Queries queries;
    private final HttpProgram reservations;
    private final HttpProgram orders;
    private final HttpProgram listeners;
    private final LongAdder reserved = new LongAdder();
    private final LongAdder ordered = new LongAdder();
    private volatile JsonNode audit = JsonMapper.shared().createObjectNode();

    public NotificationsExample(RunContext context, ExampleJar jar, BooleanSupplier mayStart)
            throws IOException, SQLException {
        super(context, jar, mayStart);
        this.broker = new RabbitBroker(context);
        this.reservations = program("reservations");
        this.orders = program("orders");
        this.listeners = program("listeners");
        this.database = context.database().addDatabase("notifications");
        // The services would create the tables, too, but the nodes may start before them.
        database.execute(jar.text(SCHEMA));
        this.queries =
                new Queries(database.connect(), SqlCollection.load(NotificationsExample.class, "notifications.sql"));
        resources.add(queries::close);
        resources.add(broker::close);
    }

    @Override
    public String nodeConfiguration() throws IOException {
        return TextTemplate.fill(
                NotificationsExample.class,
                "notifications.yaml",
                Map.of(
                        "url", database.jdbcUrl(),
                        "user", database.user(),
                        "address", RabbitBroker.HOST + ":" + broker.port(),
                        "rabbitUser", RabbitBroker.USER,
                        "rabbitPassword", broker.password()));
    }

    @Override
    void startBroker() throws IOException, InterruptedException {
        broker.start();
    }

    @Override
    void launch() throws IOException {
        Map<String, String> settings = new HashMap<>(database.variables("NOTIFICATIONS_DB"));
        jar.start(reservations, settings);
        jar.start(orders, settings);
        settings.put("NOTIFICATIONS_RABBIT_HOST", RabbitBroker.HOST);
        settings.put("NOTIFICATIONS_RABBIT_PORT", String.valueOf(broker.port()));
        settings.put("NOTIFICATIONS_RABBIT_USERNAME", RabbitBroker.USER);
        settings.put("NOTIFICATIONS_RABBIT_PASSWORD", broker.password());
        jar.start(listeners, settings);
    }

    @Override
    void open() {
        broker.startKills();
    }

    @Override
    void request() throws IOException, InterruptedException {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        String parties = "\"restaurantId\":%d,\"customerId\":%d"
                .formatted(1 + random.nextInt(PARTIES), 1 + random.nextInt(PARTIES));
        if (random.nextBoolean()) {
            String body = String.format(
                    Locale.ROOT,
                    "{%s,\"dish\":\"%s\",\"amount\":%.2f}",
                    parties,
                    DISHES.get(random.nextInt(DISHES.size())),
                    random.nextInt(1, MOST_CENTS) / 100.0);
            rest.create(orders.uri("/api/orders"), body, false);
            ordered.increment();
        } else {
            String body = String.format(
                    Locale.ROOT,
                    "{%s%s,\"guests\":%d,\"at\":\"2099-05-%02dT19:30:00Z\"}",
                    parties,
                    random.nextInt(3) == 0 ? ",\"agencyId\":1" : "",
                    random.nextInt(1, MOST_GUESTS),
                    random.nextInt(1, 31));
            rest.create(reservations.uri("/api/reservations"), body, true);
            reserved.increment();
        }
        if (rest.hasOpen() && random.nextInt(3) > 0) {
            rest.changeAny(CANCEL_RATE, "CONFIRMED", "CANCELLED");
        }
    }

    @Override
    public Optional<String> failure() {
        return super.failure().or(broker::failure);
    }

    @Override
    public void refresh() {
        if (isRunning()) {
            listeners
                    .get("/api/audit", "")
                    .ifPresent(answer -> audit = JsonMapper.shared().readTree(answer));
        }
    }

    /** Events that are not in RabbitMQ yet. */
    private long pending() {
        return audit.path("pending").asLong(1);
    }

    /** Events in RabbitMQ that no listener has processed. */
    private long underway() {
        return audit.path("underway").asLong(1);
    }

    @Override
    public List<ViewLine> lines() {
        if (!isRunning()) {
            return List.of(ViewLine.of("guests", "starting RabbitMQ, two services and listeners")
                    .warningIf(true));
        }
        long behind = pending() + underway();
        long notifications = audit.path("notifications").asLong(0);
        long consumed = audit.path("consumed").asLong(0);
        Optional<Duration> down = broker.downFor();
        String state =
                down.map(time -> "killed " + ActivityLog.seconds(time) + " ago").orElse("up");
        return List.of(
                ViewLine.of(
                        "guests", "reserved %d ordered %d changed %d", reserved.sum(), ordered.sum(), rest.changes()),
                ViewLine.of("RabbitMQ", "%s", state).errorIf(down.isPresent()),
                ViewLine.of("notified", "%d notifications of %d events  behind %d", notifications, consumed, behind)
                        .goodIf(behind == 0));
    }

    @Override
    public List<ViewLine> hints() {
        return List.of(
                ViewLine.of("notified", "curl %s/api/users/%d/notifications", listeners.uri(""), USER_OF_HINT),
                ViewLine.of("audit", "curl %s/api/audit", listeners.uri("")));
    }

    /** Also ends the kills of RabbitMQ, so that the last events can be delivered. */
    @Override
    public void stop() throws InterruptedException {
        broker.endKills();
        super.stop();
    }

    @Override
    boolean isComplete() {
        refresh();
        return pending() + underway() == 0;
    }

    @Override
    boolean isConsumed() {
        refresh();
        return underway() == 0;
    }

    @Override
    void compare(AuditReport report) throws SQLException {
        long asked = reserved.sum() + ordered.sum();
        String kinds = "%,d reserved, %,d ordered, %,d changes";
        long[] events = queries.numbers("event-counts"); // all, waiting, failed, consumed, lost
        report.figure("asked for by guests", asked, kinds, reserved.sum(), ordered.sum(), rest.changes());
        report.figure("events for recipients", events[0], "in EventOutbox");
        report.figureIfAny("of these waiting", events[1], "still PENDING, for the next start");
        report.figure("heard by listeners", events[3], "from RabbitMQ, each once");
        report.figure("notifications", queries.numbers("notification-count")[0], "made of them, each once");
        report.figure("RabbitMQ killed", broker.kills(), broker.kills() == 0 ? "" : "and started again");
        report.mustBeZero("dead letters", queries.numbers("dead-letters")[0]);
        report.mustBeZero("wrong notifications", queries.numbers("wrong-notifications")[0]);
        report.mustBeZeroIfAny("given up", events[2], "FAILED in EventOutbox");
        report.add(events[4] + countMissing(), queries.numbers("unknown-inbox-entries")[0], 0);
    }

    /** Confirmed requests that are not in the tables, or that have no events. */
    private long countMissing() throws SQLException {
        long[] rows = queries.numbers("request-counts");
        return Math.max(0, reserved.sum() - rows[0])
                + Math.max(0, ordered.sum() - rows[1])
                + queries.numbers("without-events")[0];
    }
}
