package dev.signalbox.benchmarks;

import dev.signalbox.benchmarks.competitor.BenchConfiguration;
import dev.signalbox.benchmarks.competitor.Database;
import dev.signalbox.benchmarks.competitor.Databases;
import dev.signalbox.benchmarks.competitor.EngineSettings;
import dev.signalbox.benchmarks.database.BenchServer;
import dev.signalbox.benchmarks.report.BenchReport;
import dev.signalbox.benchmarks.report.MeasuredRun;
import dev.signalbox.benchmarks.report.RunLog;
import dev.signalbox.benchmarks.report.ScenarioResult;
import dev.signalbox.benchmarks.scenario.BenchContext;
import dev.signalbox.benchmarks.scenario.BenchPlan;
import dev.signalbox.benchmarks.workload.Destination;
import dev.signalbox.benchmarks.workload.Receivers;
import dev.signalbox.embedded.process.OpenResources;
import dev.signalbox.embedded.process.RemovedArguments;
import dev.signalbox.embedded.rabbitmq.LocalRabbit;
import dev.signalbox.jdbc.connection.SecretsInUrl;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code signalbox bench}. */
@Command(
        name = "signalbox bench",
        sortOptions = false,
        description = {
            "Measures Signalbox against raw loops over the same table on the same server, in turn.",
            "Read the ratios: absolute rates say as much about the machine.",
            "The event platform has a benchmark of its own: ./signalbox bench platform --help.",
            ""
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:measured, whether or not the bars were reached",
            "1:it could not run, or a message was lost, repeated or overtaken",
            "2:bad usage"
        })
public final class BenchCommand extends MeasuringCommand {
    private static final RemovedArguments REMOVED = new RemovedArguments(
            Set.of("--backlog-rows", "--poll", "--svg"),
            Map.of("backlog", "drain", "nodes", "drain", "fan-out", "drain", "clusters", "drain"));

    @Parameters(paramLabel = "SCENARIO", arity = "0..*", description = "drain, steady, idle, or all (default).")
    private List<String> scenarios = List.of(ALL);

    @Option(
            names = "--table",
            paramLabel = "WAY",
            split = ",",
            description = {
                "Tables and ways to deliver from them: mark, own, table, event-outbox, log, log-group, all (default).",
                "log follows an event log in the order of positions, log-group in the order of each group.",
                "MariaDB and MySQL have mark, own and table."
            })
    private List<String> tables = List.of(ALL);

    @Option(
            names = "--sink",
            paramLabel = "SINK",
            split = ",",
            description = {
                "The destination: in-process, http (2 ms, batches of 100), kafka (a private broker),",
                "rabbitmq (the same, if it is installed), or all (default). A steady rate is not measured with http."
            })
    private List<String> sinks = List.of(ALL);

    @Option(names = "--pairs", paramLabel = "N", description = "Pairs of runs that count (default: 5; quick: 1).")
    private @Nullable Integer pairs;

    @Option(
            names = "--warm-up",
            paramLabel = "N",
            description = "Pairs of drains that warm up the JVM and do not count (default: 3; quick: 1).")
    private @Nullable Integer warmUp;

    @Option(
            names = "--rows",
            paramLabel = "N",
            description = {
                "Rows of a drain (default: 200000; quick: 20000).",
                "With HTTP there are a quarter of them, and in an event log two and a half times as many."
            })
    private @Nullable Integer rows;

    @Option(names = "--seconds", paramLabel = "N", description = "Of steady and idle (default: 30; quick: 5).")
    private @Nullable Integer seconds;

    @Option(names = "--no-wake-ups", description = "Signalbox polls for new rows, without notifications.")
    private boolean noWakeUps;

    @Option(names = "--quick", description = "Small amounts: to see that it works, not for figures.")
    private boolean quick;

    @Option(
            names = "--database",
            paramLabel = "KIND",
            description = {
                "postgresql (default), mariadb or mysql; with --url that of the URL.",
                "The first two start a private server; MariaDB must be installed for that."
            })
    private @Nullable String kind;

    @Option(
            names = "--url",
            paramLabel = "JDBC",
            description = {
                "A server to use instead of a private one, such as jdbc:postgresql://host/database.",
                "Schema signalbox_bench is dropped and created there; schema signalbox is created if it is missing.",
                "On MySQL and MariaDB only the database signalbox_bench is used, whatever the URL names."
            })
    private @Nullable String url;

    @Option(names = "--username", paramLabel = "NAME", description = "The user for --url.")
    private @Nullable String username;

    @Option(
            names = "--password",
            paramLabel = "TEXT",
            description = "The password for --url (default: the variable PGPASSWORD, for MySQL MYSQL_PWD).")
    private @Nullable String password;

