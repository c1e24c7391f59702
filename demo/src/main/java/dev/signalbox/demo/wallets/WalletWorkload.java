package dev.signalbox.demo.wallets;

import dev.signalbox.demo.database.ShopDatabase;
import dev.signalbox.demo.nodes.Cluster;
import dev.signalbox.demo.nodes.FeedStatus;
import dev.signalbox.demo.workload.AuditReport;
import dev.signalbox.demo.workload.PeriodicTask;
import dev.signalbox.demo.workload.ReceivedMessages;
import dev.signalbox.demo.workload.RunContext;
import dev.signalbox.demo.workload.Severity;
import dev.signalbox.demo.workload.ViewLine;
import dev.signalbox.demo.workload.Workload;
import dev.signalbox.example.wallet.RandomCommands;
import dev.signalbox.example.wallet.WalletService;
import dev.signalbox.example.wallet.WalletSettings;
import dev.signalbox.example.wallet.domain.Deposit;
import dev.signalbox.example.wallet.domain.OpenWallet;
import dev.signalbox.example.wallet.domain.Transfer;
import dev.signalbox.example.wallet.domain.WalletCommand;
import dev.signalbox.example.wallet.domain.WalletRefusal;
import dev.signalbox.example.wallet.domain.Withdraw;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** Opens wallets and moves money between them at a given rate. Their events are an event log that the nodes publish. */
public final class WalletWorkload implements Workload {
    /** A balance is the sum of all events of its wallet, so a wallet should not get too many. */
    private static final double HIGHEST_RATE = 25;

    private static final double COMMANDS_PER_ORDER = 0.2;
    private static final int WALLETS = 24;
    private static final int THREADS = 4;
    /** For users of the wallets' HTTP API. */
    private static final int SPARE_CONNECTIONS = 2;

    private static final int PAGE = 2000;

    private final RunContext context;
    private final WalletService service;
    private final Cluster cluster;
    private final ReceivedMessages received;
    private final RandomCommands generator;
    private final Set<String> busy = new HashSet<>();
    private final List<PeriodicTask> tasks = new ArrayList<>();
    private final LongAdder commands = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final LongAdder committed = new LongAdder();
    private volatile List<FeedStatus> feeds = List.of();

    private WalletWorkload(
            RunContext context,
            WalletService service,
            Cluster cluster,
            ReceivedMessages received,
            SplittableRandom random) {
        this.context = context;
        this.service = service;
        this.cluster = cluster;
        this.received = received;
        AtomicLong lastId = new AtomicLong();
        this.generator = new RandomCommands(WALLETS, random, () -> "demo-" + lastId.incrementAndGet());
    }

    /** Creates the tables, lets the nodes read them, and opens the wallets. */
    public static WalletWorkload prepare(
            RunContext context, Cluster cluster, ReceivedMessages received, SplittableRandom random)
            throws IOException, SQLException {
        WalletService service = WalletService.start(new WalletSettings(
                context.database().jdbcUrl(), ShopDatabase.SHOP, ShopDatabase.SHOP, 0, THREADS + SPARE_CONNECTIONS));
        boolean prepared = false;
        try {
            context.database().openEventLog();
            WalletWorkload workload = new WalletWorkload(context, service, cluster, received, random);
            workload.generator.openings().forEach(workload::execute);
            prepared = true;
            return workload;
        } finally {
            if (!prepared) {
                service.close();
            }
        }
    }

    @Override
    public void start() {
        double rate = Math.min(HIGHEST_RATE, context.options().rate() * COMMANDS_PER_ORDER);
        Duration interval = Duration.ofNanos((long) (Duration.ofSeconds(1).toNanos() * THREADS / rate));
        for (int i = 0; i < THREADS; i++) {
            tasks.add(PeriodicTask.start(
                    "wallets",
                    interval,
                    this::executeNext,
                    message -> context.activity().add(Severity.ERROR, "a thread of the wallets gave up: " + message),
                    context.clock()));
        }
    }

    private void executeNext() {
        WalletCommand command = nextCommand();
        try {
            execute(command);
        } finally {
            release(command);
        }
    }

    /**
     * Draws a command for wallets that no other thread uses. Events of a wallet whose transactions overlap may arrive in either
     * order, and the audit could not tell whether one was overtaken.
     */
    private synchronized WalletCommand nextCommand() {
        WalletCommand command = generator.next();
        while (!Collections.disjoint(busy, wallets(command))) {
            command = generator.next();
        }
        busy.addAll(wallets(command));
        return command;
    }

