package dev.signalbox.benchmarks;

import dev.signalbox.benchmarks.competitor.Contestant;
import dev.signalbox.benchmarks.competitor.Database;
import dev.signalbox.benchmarks.competitor.Databases;
import dev.signalbox.benchmarks.competitor.EngineSettings;
import dev.signalbox.benchmarks.database.BenchServer;
import dev.signalbox.benchmarks.scenario.BenchPlan;
import dev.signalbox.benchmarks.scenario.Scenario;
import dev.signalbox.benchmarks.workload.Destination;
import dev.signalbox.embedded.rabbitmq.LocalRabbit;
import dev.signalbox.jdbc.connection.SecretsInUrl;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options of {@code signalbox bench}: what to measure, how much, and on which server. */
final class BenchOptions {
    private static final String ALL = "all";
    private static final String RAW = "raw";
    private static final int MOST_ROWS = 10_000_000;
    private static final int HTTP_SHARE = 4;
    private static final int FIRST = 20_000;

    @Parameters(
            paramLabel = "SCENARIO",
            arity = "0..*",
            description = {
                "drain, steady, idle, backlog, nodes, fan-out, clusters, or all (default).",
                "An event log has neither backlog nor nodes, and only an event log has fan-out.",
                "clusters is for our own table on PostgreSQL and Kafka."
            })
    private List<String> scenarios = List.of(ALL);

    @Option(
            names = "--table",
            paramLabel = "WAY",
            split = ",",
            description = {
                "Tables and ways to deliver from them: mark, own, table, event-outbox, log, log-group, raw, all (default).",
                "log follows an event log in the order of positions, log-group in the order of each group.",
                "raw compares raw loops with each other. MariaDB and MySQL have mark, own and table."
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

    @Option(
            names = "--backlog-rows",
            paramLabel = "N",
            description = "Rows of the long backlog (default: 2000000; quick: 200000).")
    private @Nullable Integer backlogRows;

    @Option(names = "--seconds", paramLabel = "N", description = "Of steady and idle (default: 30; quick: 5).")
    private @Nullable Integer seconds;

    @Option(
            names = "--poll",
            paramLabel = "MS",
            defaultValue = "1000",
            description = "Signalbox's poll interval in milliseconds (default: ${DEFAULT-VALUE}).")
    private int poll;

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

    List<Scenario> scenarios() {
        Set<String> words =
                checked("scenario", scenarios, Stream.of(Scenario.values()).map(Scenario::toString));
        return Arrays.stream(Scenario.values())
                .filter(scenario -> words.contains(scenario.toString()))
                .toList();
    }

    BenchPlan plan() {
        Database database = database();
        Set<String> ways = checked(
                "--table",
                tables,
                Stream.concat(
                        database.contestants().stream().map(Contestant::key),
                        database.rawMatch().map(_ -> RAW).stream()));
        int inProcess = amount("--rows", rows, 200_000, 20_000, HTTP_SHARE, MOST_ROWS);
        int backlog = amount("--backlog-rows", backlogRows, 2_000_000, 200_000, HTTP_SHARE, MOST_ROWS);
        Duration time = Duration.ofSeconds(amount("--seconds", seconds, 30, 5, 1, 3_600));
        // Polling slows down in steps, and sessions report their counters after at most 10 s
        Duration settle = Duration.ofSeconds(quick ? 5 : 30);
        BenchPlan plan = new BenchPlan(
                database,
                database.contestants().stream()
                        .filter(contestant -> ways.contains(contestant.key()))
                        .toList(),
                ways.contains(RAW),
                destinations(),
                amount("--warm-up", warmUp, 3, 1, 1, 100),
                amount("--pairs", pairs, 5, 1, 1, 100),
                new BenchPlan.Rows(inProcess, inProcess / HTTP_SHARE, backlog, Math.min(FIRST, backlog)),
                new BenchPlan.Times(Duration.ofSeconds(quick ? 2 : 5), time, settle, time),
                new EngineSettings(Duration.ofMillis(amount("--poll", poll, poll, poll, 10, 60_000)), !noWakeUps));
        checkServer();
        return plan;
    }

    private List<Destination> destinations() {
        Set<String> words =
                checked("--sink", sinks, Stream.of(Destination.values()).map(Destination::toString));
        Optional<String> noRabbit = LocalRabbit.whyNot();
        if (noRabbit.isPresent() && sinks.contains(Destination.RABBITMQ.toString())) {
            throw new IllegalArgumentException("--sink rabbitmq: " + noRabbit.get());
        }
        return Arrays.stream(Destination.values())
                .filter(destination -> words.contains(destination.toString()))
                .filter(destination -> destination != Destination.RABBITMQ || noRabbit.isEmpty())
                .toList();
    }

    private int amount(String option, @Nullable Integer given, int usual, int small, int least, int most) {
        int value = given == null ? (quick ? small : usual) : given;
        if (value < least || value > most) {
            throw new IllegalArgumentException(option + " must be " + least + " to " + most + ", not " + value);
        }
        return value;
    }

    private static Set<String> checked(String what, List<String> chosen, Stream<String> allowed) {
        Set<String> all = allowed.collect(Collectors.toCollection(LinkedHashSet::new));
        for (String word : chosen) {
            if (!word.equals(ALL) && !all.contains(word)) {
                throw new IllegalArgumentException(
                        "unknown " + what + " '" + word + "': there is " + String.join(", ", all) + ", and " + ALL);
            }
        }
        return chosen.contains(ALL) ? all : Set.copyOf(chosen);
    }

    private Database database() {
        String word = kind;
        if (word != null) {
            return Databases.byKey(word)
                    .orElseThrow(() -> new IllegalArgumentException(Databases.ALL.stream()
                            .map(Database::key)
                            .collect(Collectors.joining(", ", "unknown --database '" + word + "': there is ", ""))));
        }
        return Optional.ofNullable(url).flatMap(Databases::byUrl).orElse(Databases.POSTGRESQL);
    }

    private void checkServer() {
        if (url != null) {
            namedServer(url);
        } else if (username != null) {
            throw new IllegalArgumentException("--username is for a server that --url names");
        } else if (database().whyNotPrivate().isPresent()) {
            throw new IllegalArgumentException(database().whyNotPrivate().get());
        }
    }

    BenchServer open() throws IOException, InterruptedException {
        return url == null ? database().startIn(data()) : namedServer(url);
    }

    private BenchServer namedServer(String address) {
        String name = username == null ? System.getProperty("user.name", "postgres") : username;
        String secret = password == null ? System.getenv(database().passwordVariable()) : password;
        return database().at(address, name, secret == null ? "" : secret);
    }

    Path data() {
        return data.toAbsolutePath();
    }

    String serverDescription() {
        return url == null ? "private" : SecretsInUrl.masked(url);
    }
}
