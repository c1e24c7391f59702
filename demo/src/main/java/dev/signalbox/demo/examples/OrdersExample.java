package dev.signalbox.demo.examples;

import dev.signalbox.demo.database.DatabaseLogin;
import dev.signalbox.demo.workload.AuditReport;
import dev.signalbox.demo.workload.Comparison;
import dev.signalbox.demo.workload.HttpProgram;
import dev.signalbox.demo.workload.Queries;
import dev.signalbox.demo.workload.ReceivedMessages;
import dev.signalbox.demo.workload.RunContext;
import dev.signalbox.demo.workload.TextTemplate;
import dev.signalbox.demo.workload.ViewLine;
import dev.signalbox.embedded.kafka.BrokerOptions;
import dev.signalbox.embedded.kafka.LocalKafka;
import dev.signalbox.embedded.process.FreePort;
import dev.signalbox.jdbc.SqlCollection;
import java.io.IOException;
import java.net.URI;
import java.sql.SQLException;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Runs the orders example: its service, Kafka, its consumer, and requests to place and change orders. */
public final class OrdersExample extends Example {
    private static final int HEAP_MEGABYTES = 160;
    private static final String SCHEMA = "dev/signalbox/example/orders/service/schema.sql";
    private static final List<String> CUSTOMERS = List.of("Ada", "Barbara", "Donald", "Edsger", "Frances", "Grace");
    private static final List<String> PRODUCTS = List.of("Lamp", "Chair", "Kettle", "Clock");
    private static final int MOST_CENTS = 20_000;
    private static final int CHANGES_PER_ORDER = 2;
    private static final double CANCEL_RATE = 0.2;

    private final int kafkaPort = FreePort.find();
    private final DatabaseLogin serviceDatabase;
    private final DatabaseLogin consumerDatabase;
    private final HttpProgram service;
    private final HttpProgram consumer;
    private final Queries serviceQueries;
    private final Queries consumerQueries;
    private final ReceivedMessages received = new ReceivedMessages();
    private final LongAdder placed = new LongAdder();
    private volatile @Nullable OrderTopicReader topics;
    private volatile Progress progress = new Progress(0, 0, 0, true);

    /** Events that the consumer has and has not added, those that are not in Kafka, and whether the sums of both agree. */
    private record Progress(long added, long behind, long unsent, boolean agree) {}

    public OrdersExample(RunContext context, ExampleJar jar, BooleanSupplier mayStart)
            throws IOException, SQLException {
        super(context, jar, mayStart);
        this.service = program("service");
        this.consumer = program("consumer");
        this.serviceDatabase = context.database().addDatabase("orders");
        this.consumerDatabase = context.database().addDatabase("summary");
        // The service would create the tables, too, but the nodes may start before it.
        serviceDatabase.execute(jar.text(SCHEMA));
        this.serviceQueries = queries(serviceDatabase);
        this.consumerQueries = queries(consumerDatabase);
    }

    private Queries queries(DatabaseLogin database) throws SQLException {
        Queries queries = new Queries(database.connect(), SqlCollection.load(OrdersExample.class, "orders.sql"));
        resources.add(queries::close);
        return queries;
    }

    private String kafkaAddress() {
        return "127.0.0.1:" + kafkaPort;
    }

    @Override
    public String nodeConfiguration() throws IOException {
        return TextTemplate.fill(
                OrdersExample.class,
                "orders.yaml",
                Map.of(
                        "url", serviceDatabase.jdbcUrl(),
                        "user", serviceDatabase.user(),
                        "kafka", kafkaAddress()));
    }

    /** A topic that is created automatically would have a single partition. */
    @Override
    void startBroker() throws IOException, InterruptedException {
        BrokerOptions options = BrokerOptions.DEFAULTS.withoutTopicCreation().withHeapMegabytes(HEAP_MEGABYTES);
        LocalKafka kafka = LocalKafka.start(context.folder().file("kafka"), kafkaPort, options);
        resources.add(kafka::kill); // its data are removed anyway
    }

    @Override
    void launch() throws IOException {
        jar.start(service, serviceDatabase.variables("ORDERS_DB"));
        Map<String, String> settings = new HashMap<>(consumerDatabase.variables("SUMMARY_DB"));
        settings.put("ORDERS_KAFKA", kafkaAddress());
        jar.start(consumer, settings);
    }

    @Override
    void request() throws IOException, InterruptedException {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        String body = String.format(
                Locale.ROOT,
                "{\"customerName\":\"%s\",\"productName\":\"%s\",\"amount\":%.2f}",
                CUSTOMERS.get(random.nextInt(CUSTOMERS.size())),
                PRODUCTS.get(random.nextInt(PRODUCTS.size())),
                random.nextInt(1, MOST_CENTS) / 100.0);
        URI orders = service.uri("/api/orders");
        rest.create(orders, body, true);
        placed.increment();
        for (int i = 0; i < CHANGES_PER_ORDER && rest.hasOpen(); i++) {
            rest.changeAny(CANCEL_RATE, "PROCESSING", "COMPLETED");
        }
    }

