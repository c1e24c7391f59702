package dev.signalbox.demo.shop;

import dev.signalbox.core.time.Clock;
import dev.signalbox.demo.workload.AuditReport;
import dev.signalbox.demo.workload.Comparison;
import dev.signalbox.demo.workload.Queries;
import dev.signalbox.demo.workload.ReceivedMessages;
import dev.signalbox.demo.workload.RunContext;
import dev.signalbox.demo.workload.TextTemplate;
import dev.signalbox.demo.workload.ViewLine;
import dev.signalbox.demo.workload.Workload;
import dev.signalbox.embedded.process.StopSignal;
import dev.signalbox.jdbc.SqlCollection;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A shop that sells at a given rate; each step of an order writes messages to two outbox tables. */
public final class Shop implements Workload {
    private static final int MOST_LISTED = 12;
    private static final Pattern ERROR = Pattern.compile("\"error\":\"(?:message [0-9]+: )?([^\"]*)\"");

    private final RunContext context;
    private final Receiver receiver;
    private final StopSignal ending = new StopSignal();
    private final Queries queries;
    private final OrderGenerator.Counters counters = new OrderGenerator.Counters();
    private final List<Thread> threads = new ArrayList<>();
    private final Set<String> knownDeadLetters = new HashSet<>();
    private final RateMeter orderRate = new RateMeter();
    private final RateMeter deliveryRate = new RateMeter();
    private volatile Figures latest = new Figures(0, 0, 0, 0, 0);

    /** Rates per second, and the messages in both tables by their status. */
    private record Figures(double orders, double delivered, long pending, long processing, long failed) {}

    public Shop(RunContext context, Receiver receiver) throws SQLException {
        this.context = context;
        this.receiver = receiver;
        this.queries = new Queries(context.database().shop().connect(), SqlCollection.load(Shop.class, "shop.sql"));
        for (int i = 0; i < OrderGenerator.GENERATORS; i++) {
            threads.add(Thread.ofVirtual().name("shop").unstarted(new OrderGenerator(i, context, counters, ending)));
        }
    }

    @Override
    public String nodeConfiguration() throws IOException {
        return TextTemplate.fill(
                Shop.class,
                "shop.yaml",
                Map.of(
                        "url", context.database().relay().jdbcUrl(),
                        "user", context.database().relay().user(),
                        "port", receiver.port(),
                        "token", receiver.token()));
    }

    @Override
    public void start() {
        threads.forEach(Thread::start);
    }

    @Override
    public void refresh() throws SQLException {
        long[] rows = queries.numbers("counts");
        if (rows[2] > latest.failed()) {
            queries.forEach("dead-letters", row -> {
                if (knownDeadLetters.add(row.getString(1))) {
                    context.activity()
                            .warning("dead-lettered, of " + row.getString(2) + ": " + brief(row.getString(3)));
                }
            });
        }
        latest = new Figures(
                orderRate.sample(counters.orders().sum()),
                deliveryRate.sample(received().messages()),
                rows[0],
                rows[1],
                rows[2]);
    }

    /** The receiver's error text if it can be found, else the whole reason. */
    private static String brief(@Nullable String reason) {
        if (reason == null) {
            return "no reason is given";
        }
        Matcher error = ERROR.matcher(reason);
        return error.find() ? error.group(1) : reason;
    }

    @Override
    public List<ViewLine> lines() {
        Figures now = latest;
        return List.of(
                ViewLine.of(
                        "shop",
                        "orders/s %.0f  committed %,d orders, %,d messages  rolled back %,d",
                        now.orders(),
                        counters.orders().sum(),
                        counters.messages().sum(),
                        counters.rolledBack().sum()),
                ViewLine.of(
                                "receiver",
                                "delivered/s %.0f  delivered %,d  latency p50 %s  p99 %s%s",
                                now.delivered(),
                                received().messages(),
                                receiver.latency(0.5),
                                receiver.latency(0.99),
                                receiver.isDown() ? "  down: answers 503" : "")
                        .warningIf(receiver.isDown()),
                ViewLine.of(
                        "outbox",
                        "backlog %,d  in flight %,d  dead-lettered %,d",
                        now.pending(),
                        now.processing(),
                        now.failed()));
    }

    @Override
    public List<ViewLine> hints() {
        return List.of(ViewLine.of("sql", "%s", context.database().client()));
    }

    @Override
    public ReceivedMessages.Totals received() {
        return receiver.shop().totals();
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
        long[] rows = queries.numbers("counts");
        return rows[0] + rows[1] == 0;
    }

    @Override
    public void audit(AuditReport report) throws SQLException {
        Comparison comparison = new Comparison(receiver.shop());
        queries.forEach("messages", row -> comparison.add(row.getLong(1), row.getString(2)));
        List<String> deadLetters = new ArrayList<>();
        queries.forEach(
                "dead-letters",
                row -> deadLetters.add(row.getString(1) + "  " + row.getString(2) + "  " + brief(row.getString(3))));
        long dead = comparison.deadLettered();
        report.figure(
                "committed",
                counters.messages().sum(),
                "messages of %,d orders",
                counters.orders().sum());
        report.figure("delivered", comparison.arrived(), "in a table and in the receiver");
        report.figureIfAny("waiting", comparison.waiting(), "still PENDING, for the next start");
        report.figure("dead-lettered", dead, dead == 0 ? "" : "each with its reason:");
        deadLetters.stream().limit(MOST_LISTED).forEach(report::detail);
        if (dead > MOST_LISTED) {
            report.detail("and " + (dead - MOST_LISTED) + " more");
        }
        report.figure("rolled back", counters.rolledBack().sum(), "transactions of the shop, never sent");
        comparison.addTo(report, counters.messages().sum());
    }

    @Override
    public void close() throws IOException {
        ending.begin();
        queries.close();
    }

    /** Turns a growing count into a rate over the last two seconds. */
    private static final class RateMeter {
        private static final long SECOND = Duration.ofSeconds(1).toNanos();

        private final Deque<Sample> window = new ArrayDeque<>();

        private record Sample(long at, long count) {}

        /** Adds the current count; returns the rate per second. */
        double sample(long count) {
            long now = Clock.SYSTEM.nanos();
            window.addLast(new Sample(now, count));
            while (window.size() > 2 && now - window.getFirst().at() > 2 * SECOND) {
                window.removeFirst();
            }
            Sample first = window.getFirst();
            return now == first.at() ? 0 : (double) (count - first.count()) * SECOND / (now - first.at());
        }
    }
}
