package dev.signalbox.demo;

import dev.signalbox.core.time.Clock;
import dev.signalbox.demo.database.Installation;
import dev.signalbox.demo.database.ShopDatabase;
import dev.signalbox.demo.examples.Example;
import dev.signalbox.demo.examples.ExampleJar;
import dev.signalbox.demo.nodes.Cluster;
import dev.signalbox.demo.notifications.NotificationsExample;
import dev.signalbox.demo.orders.OrdersExample;
import dev.signalbox.demo.receiver.FaultInjector;
import dev.signalbox.demo.receiver.Receiver;
import dev.signalbox.demo.shop.Shop;
import dev.signalbox.demo.view.View;
import dev.signalbox.demo.wallets.WalletWorkload;
import dev.signalbox.demo.workload.ActivityLog;
import dev.signalbox.demo.workload.AuditReport;
import dev.signalbox.demo.workload.DemoOptions;
import dev.signalbox.demo.workload.PeriodicTask;
import dev.signalbox.demo.workload.ReceivedMessages;
import dev.signalbox.demo.workload.RunContext;
import dev.signalbox.demo.workload.Severity;
import dev.signalbox.demo.workload.ViewLine;
import dev.signalbox.demo.workload.Workload;
import dev.signalbox.embedded.files.Passwords;
import dev.signalbox.embedded.files.RunFolder;
import dev.signalbox.embedded.process.OpenResources;
import dev.signalbox.embedded.process.StopSignal;
import dev.signalbox.embedded.rabbitmq.LocalRabbit;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;

/** One run of the demo: starts all parts, shows their figures, and stops them in order. */
final class DemoRun implements AutoCloseable {
    private static final Duration LONGEST_DRAIN = Duration.ofSeconds(30);
    private static final Duration REFRESH_INTERVAL = Duration.ofMillis(500);

    private final RunContext context;
    private final Clock clock;
    private final StopSignal ending;
    private final OpenResources resources;
    private final FaultInjector faults;
    private final Cluster cluster;
    private final Path configuration;
    private final List<Workload> workloads = new ArrayList<>();
    private final List<PeriodicTask> refreshes = new ArrayList<>();
    private final long began;

    /** @param progress receives the names of the parts that start next */
    static DemoRun start(DemoOptions options, Clock clock, StopSignal ending, Consumer<String> progress)
            throws IOException, InterruptedException, SQLException {
        OpenResources resources = new OpenResources();
        boolean started = false;
        try {
            Installation installation = options.database().find(System.getenv());
            List<ExampleJar> examples = findExamples(options);
            RunFolder folder = RunFolder.create();
            resources.add(folder::close);
            FileLogging.use(folder.file("demo.log"));
            progress.accept(options.database().title());
            ShopDatabase database = installation.start(folder);
            resources.add(database::close);
            RunContext context =
                    new RunContext(options, folder, database, new ActivityLog(InstantSource.system()), clock);
            progress.accept(
                    "the nodes" + (examples.isEmpty() ? "" : " and the examples") + "; the shop opens meanwhile");
            DemoRun run = new DemoRun(context, ending, resources, examples);
            run.startAll();
            started = true;
            return run;
        } finally {
            if (!started) {
                resources.close();
            }
        }
    }

    private DemoRun(RunContext context, StopSignal ending, OpenResources resources, List<ExampleJar> jars)
            throws IOException, SQLException {
        this.context = context;
        this.clock = context.clock();
        this.ending = ending;
        this.resources = resources;
        this.began = clock.nanos();
        SplittableRandom random = new SplittableRandom(context.options().seed());
        this.faults = new FaultInjector(random.split(), clock, context.options().calm());
        String token = Passwords.random();
        Receiver receiver = Receiver.start(token, faults, context.activity(), clock);
        resources.add(receiver::close);
        String adminToken = Passwords.random();
        this.cluster = new Cluster(context, adminToken);
        add(new Shop(context, receiver, random.split()));
        if (context.database().hasEventLogs()) {
            add(WalletWorkload.prepare(context, cluster, receiver.wallets(), random.split()));
        }
        List<Example> examples = new ArrayList<>();
        for (ExampleJar jar : jars) {
            List<Example> before = List.copyOf(examples);
            // Sequential, because a parallel start would slow down each example.
            Example example = createExample(
                    jar, () -> cluster.isUp() && before.stream().allMatch(Example::hasStarted), random.split());
            examples.add(example);
            add(example);
        }
        this.configuration = context.folder()
                .write(
                        "relay.yaml",
                        NodeConfiguration.yaml(
                                context.database(),
                                receiver.port(),
                                token,
                                adminToken,
                                examples.stream().map(Example::relay).toList()));
    }

    /** @throws IOException if an example is missing; the message says what to do */
    private static List<ExampleJar> findExamples(DemoOptions options) throws IOException {
        Optional<String> missing = options.withNotifications() ? LocalRabbit.whyNot() : Optional.empty();
        if (missing.isPresent()) {
            throw new IOException("--rabbitmq needs a RabbitMQ to start, but " + missing.get());
        }
        List<ExampleJar> jars = new ArrayList<>();
        if (options.withOrders()) {
            jars.add(ExampleJar.find(ExampleJar.Kind.ORDERS));
        }
        if (options.withNotifications()) {
            jars.add(ExampleJar.find(ExampleJar.Kind.NOTIFICATIONS));
        }
        return jars;
    }

