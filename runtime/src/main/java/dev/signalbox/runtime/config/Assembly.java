package dev.signalbox.runtime.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Puts together what the parts of a file ask for, and finds what is wrong between them. */
final class Assembly {
    private final Values values;
    private final Map<String, SourceConfig> sources = new LinkedHashMap<>();
    private final Map<String, SinkConfig> sinks = new LinkedHashMap<>();
    private final List<RelayConfig> relays = new ArrayList<>();
    private final List<LogConfig> logs = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private final Contradictions contradictions;
    private final LogRules logRules;
    private final Publishers publishers;

    Assembly(Values values) {
        this.values = values;
        this.contradictions = new Contradictions(values, sources, sinks);
        this.logRules = new LogRules(values, sources);
        this.publishers = new Publishers(
                values, sinks, values.read(ProgramSettings.PLUGINS).isPresent());
    }

    /** Adds what stands below {@code signalbox}. */
    void addOwn() {
        Sections sections = new Sections(values);
        sources.putAll(sections.sources());
        sinks.putAll(sections.sinks());
        contradictions.checkSources();
        contradictions.checkSinks();
        for (String name : values.names(RelaySettings.PREFIX)) {
            RelayConfig relay = sections.relay(name, sinks);
            contradictions.checkRelay(relay);
            if (sections.enabled(name)) {
                relays.add(relay);
                List<RelayConfig> followUps = FollowUps.of(relay, sinks);
                contradictions.checkFollowUps(relay, followUps);
                relays.addAll(followUps);
            }
        }
    }

    void addSeedZero() {
        new SeedZero(values).parts().ifPresent(this::add);
    }

    private void add(SeedZero.Parts parts) {
        Set<String> taken = new LinkedHashSet<>();
        if (sources.putIfAbsent(parts.source().name(), parts.source()) != null) {
            taken.add("signalbox.sources." + parts.source().name());
        }
        if (sinks.putIfAbsent(parts.sink().name(), parts.sink()) != null) {
            taken.add("signalbox.sinks." + parts.sink().name());
        }
        Set<String> names = values.names(RelaySettings.PREFIX);
        parts.relays().stream()
                .filter(relay -> names.contains(relay.name()))
                .forEach(relay -> taken.add("signalbox.relays." + relay.name()));
        taken(taken, SeedZeroSettings.PREFIX);
        relays.addAll(parts.relays());
        warnings.addAll(parts.warnings());
    }

    void addSeedOne() {
        new SeedOne(values, publishers)
                .parts()
                .ifPresentOrElse(
                        this::add,
                        () -> warnings.add(SeedOneSettings.ENABLED.key() + " is false: no topic is published"));
    }

    private void add(SeedOne.Parts parts) {
        Set<String> taken = new LinkedHashSet<>();
        if (sources.putIfAbsent(parts.source().name(), parts.source()) != null) {
            taken.add("signalbox.sources." + parts.source().name());
        }
        if (values.names(LogSettings.PREFIX).contains(parts.log().name())) {
            taken.add("signalbox.logs." + parts.log().name());
        }
        taken(taken, SeedOneSettings.PREFIX);
        logs.add(parts.log());
    }

    void addSeedFour() {
        SeedFour.Parts parts = new SeedFour(values).parts();
        Set<String> taken = new LinkedHashSet<>();
        if (sources.putIfAbsent(parts.source().name(), parts.source()) != null) {
            taken.add("signalbox.sources." + parts.source().name());
        }
        if (sinks.putIfAbsent(parts.sink().name(), parts.sink()) != null) {
            taken.add("signalbox.sinks." + parts.sink().name());
        }
        if (values.names(RelaySettings.PREFIX).contains(parts.relay().name())) {
            taken.add("signalbox.relays." + parts.relay().name());
        }
        taken(taken, SeedFourSettings.PREFIX);
        parts.sink()
                .rabbit()
                .ifPresent(rabbit -> RabbitRules.checkTerms(values, parts.sink().name(), rabbit));
        relays.add(parts.relay());
        warnings.addAll(parts.warnings());
    }

    private void taken(Set<String> keys, String by) {
        keys.forEach(key -> values.problem(key, "the " + by + " settings use this name already; choose another"));
    }

    /** @param otherwise what else could be configured, besides relays and logs */
    void checkNotEmpty(String otherwise) {
        if (values.names(RelaySettings.PREFIX).isEmpty()
                && values.names(LogSettings.PREFIX).isEmpty()) {
            values.problem(
                    "signalbox.relays",
                    "there is no relay and no log: configure one below signalbox.relays or signalbox.logs" + otherwise);
        }
    }

    /** Looks at all of it together, and says what is allowed but probably not meant. */
    List<String> finish() {
        addLogs();
        contradictions.checkTables(relays);
        logRules.checkProgress(logs);
        warnings.addAll(logRules.warnings(logs));
        checkGrace();
        unused(
                "source",
                sources.keySet(),
                Stream.concat(
                        relays.stream().map(RelayConfig::source), logs.stream().map(LogConfig::source)));
        unused(
                "sink",
                sinks.keySet(),
                Stream.concat(relays.stream().flatMap(relay -> relay.sinks().stream()), sinksOfLogs()));
        return warnings;
    }

    /** Last, since a publisher may be a sink of any part. */
    private void addLogs() {
        LogSections sections = new LogSections(values, publishers);
        List<LogConfig> own = sections.logs();
        own.forEach(logRules::checkSource);
        own.stream().filter(log -> !log.topics().isEmpty()).forEach(logs::add);
        warnings.addAll(sections.warnings());
        Set<String> names = new LinkedHashSet<>(values.names(RelaySettings.PREFIX));
        relays.forEach(relay -> names.add(relay.name()));
        logRules.checkNames(
                Stream.concat(own.stream(), logs.stream()).distinct().toList(), names);
    }

    private void checkGrace() {
        Duration grace = values.read(ProgramSettings.GRACE);
        for (RelayConfig relay : relays) {
            relay.sinks().forEach(sink -> checkGrace(grace, sink, "the relay " + relay.name()));
        }
        for (String sink : sinksOfLogs().distinct().toList()) {
            checkGrace(grace, sink, "the publisher " + sink);
        }
    }

    private void checkGrace(Duration grace, String name, String whose) {
        SinkConfig sink = sinks.get(name);
        if (sink != null && grace.compareTo(sink.timeouts().total()) <= 0) {
            warnings.add("signalbox.shutdown.grace (" + Durations.written(grace) + ") is not longer than a request of "
                    + whose + " may take ("
                    + Durations.written(sink.timeouts().total())
                    + "): a stop may leave messages whose delivery is not known");
        }
    }

    private Stream<String> sinksOfLogs() {
        return logs.stream()
                .flatMap(log -> log.pairs().stream())
                .map(PairConfig::publisher)
                .filter(publisher -> publisher.kind() == PairConfig.Publisher.Kind.SINK)
                .map(PairConfig.Publisher::name);
    }

    private void unused(String what, Set<String> there, Stream<String> used) {
        Set<String> names = new LinkedHashSet<>(used.toList());
        there.stream()
                .filter(name -> !names.contains(name))
                .forEach(name -> warnings.add("no enabled relay or log uses the " + what + " " + name));
    }

    Map<String, SourceConfig> sources() {
        return sources;
    }

    Map<String, SinkConfig> sinks() {
        return sinks;
    }

    List<RelayConfig> relays() {
        return relays;
    }

    List<LogConfig> logs() {
        return logs;
    }
}
