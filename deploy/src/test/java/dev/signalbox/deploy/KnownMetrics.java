package dev.signalbox.deploy;

import dev.signalbox.runtime.metrics.MetricNames;
import dev.signalbox.runtime.metrics.MetricNames.Figure;
import dev.signalbox.server.program.ProgramMetrics;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** What the program really shows at {@code /metrics}, and what Prometheus adds. */
final class KnownMetrics {
    private static final Pattern SAMPLE = Pattern.compile("(?m)^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\\{([^}]*)})? ");
    private static final Pattern LABEL = Pattern.compile("([a-zA-Z_]+)=\"");

    /** Those that Prometheus gives to each sample, on Kubernetes with the namespace, and the one of buckets. */
    private static final Set<String> ADDED_LABELS = Set.of("job", "instance", "namespace", "le");

    private static @Nullable KnownMetrics read;

    private final Set<String> names;
    private final Set<String> labels;

    private KnownMetrics(Set<String> names, Set<String> labels) {
        this.names = names;
        this.labels = labels;
    }

    static synchronized KnownMetrics ofTheServer() {
        if (read == null) {
            read = read();
        }
        return read;
    }

    private static KnownMetrics read() {
        try (ProgramMetrics metrics = new ProgramMetrics()) {
            String machine = scrapedAfterACollection(metrics);
            return new KnownMetrics(namesWith(machine), labelsWith(machine));
        }
    }

    Set<String> names() {
        return names;
    }

    Set<String> labels() {
        return labels;
    }

    /** The pauses of the collector are shown after the first one. */
    private static String scrapedAfterACollection(ProgramMetrics metrics) {
        System.gc();
        return Awaitility.await().until(() -> metrics.registry().scrape(), text -> text.contains("jvm_gc_pause"));
    }

    private static Set<String> namesWith(String machine) {
        Stream<String> ofMachine = SAMPLE.matcher(machine).results().map(sample -> sample.group(1));
        Stream<String> ours = MetricNames.ALL.stream().flatMap(KnownMetrics::shown);
        return Stream.of(ofMachine, ours, Stream.of("up"))
                .flatMap(all -> all)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Stream<String> shown(Figure figure) {
        return switch (figure.form()) {
            case GAUGE, COUNTER -> Stream.of(figure.shown());
            case TIMER -> Stream.of("_bucket", "_count", "_sum").map(part -> figure.shown() + part);
        };
    }

    private static Set<String> labelsWith(String machine) {
        Stream<String> ofMachine = LABEL.matcher(machine).results().map(label -> label.group(1));
        Stream<String> ours = Stream.of(MetricNames.RELAY, MetricNames.CALL, MetricNames.ACTION);
        return Stream.of(ofMachine, ours, ADDED_LABELS.stream())
                .flatMap(all -> all)
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
