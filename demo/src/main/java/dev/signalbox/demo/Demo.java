package dev.signalbox.demo;

import dev.signalbox.core.time.Clock;
import dev.signalbox.demo.database.DatabaseKind;
import dev.signalbox.demo.nodes.Nodes;
import dev.signalbox.demo.view.Hints;
import dev.signalbox.demo.view.LiveView;
import dev.signalbox.demo.view.Palette;
import dev.signalbox.demo.view.PlainView;
import dev.signalbox.demo.view.View;
import dev.signalbox.embedded.process.FreePort;
import dev.signalbox.embedded.process.StopSignal;
import dev.signalbox.server.logging.Terminal;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command line of the demo. */
@Command(
        name = "signalbox demo",
        description = {
            "Runs a small shop on a database of its own, the nodes of a relay, of which one is killed now and then,",
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

    private final StopSignal ending = new StopSignal(Clock.SYSTEM);

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before anything is run
    private CommandLine.Model.CommandSpec spec;

    @Option(
            names = "--database",
            paramLabel = "NAME",
            defaultValue = "postgresql",
            converter = Databases.class,
            description =
                    "postgresql, which the demo brings, or mariadb or mysql, which are started if they are installed"
                            + " (default: ${DEFAULT-VALUE}). SIGNALBOX_MARIADBD and SIGNALBOX_MYSQLD name servers that are"
                            + " installed in unusual places.")
    @SuppressWarnings("NullAway.Init") // it has a default
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
            converter = Times.class,
            description = "End after this time, such as 30s or 5m (default: when told to).")
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

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Draws the same orders and failures again (default: a random one, which is shown).")
    private @Nullable Long seed;

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
    @SuppressWarnings("UnusedVariable") // picocli looks at the option, not at the field
    private boolean help;

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

    /** Runs the demo in this process; returns the exit code. */
    static int run(PrintWriter out, PrintWriter err, String... arguments) {
        return new Demo().execute(out, err, arguments);
    }

    @Override
    public Integer call() throws InterruptedException {
        check();
        PrintWriter out = spec.commandLine().getOut();
        Palette palette = new Palette(isTerminal() && System.getenv("NO_COLOR") == null);
        try {
            Summary summary = demonstrate(out, palette);
            out.println(palette.strong("Signalbox demo, summary"));
            summary.lines(palette).forEach(out::println);
            return summary.promisesKept() ? 0 : BROKEN;
        } catch (IOException | SQLException e) {
            if (ending.hasBegun()) { // a Ctrl-C also reaches what makes the database
                out.println("ended before it had begun");
                return 0;
            }
            spec.commandLine().getErr().println("signalbox: the demo cannot run: " + e.getMessage());
            return BROKEN;
        }
    }

    private int execute(PrintWriter out, PrintWriter err, String... arguments) {
        return new CommandLine(this).setOut(out).setErr(err).execute(arguments);
    }

    private Summary demonstrate(PrintWriter out, Palette palette)
            throws IOException, InterruptedException, SQLException {
        long chosenSeed = seed == null ? new SecureRandom().nextInt(1, 1_000_000) : seed;
        Nodes.Wishes cluster = new Nodes.Wishes(nodes, firstPort(), Duration.ofSeconds(killEvery));
        boolean withOrders = !withoutOrders && database == DatabaseKind.POSTGRESQL;
        if (!withoutOrders && !withOrders) {
            out.println("the orders example is left out: it needs PostgreSQL");
        }
        Run.Wishes wishes =
                new Run.Wishes(database, rate, chosenSeed, calm, new Run.Beside(withOrders, rabbitmq), cluster);
        Run.Surroundings around =
                new Run.Surroundings(Clock.SYSTEM, ending, what -> out.println("starting " + what + " …"));
        try (Run run = Run.start(wishes, around)) {
            run.watch(hints -> view(out, palette, hints), duration == null ? Duration.ofDays(3650) : duration);
            out.println("stopping the nodes, and comparing the tables with what has arrived …");
            return run.settle();
        }
    }

    private View view(PrintWriter out, Palette palette, Hints hints) {
        return plain || !isTerminal() ? new PlainView(out, hints) : new LiveView(out, palette, hints);
    }

    private static boolean isTerminal() {
        return Terminal.isPresent() && !"dumb".equals(System.getenv("TERM"));
    }

    private int firstPort() throws IOException {
        if (port == null) {
            return FreePort.from(USUAL_PORT);
        }
        if (!FreePort.isFree(port)) {
            throw new IOException("somebody listens on port " + port);
        }
        return port;
    }

    private void check() {
        if (!(rate > 0 && rate <= HIGHEST_RATE)) {
            throw new CommandLine.ParameterException(
                    spec.commandLine(), "--rate must be more than 0 and at most 5000, not " + rate);
        }
        if (port != null && (port < 0 || port > LAST_PORT)) {
            throw new CommandLine.ParameterException(spec.commandLine(), "--port must be 0 to 65535, not " + port);
        }
        if (nodes < 1 || nodes > MOST_NODES) {
            throw new CommandLine.ParameterException(spec.commandLine(), "--nodes must be 1 to 3, not " + nodes);
        }
        if (rabbitmq && database != DatabaseKind.POSTGRESQL) {
            throw new CommandLine.ParameterException(
                    spec.commandLine(),
                    "--rabbitmq needs PostgreSQL, on which the notifications example is, not " + database.title()
                            + ": leave out --rabbitmq or --database");
        }
        if (killEvery < 0) {
            throw new CommandLine.ParameterException(
                    spec.commandLine(), "--kill-every must be 0 or more, not " + killEvery);
        }
    }

    /** A signal ends the process while the demo is still running: ask it to end, and wait until it has. */
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
}
