package dev.signalbox.demo.platform;

import dev.signalbox.demo.database.DatabaseLogin;
import dev.signalbox.demo.nodes.Cluster;
import dev.signalbox.demo.workload.AuditReport;
import dev.signalbox.demo.workload.Comparison;
import dev.signalbox.demo.workload.PeriodicTask;
import dev.signalbox.demo.workload.Queries;
import dev.signalbox.demo.workload.ReceivedMessages;
import dev.signalbox.demo.workload.RunContext;
import dev.signalbox.demo.workload.TextTemplate;
import dev.signalbox.demo.workload.ViewLine;
import dev.signalbox.demo.workload.Workload;
import dev.signalbox.jdbc.SqlCollection;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Notices to customers: each is written in a transaction with its outbox row, relayed to the platform of the nodes, and
 * delivered from there to three receivers of webhooks.
 */
public final class PlatformWorkload implements Workload {
    static final String TYPE = "shop:orders:notice:sent";
    private static final SqlCollection SQL = SqlCollection.load(PlatformWorkload.class, "notices.sql");
    private static final Duration TRY_AGAIN_AFTER = Duration.ofSeconds(1);

    private final RunContext context;
    private final Cluster cluster;
    private final String token;
    private final List<WebhookTarget> targets = WebhookTarget.all();
    private final WebhookReceivers receivers;
    private final NoticeGenerator generator;
    private final Queries queries;
    private volatile @Nullable PeriodicTask start;
    private volatile @Nullable PeriodicTask task;
    private volatile long[] waiting = new long[2];

    /**
     * Creates the tables, and lets the nodes use them.
     *
     * @param token of the nodes' administration API, which is the platform's, too
     */
    public PlatformWorkload(RunContext context, Cluster cluster, String token) throws IOException, SQLException {
        this.context = context;
        this.cluster = cluster;
        this.token = token;
        DatabaseLogin shop = context.database().shop();
        shop.execute(SQL.text("notices"), SQL.text("outbox"), SQL.text("index"), SQL.text("rights"));
        this.receivers = new WebhookReceivers(targets, context.options().calm(), context.activity());
        this.generator = new NoticeGenerator(shop, SQL);
        this.queries = new Queries(context.database().relay().connect(), SQL);
    }

    @Override
    public String nodeConfiguration() throws IOException {
        DatabaseLogin login = context.database().relay();
        return TextTemplate.fill(
                PlatformWorkload.class,
                "platform.yaml",
                Map.of("url", login.jdbcUrl(), "user", login.user(), "node", cluster.address(), "token", token));
    }

    /** The nodes must be up before anything can be subscribed. */
    @Override
    public void start() {
        start = new PeriodicTask("subscribe", TRY_AGAIN_AFTER, this::subscribe, this::gaveUp);
    }

    private void subscribe() throws IOException, InterruptedException {
        if (task != null || !cluster.isUp()) {
            return;
        }
        Subscriber subscriber = new Subscriber(cluster.address(), token);
        for (WebhookTarget target : targets) {
            receivers.accept(target, subscriber.subscribe(target, receivers.url(target)));
        }
        task = new PeriodicTask("notices", generator.interval(context.options().rate()), generator::next, this::gaveUp);
        context.activity().good("billing, analytics and warehouse have subscribed to notices");
    }

    private void gaveUp(String message) {
        context.activity().error("there are no more notices: " + message);
    }

    @Override
    public boolean hasStarted() {
        return task != null;
    }

    @Override
    public void refresh() throws SQLException {
        if (queries.numbers("has-platform")[0] != 0) {
            waiting = queries.numbers("waiting");
        }
    }

    @Override
    public List<ViewLine> lines() {
        List<ViewLine> lines = new ArrayList<>();
        lines.add(ViewLine.of(
                "platform",
                "notices %,d  in the outbox %,d  jobs that wait %,d",
                generator.committed(),
                waiting[0],
                waiting[1]));
        for (WebhookTarget target : targets) {
            boolean away = receivers.isAway(target);
            lines.add(ViewLine.of(
                            "webhook",
                            "%s received %,d%s",
                            target.code(),
                            target.received().totals().messages(),
                            away ? "  is away: answers 503" : "")
                    .warningIf(away));
        }
        return lines;
    }

    @Override
    public List<ViewLine> hints() {
        return List.of(ViewLine.of(
                "jobs", "curl -H 'Authorization: Bearer %s' %s/api/dispatch/jobs?size=5", token, cluster.address()));
    }

    @Override
    public ReceivedMessages.Totals received() {
        return targets.stream()
                .map(target -> target.received().totals())
                .reduce(ReceivedMessages.Totals.NONE, ReceivedMessages.Totals::plus);
    }

    @Override
    public void stop() throws InterruptedException {
        for (PeriodicTask each : tasks()) {
            each.stop();
        }
        receivers.recover();
    }

    private List<PeriodicTask> tasks() {
        return Optional.ofNullable(task)
                .map(List::of)
                .orElseGet(() -> Optional.ofNullable(start).stream().toList());
    }

    @Override
    public boolean isDelivered() throws SQLException {
        refresh();
        return waiting[0] + waiting[1] == 0;
    }

    @Override
    public void audit(AuditReport report) throws SQLException {
        if (queries.numbers("has-platform")[0] == 0) {
            return; // no node has started
        }
        Map<String, Comparison> comparisons = new LinkedHashMap<>();
        targets.forEach(target -> comparisons.put(target.code(), new Comparison(target.received())));
        queries.forEach("deliveries", row -> {
            Comparison comparison = comparisons.get(row.getString(2));
            if (comparison != null) {
                comparison.add(row.getLong(1), row.getString(3));
            }
        });
        report.figure("notices", generator.committed(), "through outbox, relay and platform to three receivers");
        comparisons.forEach((code, comparison) -> {
            report.figure(code + " received", comparison.arrived(), "signed webhooks, verified");
            report.figureIfAny(code + " waiting", comparison.waiting(), "for the next start");
            report.figureIfAny(code + " given up", comparison.deadLettered(), "see /api/dispatch/jobs?status=ERROR");
            comparison.addTo(report, generator.committed());
        });
    }

    @Override
    public void close() throws IOException {
        tasks().forEach(PeriodicTask::askToStop);
        receivers.close();
        generator.close();
        queries.close();
    }
}