    private Example createExample(ExampleJar jar, BooleanSupplier mayStart, SplittableRandom random)
            throws IOException, SQLException {
        return switch (jar.kind()) {
            case ORDERS -> new OrdersExample(context, jar, mayStart, random);
            case NOTIFICATIONS -> new NotificationsExample(context, jar, mayStart, random);
        };
    }

    private void add(Workload workload) {
        workloads.add(workload);
        resources.add(workload::close);
    }

    private void startAll() throws IOException, SQLException {
        resources.add(cluster::close);
        cluster.start(configuration);
        resources.add(() -> refreshes.forEach(PeriodicTask::askToStop));
        for (Workload workload : workloads) {
            workload.start();
            refreshes.add(PeriodicTask.start(
                    "refresh",
                    REFRESH_INTERVAL,
                    workload::refresh,
                    message -> context.activity().add(Severity.ERROR, "figures cannot be read any more: " + message),
                    clock));
        }
    }

    /**
     * Shows the figures until the time is over or the end is requested, and then until all messages are delivered. The time
     * starts when the examples are up.
     */
    void watch(Function<View.Header, View> views, Duration duration)
            throws InterruptedException, SQLException, IOException {
        try (View view = views.apply(new View.Header(
                hints(), context.folder().file("*.log"), context.options().seed()))) {
            while (!workloads.stream().allMatch(Workload::hasStarted) && goesOn(view, Long.MAX_VALUE)) {
                failIfAPartDoes();
            }
            long end = clock.nanos() + duration.toNanos();
            do {
                failIfAPartDoes();
            } while (goesOn(view, end));
            view.show(figures(true));
            faults.disable();
            cluster.endKills();
            for (Workload workload : workloads) {
                workload.stop();
            }
            drain(view);
        }
    }

    private List<ViewLine> hints() {
        List<ViewLine> hints = new ArrayList<>();
        hints.add(ViewLine.of("health", "curl %s/health/ready", cluster.address()));
        workloads.forEach(workload -> hints.addAll(workload.hints()));
        hints.add(ViewLine.of("metrics", "curl -s %s/metrics | grep ^signalbox_", cluster.address()));
        hints.add(ViewLine.of("join", "./signalbox serve --port 0 --config %s", configuration));
        hints.add(ViewLine.of("status", "./signalbox status --url %s --config %s", cluster.address(), configuration));
        return hints;
    }

    /** Returns false when the time is over or the end is requested. */
    private boolean goesOn(View view, long end) throws InterruptedException {
        view.show(figures(false));
        long now = clock.nanos();
        return now < end && ending.waitUntil(Math.min(end, now + view.interval().toNanos()));
    }

    private void failIfAPartDoes() throws IOException {
        Optional<String> failure = cluster.failure()
                .or(() -> workloads.stream()
                        .flatMap(workload -> workload.failure().stream())
                        .findFirst());
        if (failure.isPresent()) {
            context.folder().keep();
            throw new IOException(failure.get());
        }
    }

    private View.Figures figures(boolean draining) {
        List<List<ViewLine>> parts = new ArrayList<>();
        parts.add(workloads.getFirst().lines());
        parts.add(cluster.lines());
        workloads.stream().skip(1).map(Workload::lines).forEach(parts::add);
        ReceivedMessages.Totals totals = received();
        parts.add(List.of(ViewLine.of(
                        "promises", "order violations %,d  duplicates %,d", totals.violations(), totals.duplicates())
                .highlightIf(totals.violations() > 0, Severity.ERROR)));
        return new View.Figures(
                Duration.ofNanos(clock.nanos() - began),
                draining,
                parts,
                context.activity().entries());
    }

    private ReceivedMessages.Totals received() {
        return workloads.stream()
                .map(Workload::received)
                .reduce(ReceivedMessages.Totals.NONE, ReceivedMessages.Totals::plus);
    }

    private void drain(View view) throws InterruptedException, SQLException, IOException {
        StopSignal never = new StopSignal(clock);
        long end = clock.nanos() + LONGEST_DRAIN.toNanos();
        while (!isDelivered() && clock.nanos() < end) {
            view.show(figures(true));
            never.waitUntil(clock.nanos() + view.interval().toNanos() / 2);
        }
        view.show(figures(true));
    }

    private boolean isDelivered() throws SQLException, IOException, InterruptedException {
        for (Workload workload : workloads) {
            if (!workload.isDelivered()) {
                return false;
            }
        }
        return true;
    }

    /** Stops the nodes, and compares all committed messages with those that arrived. */
    AuditReport audit() throws InterruptedException, SQLException {
        for (PeriodicTask refresh : refreshes) {
            refresh.stop(); // a stopping node does not report all of its feeds
        }
        AuditReport report = new AuditReport();
        cluster.stop(report);
        for (Workload workload : workloads) {
            try {
                workload.audit(report);
            } catch (IOException e) {
                report.fault(String.valueOf(e.getMessage())); // a failed comparison is a fault, too
            }
        }
        report.figure("duplicates", received().duplicates(), "arrived more than once, with the same id");
        if (!report.promisesKept()) {
            context.folder().keep();
        }
        return report;
    }

    @Override
    public void close() throws IOException {
        resources.close();
    }
}