    private synchronized void release(WalletCommand command) {
        wallets(command).forEach(busy::remove);
    }

    private void execute(WalletCommand command) {
        try {
            service.wallets().execute(command);
            commands.increment();
            committed.add(wallets(command).size()); // one event for each wallet
        } catch (WalletRefusal e) {
            refused.increment(); // there was not enough money
        }
    }

    private static List<String> wallets(WalletCommand command) {
        return switch (command) {
            case OpenWallet opening -> List.of(opening.walletId());
            case Deposit deposit -> List.of(deposit.walletId());
            case Withdraw withdrawal -> List.of(withdrawal.walletId());
            case Transfer transfer -> List.of(transfer.from(), transfer.to());
        };
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
    public void refresh() throws InterruptedException {
        cluster.feeds().ifPresent(answer -> feeds = answer);
    }

    @Override
    public List<ViewLine> lines() {
        List<ViewLine> lines = new ArrayList<>();
        for (FeedStatus feed : feeds) {
            boolean waits = feed.status().equals("active") && !cluster.isAlive(feed.leader());
            lines.add(ViewLine.of(
                            "wallets",
                            "%s → %s  %s %s  position %,d  lag %s",
                            feed.topic(),
                            feed.publisher(),
                            waits ? "waits for take-over from" : feed.status(),
                            feed.leader(),
                            feed.position(),
                            feed.lagText())
                    .highlightIf(waits, Severity.WARNING)
                    .highlightIf(feed.status().equals("failed"), Severity.ERROR));
        }
        return lines;
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
        for (PeriodicTask task : tasks) {
            task.stop();
        }
    }

    @Override
    public boolean isDelivered() throws InterruptedException {
        Optional<List<FeedStatus>> answer = cluster.feeds();
        answer.ifPresent(now -> feeds = now);
        return answer.isPresent() && !feeds.isEmpty() && feeds.stream().allMatch(FeedStatus::isDone);
    }

    @Override
    public void audit(AuditReport report) throws SQLException {
        try (Connection connection = context.database().connectAsRelay("demo-audit")) {
            if (hasNodeTables(connection)) {
                compare(connection, report);
            }
        }
        report.addViolations(received().violations());
    }

    /** Whether a node has created the tables that hold the progress of feeds. */
    private boolean hasNodeTables(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(context.database().sql("has-owners"))) {
            return row.next() && row.getBoolean(1);
        }
    }

    private void compare(Connection connection, AuditReport report) throws SQLException {
        EventCounter events = new EventCounter();
        try (PreparedStatement statement =
                connection.prepareStatement(context.database().sql("wallet-events"))) {
            long before = -1;
            while (events.lastPosition > before) {
                before = events.lastPosition;
                statement.setLong(1, before);
                statement.setInt(2, PAGE);
                try (ResultSet page = statement.executeQuery()) {
                    while (page.next()) {
                        events.count(page, received);
                    }
                }
            }
        }
        report.figure(
                "wallet events", events.rows, "of %,d commands; %,d more were refused", commands.sum(), refused.sum());
        report.figure("wallet events arrived", events.delivered, "in the log and in the receiver");
        report.figureIfAny("wallet events waiting", events.waiting, "for the next start");
        report.figureIfAny("wallet events dead", events.deadLettered, "see signalbox.dead_letters");
        feeds.forEach(feed -> report.detail(
                "%s to %s: up to position %,d, lag %s",
                feed.topic(), feed.publisher(), feed.position(), feed.lagText()));
        // Committed events that are not in the log any more are lost, too.
        report.addLost(events.lost + Math.max(0, committed.sum() - events.rows));
        report.addNeverCommitted(received.totals().messages() - events.delivered);
    }

    private static final class EventCounter {
        private long lastPosition;
        private long rows;
        private long delivered;
        private long waiting;
        private long deadLettered;
        private long lost;

        private void count(ResultSet event, ReceivedMessages received) throws SQLException {
            lastPosition = event.getLong("position");
            rows++;
            if (received.has(lastPosition)) {
                delivered++;
            } else if (event.getBoolean("given_up")) {
                deadLettered++;
            } else if (event.getBoolean("waits")) {
                waiting++;
            } else {
                lost++;
            }
        }
    }

    @Override
    public void close() {
        tasks.forEach(PeriodicTask::askToStop);
        service.close();
    }
}
