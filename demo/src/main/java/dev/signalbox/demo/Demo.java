package dev.signalbox.demo;

import dev.signalbox.demo.database.DatabaseKind;
import dev.signalbox.demo.examples.ExampleJar;
import dev.signalbox.demo.view.LiveView;
import dev.signalbox.demo.view.PlainView;
import dev.signalbox.demo.view.TerminalColors;
import dev.signalbox.demo.view.View;
import dev.signalbox.demo.workload.AuditReport;
import dev.signalbox.demo.workload.RunContext;
import dev.signalbox.embedded.process.FreePort;
import dev.signalbox.embedded.process.OpenResources;
import dev.signalbox.embedded.process.RemovedArguments;
import dev.signalbox.embedded.process.StopSignal;
import dev.signalbox.server.logging.Terminal;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "signalbox demo",
        description = {
            "Runs a small shop on a database of its own, nodes that are killed one by one now and then,",
            "and a receiver that sometimes fails; and beside it the orders example, with Kafka and a consumer,",
            "and if wanted the notifications example, with RabbitMQ and listeners.",
            "Ctrl-C ends it cleanly and sums up what was delivered."
        },
        footer = {"", "Exit codes: 0 all promises were kept; 1 one was broken, or the demo could not run; 2 bad usage."
        })
public final class Demo implements Callable<Integer> {
    private static final int BROKEN = 1;
    private static final int USUAL_PORT = 8080;
    private static final int LAST_PORT = 65_535;
    private static final double HIGHEST_RATE = 5_000;
    private static final int MOST_NODES = 3;
    private static final long END_SECONDS = 120;
    private static final Duration FOREVER = Duration.ofDays(3650);

    private final StopSignal ending = new StopSignal();

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before anything is run
    private CommandLine.Model.CommandSpec spec;

    @Option(
            names = "--database",
            paramLabel = "NAME",
            defaultValue = "postgresql",
            description =
                    "postgresql, which the demo brings, or mariadb or mysql, which are started if they are installed"
                            + " (default: ${DEFAULT-VALUE}). SIGNALBOX_MARIADBD and SIGNALBOX_MYSQLD name servers that are"
                            + " installed in unusual places.")
    @SuppressWarnings("NullAway.Init") // set to a default
    private DatabaseKind database;

