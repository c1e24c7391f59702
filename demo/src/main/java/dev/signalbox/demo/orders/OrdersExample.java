package dev.signalbox.demo.orders;

import dev.signalbox.demo.database.OwnDatabase;
import dev.signalbox.demo.examples.BrokerReader;
import dev.signalbox.demo.examples.Example;
import dev.signalbox.demo.examples.ExampleJar;
import dev.signalbox.demo.examples.ExampleProgram;
import dev.signalbox.demo.examples.RelayConfiguration;
import dev.signalbox.demo.examples.RestClient;
import dev.signalbox.demo.workload.AuditReport;
import dev.signalbox.demo.workload.ReceivedMessages;
import dev.signalbox.demo.workload.RunContext;
import dev.signalbox.demo.workload.Severity;
import dev.signalbox.demo.workload.ViewLine;
import dev.signalbox.embedded.kafka.BrokerOptions;
import dev.signalbox.embedded.kafka.LocalKafka;
import dev.signalbox.embedded.process.FreePort;
import dev.signalbox.embedded.process.StopSignal;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Runs the orders example: its service, its consumer, and requests to place and change orders. */
public final class OrdersExample extends Example {
    private static final int HEAP_MEGABYTES = 160;
    private static final String SCHEMA = "dev/signalbox/example/orders/service/schema.sql";

    private final int kafkaPort;
    private final OwnDatabase serviceDatabase;
    private final OwnDatabase consumerDatabase;
    private final ExampleProgram service;
    private final ExampleProgram consumer;
    private final SplittableRandom random;
    private final ReceivedMessages received = new ReceivedMessages();
    private volatile @Nullable LocalKafka kafka;
    private volatile @Nullable OrderRequests requests;
    private volatile @Nullable OrdersDatabases databases;
    private volatile OrdersDatabases.Progress progress = OrdersDatabases.Progress.NONE;

    /** Creates the example's databases. */
    public OrdersExample(RunContext context, ExampleJar jar, BooleanSupplier mayStart, SplittableRandom random)
            throws IOException, SQLException {
        super(context, jar, mayStart);
        this.kafkaPort = FreePort.find();
        this.random = random;
        this.service = program("service", "the order service");
        this.consumer = program("consumer", "the orders' consumer");
        this.serviceDatabase = context.database().addDatabase("orders");
        this.consumerDatabase = context.database().addDatabase("summary");
        // The service would create the tables, too, but the nodes may start before it.
        serviceDatabase.execute(jar.text(SCHEMA));
    }

    /** A topic that is created automatically would have a single partition. */
    @Override
    protected void startBroker() throws IOException, InterruptedException {
        BrokerOptions options = BrokerOptions.DEFAULTS.withoutTopicCreation().withHeapMegabytes(HEAP_MEGABYTES);
        kafka = LocalKafka.start(context().folder().file("kafka"), kafkaPort, options);
    }

    private String kafkaAddress() {
        return "127.0.0.1:" + kafkaPort;
    }

    @Override
    protected void launch() throws IOException {
        service.start(Map.of(
                "ORDERS_DB_URL", serviceDatabase.jdbcUrl(),
                "ORDERS_DB_USERNAME", serviceDatabase.user(),
                "ORDERS_DB_PASSWORD", serviceDatabase.password()));
        consumer.start(Map.of(
                "SUMMARY_DB_URL", consumerDatabase.jdbcUrl(),
                "SUMMARY_DB_USERNAME", consumerDatabase.user(),
                "SUMMARY_DB_PASSWORD", consumerDatabase.password(),
                "ORDERS_KAFKA", kafkaAddress()));
    }

    @Override
    protected BrokerReader open(RestClient rest, StopSignal end) throws SQLException {
        requests = new OrderRequests(rest, service.uri(), random);
        databases = new OrdersDatabases(serviceDatabase, consumerDatabase);
        return new OrderTopicReader(kafkaAddress(), received, end, context().clock());
    }

    @Override
    protected void request() throws IOException, InterruptedException {
        requests().send();
    }

    @Override
    public RelayConfiguration relay() {
        return new RelayConfiguration(
                """
                    orders: { url: "%s", username: %s, password: "%s" }
                """.formatted(serviceDatabase.jdbcUrl(), serviceDatabase.user(), serviceDatabase.password()),
                """
                    kafka: { type: kafka, bootstrap-servers: "%s" }
                """.formatted(kafkaAddress()),
                """
                    orders:
                      source: orders
                      sink: kafka
                      outbox: { layout: catbox, headers: { traceparent: traceparent }, processing-timeout: 5m }
                      poll: { interval: 100ms, batch-size: 100 }
                """);
    }

    @Override
    public void refresh() throws SQLException {
        if (isRunning()) {
            progress = databases().progress();
            noteAgreement(progress.agree());
        }
    }

    @Override
    public List<ViewLine> lines() {
        if (!isRunning()) {
            return List.of(
                    new ViewLine("orders", "starting Kafka, the order service and its consumer", Severity.WARNING));
        }
        OrdersDatabases.Progress now = progress;
        ReceivedMessages.Totals kafka = received.totals();
        return List.of(
                ViewLine.of(
                        "orders",
                        "placed %d changed %d  Kafka events %d twice %d",
                        requests().placed(),
                        requests().changes(),
                        kafka.messages(),
                        kafka.duplicates()),
                ViewLine.of(
                                "consumer",
                                "added %d behind %d, %s",
                                now.added(),
                                now.behind(),
                                agreement(now.agree(), "sums agree"))
                        .highlightIf(now.agree(), Severity.GOOD));
    }

    @Override
    public List<ViewLine> hints() {
        return List.of(
                ViewLine.of("order", "curl %s/api/orders/1", service.uri()),
                ViewLine.of(
                        "sums",
                        "curl %s/api/customers/%s/summary",
                        consumer.uri(),
                        OrderRequests.CUSTOMERS.getFirst()));
    }

    @Override
    public ReceivedMessages.Totals received() {
        return received.totals();
    }

    @Override
    protected boolean isComplete() throws SQLException, IOException, InterruptedException {
        refresh();
        return progress.isComplete() && isConsumed();
    }

    @Override
    protected boolean isConsumed() throws IOException, InterruptedException {
        return OrderTopicReader.countUnread(kafkaAddress()) == 0;
    }

    @Override
    protected void compare(AuditReport report) throws SQLException, IOException, InterruptedException {
        long unread = OrderTopicReader.countUnread(kafkaAddress());
        databases().compare(requests(), received, unread).addTo(report);
    }

    @Override
    protected void closeConnections() throws SQLException {
        LocalKafka broker = kafka;
        if (broker != null) {
            broker.kill(); // its data are removed anyway
        }
        OrdersDatabases open = databases;
        if (open != null) {
            open.close();
        }
    }

    private OrderRequests requests() {
        return Objects.requireNonNull(requests);
    }

    private OrdersDatabases databases() {
        return Objects.requireNonNull(databases);
    }
}
