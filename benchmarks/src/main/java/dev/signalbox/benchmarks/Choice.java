package dev.signalbox.benchmarks;

import dev.signalbox.benchmarks.competitor.Contestant;
import dev.signalbox.benchmarks.competitor.Database;
import dev.signalbox.benchmarks.competitor.Databases;
import dev.signalbox.benchmarks.scenario.Scenario;
import dev.signalbox.benchmarks.workload.Destination;
import dev.signalbox.benchmarks.workload.Destinations;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What is measured. */
final class Choice {
    private static final String ALL = "all";
    private static final String RAW = "raw";

    @Parameters(
            paramLabel = "SCENARIO",
            arity = "0..*",
            description = {
                "drain, steady, idle, backlog, nodes, fan-out, clusters, or all (default).",
                "An event log is not emptied: it has neither backlog nor nodes, and only it has fan-out.",
                "clusters is for our own table on PostgreSQL and Kafka."
            })
    private List<String> scenarios = List.of(ALL);

    @Option(
            names = "--table",
            paramLabel = "WAY",
            split = ",",
            completionCandidates = Ways.class,
            description = {
                "The ways of working a table, with commas between them: ${COMPLETION-CANDIDATES} (default: all).",
                "log follows an event log in the order of positions, log-group in the order of each group.",
                "With raw, the raw loops are compared with each other. On MariaDB and MySQL there is neither."
            })
    private List<String> tables = List.of(ALL);

    @Option(
            names = "--sink",
            paramLabel = "SINK",
            split = ",",
            description = {
                "Where a drain goes: in-process, http (2 ms, batches of 100), kafka (a private broker), rabbitmq (the same, if it is installed), or all (default).",
                "A steady rate goes to the first and the last of them."
            })
    private List<String> sinks = List.of(ALL);

    List<Scenario> scenarios() {
        Set<String> words =
                checked("scenario", scenarios, Stream.of(Scenario.values()).map(Choice::word));
        return Arrays.stream(Scenario.values())
                .filter(scenario -> words.contains(word(scenario)))
                .toList();
    }

    List<Contestant> contestants(Database database) {
        Set<String> words = tables(database);
        return database.contestants().stream()
                .filter(contestant -> words.contains(contestant.key()))
                .toList();
    }

    boolean rawToo(Database database) {
        return tables(database).contains(RAW);
    }

    List<Destination> destinations() {
        Set<String> words =
                checked("--sink", sinks, Stream.of(Destination.values()).map(Destination::toString));
        Optional<String> noRabbit = Destinations.whyNoRabbit();
        if (noRabbit.isPresent() && sinks.contains(Destination.RABBITMQ.toString())) {
            throw new IllegalArgumentException("--sink rabbitmq: " + noRabbit.get());
        }
        return Arrays.stream(Destination.values())
                .filter(destination -> words.contains(destination.toString()))
                .filter(destination -> destination != Destination.RABBITMQ || noRabbit.isEmpty())
                .toList();
    }

    /** Lists the ways in the help: on PostgreSQL there are all of them. */
    static final class Ways implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Stream.concat(ways(Databases.POSTGRESQL), Stream.of(ALL)).iterator();
        }
    }

    private static Stream<String> ways(Database database) {
        return Stream.concat(
                database.contestants().stream().map(Contestant::key), database.rawMatch().map(_ -> RAW).stream());
    }

    private Set<String> tables(Database database) {
        return checked("--table", tables, ways(database));
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

    private static String word(Scenario scenario) {
        return scenario.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
