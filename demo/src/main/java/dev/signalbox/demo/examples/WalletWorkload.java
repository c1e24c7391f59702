package dev.signalbox.demo.examples;

import dev.signalbox.demo.database.DatabaseLogin;
import dev.signalbox.demo.nodes.Cluster;
import dev.signalbox.demo.nodes.FeedStatus;
import dev.signalbox.demo.workload.AuditReport;
import dev.signalbox.demo.workload.Comparison;
import dev.signalbox.demo.workload.PeriodicTask;
import dev.signalbox.demo.workload.Queries;
import dev.signalbox.demo.workload.ReceivedMessages;
import dev.signalbox.demo.workload.RunContext;
import dev.signalbox.demo.workload.TextTemplate;
import dev.signalbox.demo.workload.ViewLine;
import dev.signalbox.demo.workload.Workload;
import dev.signalbox.example.wallet.RandomCommands;
import dev.signalbox.example.wallet.WalletService;
import dev.signalbox.example.wallet.WalletSettings;
import dev.signalbox.example.wallet.domain.WalletCommand;
import dev.signalbox.example.wallet.domain.WalletRefusal;
import dev.signalbox.jdbc.SqlCollection;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Opens wallets and moves money between them, one command after the other. Their events are an event log that the nodes
 * publish. Events of a wallet whose transactions overlapped could arrive in either order.
 */
public final class WalletWorkload implements Workload {
    /** A balance is the sum of all events of its wallet, so a wallet should not get too many. */
    private static final double HIGHEST_RATE = 25;

    private static final double COMMANDS_PER_ORDER = 0.2;
    private static final int WALLETS = 24;
    private static final int CONNECTIONS = 3;
    private static final SqlCollection SQL = SqlCollection.load(WalletWorkload.class, "wallets.sql");

    private final RunContext context;
    private final WalletService service;
    private final Cluster cluster;
    private final ReceivedMessages received;
    private final RandomCommands generator;
    private final LongAdder commands = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final LongAdder committed = new LongAdder();
    private volatile List<FeedStatus> feeds = List.of();
    private volatile @Nullable PeriodicTask task;

    /** Creates the tables, and lets the nodes read them. */
    public WalletWorkload(RunContext context, Cluster cluster, ReceivedMessages received)
            throws IOException, SQLException {
        this.context = context;
        this.cluster = cluster;
        this.received = received;
        DatabaseLogin login = context.database().shop();
        this.service = WalletService.start(
                new WalletSettings(login.jdbcUrl(), login.user(), login.password(), 0, CONNECTIONS));
        login.execute(SQL.text("log-rights"));
        AtomicLong lastId = new AtomicLong();
        this.generator = new RandomCommands(WALLETS, new Random(), () -> "demo-" + lastId.incrementAndGet());
    }

    @Override
    public String nodeConfiguration() throws IOException {
        return TextTemplate.fill(WalletWorkload.class, "wallets.yaml", Map.of());
    }

    @Override
    public void start() {
        generator.openings().forEach(this::execute);
        double rate = Math.min(HIGHEST_RATE, context.options().rate() * COMMANDS_PER_ORDER);
        task = new PeriodicTask(
                "wallets",
                Duration.ofNanos((long) (Duration.ofSeconds(1).toNanos() / rate)),
                () -> execute(generator.next()),
                message -> context.activity().error("the thread of the wallets gave up: " + message));
    }

    private void execute(WalletCommand command) {
        try {
            service.wallets().execute(command);
            commands.increment();
            committed.add(command.wallets().size()); // one event for each wallet
        } catch (WalletRefusal e) {
            refused.increment(); // there was not enough money
        }
    }

    @Override
    public void refresh() {
        List<FeedStatus> answer = cluster.feeds();
        feeds = answer.isEmpty() ? feeds : answer;
    }

    @Override
    public List<ViewLine> lines() {
        return feeds.stream()
                .map(feed -> {
                    boolean waits = feed.status().equals("active") && !cluster.isAlive(feed.leader());
                    return ViewLine.of(
                                    "wallets",
                                    "%s → %s  %s %s  %s",
                                    feed.topic(),
                                    feed.publisher(),
                                    waits ? "waits for take-over from" : feed.status(),
                                    feed.leader(),
                                    feed.progress())
                            .warningIf(waits)
                            .errorIf(feed.status().equals("failed"));
                })
                .toList();
    }

    @Override
    public List<ViewLine> hints() {
        return List.of(ViewLine.of("wallet", "curl %s/wallets/person-0", service.uri()));
    }

    @Override
    public ReceivedMessages.Totals received() {
        return received.totals();
    }

    @Override
    public void stop() throws InterruptedException {
        PeriodicTask started = task;
        if (started != null) {
            started.stop();
        }
    }

    @Override
    public boolean isDelivered() {
        refresh();
        return !feeds.isEmpty() && feeds.stream().allMatch(FeedStatus::isDone);
    }

    @Override
    public void audit(AuditReport report) throws SQLException, IOException {
        Comparison comparison = new Comparison(received);
        try (Queries queries = new Queries(context.database().relay().connect(), SQL)) {
            if (queries.numbers("has-node-tables")[0] == 0) {
                return; // no node has started
            }
            queries.forEach("events", row -> comparison.add(row.getLong(1), row.getString(2)));
        }
        report.figure(
                "wallet events",
                comparison.rows(),
                "of %,d commands; %,d more were refused",
                commands.sum(),
                refused.sum());
        report.figure("wallet events arrived", comparison.arrived(), "in the log and in the receiver");
        report.figureIfAny("wallet events waiting", comparison.waiting(), "for the next start");
        report.figureIfAny("wallet events dead", comparison.deadLettered(), "see signalbox.dead_letters");
        feeds.forEach(feed -> report.detail(feed.topic() + " to " + feed.publisher() + ": " + feed.progress()));
        comparison.addTo(report, committed.sum());
    }

    @Override
    public void close() {
        PeriodicTask started = task;
        if (started != null) {
            started.askToStop();
        }
        service.close();
    }
}
