package dev.signalbox.demo.shop;

import dev.signalbox.demo.receiver.ReceivedItem;
import dev.signalbox.demo.receiver.Receiver;
import dev.signalbox.demo.workload.AuditReport;
import dev.signalbox.demo.workload.FailureReason;
import dev.signalbox.demo.workload.RateMeter;
import dev.signalbox.demo.workload.ReceivedMessages;
import dev.signalbox.demo.workload.RunContext;
import dev.signalbox.demo.workload.Severity;
import dev.signalbox.demo.workload.ViewLine;
import dev.signalbox.demo.workload.Workload;
import dev.signalbox.embedded.process.StopSignal;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** A shop that sells at a given rate; each step of an order writes messages to two outbox tables. */
public final class Shop implements Workload {
    private static final int GENERATORS = 8;
    private static final String COUNTS = """
            SELECT status, count(*) FROM (
                SELECT status FROM outbox_events WHERE status IN ('PENDING', 'PROCESSING', 'FAILED')
                UNION ALL
                SELECT status FROM outbox_dispatch_jobs WHERE status IN ('PENDING', 'PROCESSING', 'FAILED')) messages
            GROUP BY status""";
    private static final String FAILED = """
            SELECT id, message_group, error_message FROM outbox_events WHERE status = 'FAILED'
            UNION ALL
            SELECT id, message_group, error_message FROM outbox_dispatch_jobs WHERE status = 'FAILED'
            ORDER BY id DESC LIMIT 200""";

    private final RunContext context;
    private final Receiver receiver;
    private final StopSignal ending;
    private final Connection connection;
    private final Counters counters = new Counters(new LongAdder(), new LongAdder(), new LongAdder(), new AtomicLong());
    private final List<Thread> threads = new ArrayList<>();
    private final Set<String> knownDeadLetters = new HashSet<>();
    private final RateMeter orderRate = new RateMeter();
    private final RateMeter deliveryRate = new RateMeter();
    private volatile Figures latest = new Figures(0, 0, new RowCounts(0, 0, 0));

    /** Counts of commits and rollbacks, and the number of the last order. */
    record Counters(LongAdder orders, LongAdder messages, LongAdder rolledBack, AtomicLong lastOrder) {}

    /** Messages in both tables by their status. */
    private record RowCounts(long pending, long processing, long failed) {}

    private record Figures(double ordersPerSecond, double deliveredPerSecond, RowCounts rows) {}

    public Shop(RunContext context, Receiver receiver, SplittableRandom random) throws SQLException {
        this.context = context;
        this.receiver = receiver;
        this.ending = new StopSignal(context.clock());
        this.connection = context.database().connect("demo-shop");
        TsidGenerator ids = new TsidGenerator(InstantSource.system());
        for (int i = 0; i < GENERATORS; i++) {
            OrderGenerator generator = new OrderGenerator(
                    i, GENERATORS, context.database().connect("shop"), counters, ids, random.split(), ending, context);
            threads.add(Thread.ofVirtual().name("shop").unstarted(generator));
        }
    }

    @Override
    public void start() {
        threads.forEach(Thread::start);
    }

    @Override
    public boolean hasStarted() {
        return true;
    }

    @Override
    public Optional<String> failure() {
        return Optional.empty();
    }

    @Override
    public void refresh() throws SQLException {
        RowCounts rows = countRows();
        if (rows.failed() > latest.rows().failed()) {
            reportDeadLetters();
        }
        long now = context.clock().nanos();
        latest = new Figures(
                orderRate.sample(now, counters.orders().sum()),
                deliveryRate.sample(now, received().messages()),
                rows);
    }

    @Override
    public List<ViewLine> lines() {
        Figures now = latest;
        return List.of(
                ViewLine.of(
                        "shop",
                        "orders/s %.0f  committed %,d orders, %,d messages  rolled back %,d",
                        now.ordersPerSecond(),
                        counters.orders().sum(),
                        counters.messages().sum(),
                        counters.rolledBack().sum()),
                ViewLine.of(
                        "receiver",
                        "delivered/s %.0f  delivered %,d  latency p50 %s  p99 %s",
                        now.deliveredPerSecond(),
                        received().messages(),
                        receiver.latencies().quantile(0.5),
                        receiver.latencies().quantile(0.99)),
                ViewLine.of(
                        "outbox",
                        "backlog %,d  in flight %,d  dead-lettered %,d",
                        now.rows().pending(),
                        now.rows().processing(),
                        now.rows().failed()));
    }

    @Override
    public List<ViewLine> hints() {
        return List.of(ViewLine.of("sql", "%s", context.database().client()));
    }

    @Override
    public ReceivedMessages.Totals received() {
        return receiver.events().totals().plus(receiver.jobs().totals());
    }

    @Override
    public void stop() throws InterruptedException {
        ending.begin();
        for (Thread thread : threads) {
            thread.join();
        }
    }

    @Override
    public boolean isDelivered() throws SQLException {
        RowCounts rows = countRows();
        return rows.pending() + rows.processing() == 0;
    }

    @Override
    public void audit(AuditReport report) throws SQLException {
        ShopAudit audit = new ShopAudit();
        synchronized (connection) {
            audit.read(
                    connection, "outbox_events", row -> hasArrived(receiver.events(), ReceivedItem.ofShopEvent(row)));
            audit.read(
                    connection,
                    "outbox_dispatch_jobs",
                    row -> hasArrived(receiver.jobs(), ReceivedItem.ofShopJob(row)));
        }
        audit.addTo(
                report,
                counters.orders().sum(),
                counters.messages().sum(),
                counters.rolledBack().sum(),
                received());
    }

    private static boolean hasArrived(ReceivedMessages received, ReceivedItem item) {
        return received.has(item.id());
    }

    @Override
    public void close() throws IOException {
        ending.begin();
        try {
            connection.close();
        } catch (SQLException e) {
            throw new IOException("a connection of the shop was not closed", e);
        }
    }

    private RowCounts countRows() throws SQLException {
        synchronized (connection) {
            long pending = 0;
            long processing = 0;
            long failed = 0;
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(COUNTS)) {
                while (rows.next()) {
                    long count = rows.getLong(2);
                    switch (rows.getString(1)) {
                        case "PENDING" -> pending = count;
                        case "PROCESSING" -> processing = count;
                        default -> failed = count;
                    }
                }
            }
            return new RowCounts(pending, processing, failed);
        }
    }

    private void reportDeadLetters() throws SQLException {
        synchronized (connection) {
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(FAILED)) {
                while (rows.next()) {
                    if (knownDeadLetters.add(rows.getString(1))) {
                        String reason = FailureReason.brief(rows.getString(3));
                        context.activity()
                                .add(Severity.WARNING, "dead-lettered, of " + rows.getString(2) + ": " + reason);
                    }
                }
            }
        }
    }
}