    @Option(
            names = "--rate",
            paramLabel = "N",
            defaultValue = "50",
            description = "Orders per second, each with four messages (default: ${DEFAULT-VALUE}).")
    private double rate;

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            description = "End after this time, such as 30s or 5m (default: with Ctrl-C).")
    private @Nullable Duration duration;

    @Option(
            names = "--port",
            paramLabel = "N",
            description = "The port of the first node's health and metrics; the others take those that follow"
                    + " (default: 8080, or the next that is free).")
    private @Nullable Integer port;

    @Option(
            names = "--nodes",
            paramLabel = "N",
            defaultValue = "2",
            description = "How many nodes run, 1 to 3 (default: ${DEFAULT-VALUE}).")
    private int nodes;

    @Option(
            names = "--kill-every",
            paramLabel = "SECONDS",
            defaultValue = "20",
            description = "A node is killed this often, once all are up; 0 for never (default: ${DEFAULT-VALUE}).")
    private int killEvery;

    @Option(names = "--calm", description = "Without failures and bad messages.")
    private boolean calm;

    @Option(
            names = "--without-orders",
            description = "Without the orders example, whose Kafka and two programs take some 500 MB of memory.")
    private boolean withoutOrders;

    @Option(
            names = "--rabbitmq",
            description =
                    "Also with the notifications example: two services, RabbitMQ, which is killed now and then like the"
                            + " nodes, and four listeners. RabbitMQ has to be installed (Debian, Ubuntu: sudo apt install"
                            + " rabbitmq-server); it takes some 600 MB of memory. Needs PostgreSQL.")
    private boolean rabbitmq;

    @Option(names = "--plain", description = "One line a second instead of a picture, as without a terminal.")
    private boolean plain;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Shows this text.")
    @SuppressWarnings("UnusedVariable") // picocli uses the option, not the field
    private boolean help;

    /** Whether all parts could be started. */
    private boolean watching;

    private Demo() {}

    public static void main(String[] arguments) {
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        Demo demo = new Demo();
        CountDownLatch done = new CountDownLatch(1);
        int[] code = {BROKEN};
        Runtime.getRuntime().addShutdownHook(new Thread(() -> demo.endAndHalt(done, code), "end"));
        try {
            code[0] = demo.execute(out, err, arguments);
        } finally {
            done.countDown();
        }
        System.exit(code[0]);
    }

    static int run(PrintWriter out, PrintWriter err, String... arguments) {
        return new Demo().execute(out, err, arguments);
    }

    @Override
    public Integer call() throws InterruptedException {
        check();
        PrintWriter out = spec.commandLine().getOut();
        TerminalColors colors = new TerminalColors(isTerminal() && System.getenv("NO_COLOR") == null);
        try {
            AuditReport report = demonstrate(out, colors);
            out.println(colors.bold("Signalbox demo, summary"));
            report.lines().forEach(line -> out.println(colors.of(line.severity(), line.text())));
            return report.promisesKept() ? 0 : BROKEN;
        } catch (IOException | SQLException e) {
            if (!watching && ending.hasBegun()) { // Ctrl-C also reaches the programs that create the database
                out.println("ended before it had begun");
                return 0;
            }
            spec.commandLine().getErr().println("signalbox: the demo cannot run: " + e.getMessage());
            return BROKEN;
        }
    }

    private int execute(PrintWriter out, PrintWriter err, String... arguments) {
        return new CommandLine(this)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .registerConverter(Duration.class, Demo::parseDuration)
                .setOut(out)
                .setErr(err)
                .execute(new RemovedArguments(Set.of("--seed"), Map.of()).warnAndRemove(arguments, err));
    }

    private AuditReport demonstrate(PrintWriter out, TerminalColors colors)
            throws IOException, InterruptedException, SQLException {
        boolean withOrders = !withoutOrders && database == DatabaseKind.POSTGRESQL;
        if (!withoutOrders && !withOrders) {
            out.println("the orders example is left out: it needs PostgreSQL");
        }
        RunContext.Options options =
                new RunContext.Options(rate, calm, nodes, firstPort(), Duration.ofSeconds(killEvery));
        List<ExampleJar> examples = DemoRun.findExamples(withOrders, rabbitmq);
        try (OpenResources resources = new OpenResources()) {
            DemoRun run = DemoRun.start(
                    options, database, examples, ending, resources, what -> out.println("starting " + what + " …"));
            watching = true;
            run.watch(header -> view(out, colors, header), duration == null ? FOREVER : duration);
            out.println("stopping the nodes, and comparing the tables with what has arrived …");
            return run.audit();
        }
    }

    private View view(PrintWriter out, TerminalColors colors, View.Header header) {
        return plain || !isTerminal() ? new PlainView(out, header) : new LiveView(out, colors, header);
    }

    private static boolean isTerminal() {
        return Terminal.isPresent() && !"dumb".equals(System.getenv("TERM"));
    }

    private int firstPort() throws IOException {
        if (port == null) {
            return FreePort.from(USUAL_PORT);
        }
        if (!FreePort.isFree(port)) {
            throw new IOException("port " + port + " is in use");
        }
        return port;
    }

    private void check() {
        require(rate > 0 && rate <= HIGHEST_RATE, "--rate must be more than 0 and at most 5000, not " + rate);
        require(port == null || (port >= 0 && port <= LAST_PORT), "--port must be 0 to 65535, not " + port);
        require(nodes >= 1 && nodes <= MOST_NODES, "--nodes must be 1 to 3, not " + nodes);
        require(
                !rabbitmq || database == DatabaseKind.POSTGRESQL,
                "--rabbitmq needs PostgreSQL, on which the notifications example is, not " + database.title()
                        + ": leave out --rabbitmq or --database");
        require(killEvery >= 0, "--kill-every must be 0 or more, not " + killEvery);
    }

    private void require(boolean condition, String message) {
        if (!condition) {
            throw new CommandLine.ParameterException(spec.commandLine(), message);
        }
    }

    /** Runs on a signal: tells the demo to end, and waits for it. */
    private void endAndHalt(CountDownLatch done, int[] code) {
        ending.begin();
        boolean ended = false;
        try {
            ended = done.await(END_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        System.out.flush();
        Runtime.getRuntime().halt(ended ? code[0] : BROKEN);
    }

    private static Duration parseDuration(String text) {
        if (!text.matches("0*[1-9][0-9]{0,5}[smh]")) {
            throw new CommandLine.TypeConversionException("'" + text + "' is no time such as 30s, 5m or 1h");
        }
        return Duration.parse("PT" + text);
    }
}
