package dev.signalbox.demo;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.FileAppender;
import dev.signalbox.core.time.Clock;
import dev.signalbox.demo.database.DatabaseKind;
import dev.signalbox.demo.database.ShopDatabase;
import dev.signalbox.demo.examples.ExampleJar;
import dev.signalbox.demo.examples.NotificationsExample;
import dev.signalbox.demo.examples.OrdersExample;
import dev.signalbox.demo.examples.WalletWorkload;
import dev.signalbox.demo.nodes.Cluster;
import dev.signalbox.demo.platform.PlatformWorkload;
import dev.signalbox.demo.shop.FaultInjector;
import dev.signalbox.demo.shop.Receiver;
import dev.signalbox.demo.shop.Shop;
import dev.signalbox.demo.view.View;
import dev.signalbox.demo.workload.ActivityLog;
import dev.signalbox.demo.workload.AuditReport;
import dev.signalbox.demo.workload.PeriodicTask;
import dev.signalbox.demo.workload.ReceivedMessages;
import dev.signalbox.demo.workload.RunContext;
import dev.signalbox.demo.workload.TextTemplate;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.LoggerFactory;

/** One run of the demo: starts all parts, shows their figures, and stops them in order. */
final class DemoRun {
    private static final Duration LONGEST_DRAIN = Duration.ofMinutes(1);
    private static final Duration REFRESH_INTERVAL = Duration.ofMillis(500);

    private final RunContext context;
    private final StopSignal ending;
    private final FaultInjector faults;
    private final Cluster cluster;
    private final Path configuration;
    private final List<Workload> workloads = new ArrayList<>();
    private final List<PeriodicTask> refreshes = new ArrayList<>();
    private final long began = Clock.SYSTEM.nanos();

    /** Starts all parts, which the resources close, also if not all could be started. */
    static DemoRun start(
            RunContext.Options options,
            DatabaseKind kind,
            List<ExampleJar> examples,
            StopSignal ending,
            OpenResources resources,
            Consumer<String> progress)
            throws IOException, InterruptedException, SQLException {
        ShopDatabase.Starter installed = ShopDatabase.find(kind);
        RunFolder folder = RunFolder.create();
        resources.add(folder::close);
        logTo(folder.file("demo.log"));
        progress.accept(kind.title());
        ShopDatabase database = installed.start(folder, resources);
        progress.accept("the nodes" + (examples.isEmpty() ? "" : " and the examples") + "; the shop opens meanwhile");
        DemoRun run =
                new DemoRun(new RunContext(options, folder, database, new ActivityLog()), ending, resources, examples);
        run.startWorkloads(resources);
        return run;
    }

    /** @throws IOException if an example, or what it needs, is missing; the message says what to do */
    static List<ExampleJar> findExamples(boolean withOrders, boolean withNotifications) throws IOException {
        List<ExampleJar> jars = new ArrayList<>();
        if (withOrders) {
            jars.add(ExampleJar.find("orders", "leave it out with --without-orders"));
        }
        if (withNotifications) {
            Optional<String> missing = LocalRabbit.whyNot();
            if (missing.isPresent()) {
                throw new IOException("--rabbitmq needs a RabbitMQ to start, but " + missing.get());
            }
            jars.add(ExampleJar.find("notifications", "leave it out, without --rabbitmq"));
        }
        return jars;
    }

    private DemoRun(RunContext context, StopSignal ending, OpenResources resources, List<ExampleJar> jars)
            throws IOException, SQLException {
        this.context = context;
        this.ending = ending;
        this.faults = new FaultInjector(context.options().calm());
        Receiver receiver = new Receiver(faults, context.activity());
        resources.add(receiver::close);
        this.cluster = new Cluster(context);
        String token = Passwords.random();
        add(new Shop(context, receiver), resources);
        if (context.database().postgres() != null) {
            add(new WalletWorkload(context, cluster, receiver.wallets()), resources);
            add(new PlatformWorkload(context, cluster, token), resources);
        }
        for (ExampleJar jar : jars) {
            List<Workload> before = List.copyOf(workloads);
            // Sequential, because a parallel start would slow down each example.
            BooleanSupplier mayStart = () -> cluster.isUp() && before.stream().allMatch(Workload::hasStarted);
            add(
                    jar.name().equals("orders")
                            ? new OrdersExample(context, jar, mayStart)
                            : new NotificationsExample(context, jar, mayStart),
                    resources);
        }
        StringBuilder yaml = new StringBuilder(TextTemplate.fill(DemoRun.class, "nodes.yaml", Map.of("token", token)));
        for (Workload workload : workloads) {
            yaml.append(workload.nodeConfiguration());
        }
        this.configuration = context.folder().write("relay.yaml", yaml.toString());
        resources.add(cluster::close);
        cluster.start(configuration, token);
    }

    private void add(Workload workload, OpenResources resources) {
        workloads.add(workload);
        resources.add(workload::close);
    }

    private void startWorkloads(OpenResources resources) {
        resources.add(() -> refreshes.forEach(PeriodicTask::askToStop));
        for (Workload workload : workloads) {
            workload.start();
            refreshes.add(new PeriodicTask(
                    "refresh",
                    REFRESH_INTERVAL,
                    workload::refresh,
                    message -> context.activity().error("figures cannot be read any more: " + message)));
        }
    }

    /** Shows the figures until the end, which counts from when the examples are up, and until all messages are delivered. */
    void watch(Function<View.Header, View> views, Duration duration)
            throws InterruptedException, SQLException, IOException {
        Path logs = context.folder().file("*.log");
        try (View view = views.apply(new View.Header(hints(), logs))) {
            while (!workloads.stream().allMatch(Workload::hasStarted) && goesOn(view, Long.MAX_VALUE)) {
                failIfAPartDoes();
            }
            long end = Clock.SYSTEM.nanos() + duration.toNanos();
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
        long now = Clock.SYSTEM.nanos();
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
        workloads.forEach(workload -> parts.add(workload.lines()));
        parts.add(1, cluster.lines());
        ReceivedMessages.Totals totals = received();
        parts.add(List.of(ViewLine.of(
                        "promises", "order violations %,d  duplicates %,d", totals.violations(), totals.duplicates())
                .errorIf(totals.violations() > 0)));
        Duration running = Duration.ofNanos(Clock.SYSTEM.nanos() - began);
        return new View.Figures(running, draining, parts, context.activity().entries());
    }

    private ReceivedMessages.Totals received() {
        return workloads.stream()
                .map(Workload::received)
                .reduce(ReceivedMessages.Totals.NONE, ReceivedMessages.Totals::plus);
    }

    private void drain(View view) throws InterruptedException, SQLException, IOException {
        long end = Clock.SYSTEM.nanos() + LONGEST_DRAIN.toNanos();
        while (!isDelivered() && Clock.SYSTEM.nanos() < end) {
            view.show(figures(true));
            Thread.sleep(view.interval().dividedBy(2));
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

    /** Sends all log output of this process to a file, because the terminal belongs to the view. */
    private static void logTo(Path file) {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern("%d %-5level %logger{0} %msg%n");
        encoder.start();
        FileAppender<ILoggingEvent> appender = new FileAppender<>();
        appender.setContext(context);
        appender.setFile(file.toString());
        appender.setEncoder(encoder);
        appender.start();
        Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        root.detachAndStopAllAppenders();
        root.addAppender(appender);
    }
}