    @Override
    void open() throws IOException {
        OrderTopicReader reader = OrderTopicReader.start(kafkaAddress(), received);
        resources.add(reader::close);
        topics = reader;
    }

    /** Reads the consumer's side first, so that it is never ahead. */
    @Override
    public void refresh() throws SQLException {
        if (isRunning()) {
            long added = consumerQueries.numbers("inbox-count")[0];
            boolean agree = sums(consumerQueries, "consumer-sums").equals(sums(serviceQueries, "service-sums"));
            long[] events = serviceQueries.numbers("event-counts");
            progress = new Progress(added, Math.max(0, events[0] - added), events[1], agree);
        }
    }

    private static Map<String, String> sums(Queries queries, String name) throws SQLException {
        Map<String, String> sums = new HashMap<>();
        queries.forEach(name, row -> sums.put(row.getString(1), row.getString(2)));
        return sums;
    }

    @Override
    public List<ViewLine> lines() {
        if (!isRunning()) {
            return List.of(ViewLine.of("orders", "starting Kafka, the order service and its consumer")
                    .warningIf(true));
        }
        Progress now = progress;
        return List.of(
                ViewLine.of(
                        "orders",
                        "placed %d changed %d  Kafka events %d twice %d",
                        placed.sum(),
                        rest.changes(),
                        received().messages(),
                        received().duplicates()),
                ViewLine.of(
                                "consumer",
                                "added %d behind %d, %s",
                                now.added(),
                                now.behind(),
                                now.agree() ? "sums agree" : "sums differ")
                        .goodIf(now.agree()));
    }

    @Override
    public List<ViewLine> hints() {
        return List.of(
                ViewLine.of("order", "curl %s/api/orders/1", service.uri("")),
                ViewLine.of("sums", "curl %s/api/customers/%s/summary", consumer.uri(""), CUSTOMERS.getFirst()));
    }

    @Override
    public ReceivedMessages.Totals received() {
        return received.totals();
    }

    @Override
    boolean isComplete() throws SQLException, IOException, InterruptedException {
        refresh();
        return progress.agree() && progress.behind() == 0 && progress.unsent() == 0 && isConsumed();
    }

    @Override
    boolean isConsumed() throws IOException, InterruptedException {
        return topics().countUnread() == 0;
    }

    @Override
    void compare(AuditReport report) throws SQLException, IOException, InterruptedException {
        topics().readRest();
        Comparison comparison = new Comparison(received);
        serviceQueries.forEach("events", row -> comparison.add(row.getLong(1), row.getString(2)));
        BitSet inbox = new BitSet();
        consumerQueries.forEach("inbox", row -> inbox.set(row.getInt(1)));
        long notAdded = Comparison.countMissing(received.ids(), inbox);
        long missing = Math.max(0, placed.sum() - serviceQueries.numbers("order-count")[0]);
        report.figure("placed by REST", placed.sum(), "orders, changed %,d times", rest.changes());
        report.figure("their events", comparison.rows(), "in the outbox of the order service");
        report.figureIfAny(
                "their events waiting", comparison.waiting(), "for the next start; sums cannot agree before");
        report.figure("added by the consumer", received().messages() - notAdded, "from Kafka, each once");
        report.figure("twice on Kafka", received().duplicates(), "left out of the sums by its inbox");
        report.mustBeZero("different sums", comparison.waiting() > 0 ? 0 : countDifferentSums());
        report.mustBeZeroIfAny("not added", notAdded, "in Kafka, not in the consumer's inbox");
        report.mustBeZeroIfAny("not read", topics().countUnread(), "records in Kafka");
        report.mustBeZeroIfAny(
                "set aside", consumerQueries.numbers("dead-letter-count")[0], "by the consumer, see dead_letters");
        report.add(missing, Comparison.countMissing(inbox, comparison.committed()), 0);
        comparison.addTo(report, placed.sum() + rest.changes());
    }

    private OrderTopicReader topics() {
        return Objects.requireNonNull(topics);
    }

    private long countDifferentSums() throws SQLException {
        Map<String, String> ofService = sums(serviceQueries, "service-sums");
        Map<String, String> ofConsumer = sums(consumerQueries, "consumer-sums");
        Map<String, String> all = new HashMap<>(ofService);
        all.putAll(ofConsumer);
        return all.keySet().stream()
                .filter(key -> !Objects.equals(ofService.get(key), ofConsumer.get(key)))
                .count();
    }
}