    @Option(
            names = "--data",
            paramLabel = "FOLDER",
            description = "For the data of private servers, until the end (default: target/bench).")
    private Path data = Path.of("target", "bench");

    private BenchCommand() {}

    public static void main(String[] arguments) {
        main((out, err) -> run(out, err, arguments));
    }

    static int run(PrintWriter out, PrintWriter err, String... arguments) {
        return new BenchCommand().execute(out, err, REMOVED, arguments);
    }

    @Override
    protected Callable<Integer> plan() {
        List<String> chosen = chosen("scenario", scenarios, List.of("drain", "steady", "idle"), Function.identity());
        Database database = chosen(
                        "--database",
                        List.of(kind == null ? databaseOfUrl().key() : kind),
                        Databases.ALL,
                        Database::key)
                .getFirst();
        int time = amount("--seconds", seconds, 30, 5, 1, 3_600);
        BenchPlan plan = new BenchPlan(
                database,
                chosen("--table", tables, database.configurations(), BenchConfiguration::key),
                destinations(),
                amount("--warm-up", warmUp, 3, 1, 1, 100),
                amount("--pairs", pairs, 5, 1, 1, 100),
                amount("--rows", rows, 200_000, 20_000, 4, 10_000_000),
                Duration.ofSeconds(time),
                Duration.ofSeconds(quick ? 2 : 5),
                // Polling slows down in steps, and sessions report their counters after at most 10 s
                Duration.ofSeconds(quick ? 5 : 30),
                new EngineSettings(EngineSettings.DEFAULTS.pollInterval(), !noWakeUps));
        check(url != null || username == null, "--username is for a server that --url names");
        if (url == null) {
            database.whyNotPrivate().ifPresent(reason -> check(false, reason));
            return () -> measure(chosen, plan, started -> database.startIn(data.toAbsolutePath(), started));
        }
        String user = username == null ? System.getProperty("user.name", "postgres") : username;
        String secret = password == null ? System.getenv(database.passwordVariable()) : password;
        BenchServer named = database.at(url, user, secret == null ? "" : secret);
        return () -> measure(chosen, plan, _ -> named);
    }

    private Database databaseOfUrl() {
        return Optional.ofNullable(url).flatMap(Databases::byUrl).orElse(Databases.POSTGRESQL);
    }

    private List<Destination> destinations() {
        Optional<String> noRabbit = LocalRabbit.whyNot();
        check(
                noRabbit.isEmpty() || !sinks.contains(Destination.RABBITMQ.toString()),
                "--sink rabbitmq: " + noRabbit.orElse(""));
        return chosen("--sink", sinks, List.of(Destination.values()), Destination::toString).stream()
                .filter(destination -> destination != Destination.RABBITMQ || noRabbit.isEmpty())
                .toList();
    }

    private int amount(String option, @Nullable Integer given, int usual, int small, int least, int most) {
        return amount(option, given, quick ? small : usual, least, most);
    }

    private interface ServerStart {
        BenchServer start(OpenResources started) throws Exception;
    }

    private int measure(List<String> chosen, BenchPlan plan, ServerStart start) throws Exception {
        List<MeasuredRun> runs = new ArrayList<>();
        try (OpenResources started = new OpenResources();
                BenchServer server = start.start(started)) {
            server.open();
            Receivers receivers = new Receivers(data.toAbsolutePath(), started);
            Map<String, String> settings = settings(server, plan);
            settings.forEach((name, value) -> out().printf("  %-24s %s%n", name, value));
            BenchContext context = new BenchContext(server, receivers, plan, new RunLog(out(), runs));
            List<ScenarioResult> results = new ArrayList<>();
            for (String scenario : chosen) {
                results.addAll(context.measure(scenario));
            }
            BenchReport report = new BenchReport(settings, runs, results);
            report.print(out());
            writeJson(report);
        }
        return runs.stream().allMatch(run -> run.faults().isEmpty()) ? 0 : BROKEN;
    }

    private Map<String, String> settings(BenchServer server, BenchPlan plan) throws SQLException {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("date", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
        settings.put(
                "server",
                (url == null ? "private " : SecretsInUrl.masked(url) + " ")
                        + plan.database().product());
        settings.putAll(server.settings());
        settings.put("cores", String.valueOf(Runtime.getRuntime().availableProcessors()));
        settings.put("JVM", System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
        settings.put("largest heap", (Runtime.getRuntime().maxMemory() >> 20) + " MB");
        settings.put("pairs", "%d; before drains %d to warm up".formatted(plan.pairs(), plan.warmUp()));
        settings.putAll(plan.database().notes());
        settings.put("Kafka", Receivers.kafkaDescription());
        settings.put("RabbitMQ", "one private broker, a durable classic queue, persistent messages");
        settings.put("wake-ups", plan.engine().wakeUps() ? "if the database notifies" : "none: polling only");
        return settings;
    }
}
