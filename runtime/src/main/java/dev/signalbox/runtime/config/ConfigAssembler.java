package dev.signalbox.runtime.config;

import dev.signalbox.jdbc.TableName;
import dev.signalbox.runtime.config.compatibility.CrabletProperties;
import dev.signalbox.runtime.config.compatibility.EquivalentConfig;
import dev.signalbox.runtime.config.compatibility.EventOutboxProperties;
import dev.signalbox.runtime.config.compatibility.FlowCatalystProperties;
import dev.signalbox.runtime.config.log.ConfiguredPublishers;
import dev.signalbox.runtime.config.log.FeedConfig;
import dev.signalbox.runtime.config.log.LogConfig;
import dev.signalbox.runtime.config.log.LogRules;
import dev.signalbox.runtime.config.log.LogSettings;
import dev.signalbox.runtime.config.platform.PlatformConfig;
import dev.signalbox.runtime.config.platform.PlatformSettings;
import dev.signalbox.runtime.config.relay.FollowUpRelays;
import dev.signalbox.runtime.config.relay.RelayConfig;
import dev.signalbox.runtime.config.relay.RelayRules;
import dev.signalbox.runtime.config.relay.RelaySettings;
import dev.signalbox.runtime.config.sink.SinkTypes;
import dev.signalbox.runtime.config.source.SourceConfig;
import dev.signalbox.runtime.config.source.SourceSettings;
import dev.signalbox.runtime.settings.Durations;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.SettingKey;
import dev.signalbox.runtime.settings.SettingValues;
import dev.signalbox.runtime.sink.SinkConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Assembles the configuration from the parts of a file, and finds conflicts between them. */
final class ConfigAssembler {
    private final SettingValues values;
    private final Map<String, SourceConfig> sources = new LinkedHashMap<>();
    private final Map<String, SinkConfig> sinks = new LinkedHashMap<>();
    private final List<RelayConfig> relays = new ArrayList<>();
    private final List<LogConfig> logs = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    /** The settings that name relays' tables, if they are not below the relay. */
    private final Map<String, Setting<TableName>> tables = new HashMap<>();

    private Optional<PlatformConfig> platform = Optional.empty();

    private final RelayRules relayRules;
    private final LogRules logRules;
    private final ConfiguredPublishers publishers;

    private final TransportRules transportRules;

    /** @param ofApplication the sources that connect as the application itself does */
    ConfigAssembler(SettingValues values, Set<String> ofApplication) {
        this.values = values;
        this.transportRules = new TransportRules(values, ofApplication);
        this.relayRules = new RelayRules(values, sources, sinks);
        this.logRules = new LogRules(values, sources);
        this.publishers = new ConfiguredPublishers(
                values, sinks, values.read(ProgramSettings.PLUGINS).isPresent());
    }

    /** Adds the settings below {@code signalbox}. */
    void addSignalbox() {
        sources.putAll(SourceSettings.sources(values));
        sinks.putAll(SinkTypes.sinks(values));
        relayRules.checkSources();
        relayRules.checkSinks();
        sources.values().forEach(transportRules::check);
        sinks.values().forEach(transportRules::check);
        for (String name : values.names(RelaySettings.PREFIX)) {
            RelayConfig relay = RelaySettings.relay(values, name, sources, sinks);
            relayRules.checkRelay(relay);
            if (values.read(RelaySettings.ENABLED, name)) {
                relays.add(relay);
                List<RelayConfig> followUps = FollowUpRelays.of(relay, sinks);
                relayRules.checkFollowUps(relay, followUps);
                relays.addAll(followUps);
            }
        }
    }

    /** Adds the event platform. */
    void addPlatform() {
        platform = PlatformSettings.read(values);
        platform.ifPresent(transportRules::check);
        if (platform.isEmpty() && values.anyBelow(PlatformSettings.PREFIX)) {
            warnings.add(PlatformSettings.ENABLED.key() + " is false: no events are accepted");
        }
    }

    void addFlowCatalyst() {
        new FlowCatalystProperties(values).equivalent().ifPresent(equivalent -> {
            add(equivalent, FlowCatalystProperties.PREFIX);
            tables.putAll(FlowCatalystProperties.TABLES);
        });
    }

    void addCrablet() {
        new CrabletProperties(values, publishers)
                .equivalent()
                .ifPresentOrElse(
                        equivalent -> add(equivalent, CrabletProperties.PREFIX),
                        () -> warnings.add(CrabletProperties.ENABLED.key() + " is false: no topic is published"));
    }

    void addEventOutbox() {
        add(new EventOutboxProperties(values).equivalent(), EventOutboxProperties.PREFIX);
    }

    /** Adds what the settings of a replaced system mean; names that are in use already are problems. */
    private void add(EquivalentConfig config, String by) {
        transportRules.warn(config, by);
        List<String> taken = new ArrayList<>();
        if (sources.putIfAbsent(config.source().name(), config.source()) != null) {
            taken.add("signalbox.sources." + config.source().name());
        }
        config.sink()
                .filter(sink -> sinks.putIfAbsent(sink.name(), sink) != null)
                .ifPresent(sink -> taken.add("signalbox.sinks." + sink.name()));
        config.relays().stream()
                .map(RelayConfig::name)
                .filter(values.names(RelaySettings.PREFIX)::contains)
                .forEach(name -> taken.add("signalbox.relays." + name));
        config.logs().stream()
                .map(LogConfig::name)
                .filter(values.names(LogSettings.PREFIX)::contains)
                .forEach(name -> taken.add("signalbox.logs." + name));
        taken.forEach(key -> values.problem(key, "the " + by + " settings use this name already; choose another"));
        relays.addAll(config.relays());
        logs.addAll(config.logs());
        warnings.addAll(config.warnings());
    }

    /** @param otherwise what else can be configured besides relays and logs */
    void checkNotEmpty(String otherwise) {
        if (platform.isEmpty()
                && values.names(RelaySettings.PREFIX).isEmpty()
                && values.names(LogSettings.PREFIX).isEmpty()) {
            values.problem(
                    "signalbox.relays",
                    "there is no relay and no log: configure one below signalbox.relays or signalbox.logs" + otherwise);
        }
    }

    /** The event platform has a relay of its own in `status` and in the metrics. */
    private void checkPlatformName() {
        if (platform.isPresent()) {
            Stream.of(RelaySettings.PREFIX, LogSettings.PREFIX)
                    .filter(prefix -> values.names(prefix).contains(PlatformConfig.NAME))
                    .forEach(prefix -> values.problem(
                            SettingKey.fill(prefix, PlatformConfig.NAME),
                            "is the name of the event platform's own relay; choose another"));
        }
    }

    /**
     * Runs the checks across all parts.
     *
     * @param earlier the warnings about what was read before
     */
    ServerConfig finish(Supplier<String> usualNodeName, List<String> earlier) {
        addLogs();
        checkPlatformName();
        relayRules.checkTables(relays, tables);
        logRules.checkProgress(logs);
        logRules.checkTransactions(logs);
        warnings.addAll(logRules.warnings(logs));
        HttpServerConfig http = ProgramSettings.http(values);
        transportRules.check(http);
        warnings.addAll(transportRules.warnings());
        checkGrace();
        warnOfSinks();
        unused(
                "source",
                sources.keySet(),
                Stream.concat(
                        relays.stream().map(RelayConfig::source), logs.stream().map(LogConfig::source)));
        unused("sink", sinks.keySet(), sinksInUse());
        return new ServerConfig(
                values.read(ProgramSettings.NODE_NAME).orElseGet(usualNodeName),
                http,
                new SecurityConfig(
                        values.read(ProgramSettings.ADMIN_TOKEN),
                        values.read(ProgramSettings.TOKEN_FILE),
                        OidcSettings.read(values)),
                values.read(ProgramSettings.GRACE),
                sources,
                sinks,
                relays,
                logs,
                platform,
                values.read(ProgramSettings.PLUGINS),
                Stream.concat(earlier.stream(), warnings.stream()).toList());
    }

    /** Runs last, because a publisher may be a sink of any part. */
    private void addLogs() {
        LogSettings sections = new LogSettings(values, sources, publishers);
        List<LogConfig> own = sections.logs();
        own.forEach(logRules::checkSource);
        own.stream().filter(log -> !log.feeds().isEmpty()).forEach(logs::add);
        warnings.addAll(sections.warnings());
        Set<String> names = new LinkedHashSet<>(values.names(RelaySettings.PREFIX));
        relays.forEach(relay -> names.add(relay.name()));
        logRules.checkNames(
                Stream.concat(own.stream(), logs.stream()).distinct().toList(), names);
    }

    private Stream<String> sinksInUse() {
        return Stream.concat(relays.stream().flatMap(relay -> relay.sinks().stream()), sinksOfLogs());
    }

    private void warnOfSinks() {
        for (String name : sinksInUse().distinct().toList()) {
            SinkConfig sink = sinks.get(name);
            if (sink != null) {
                warnings.addAll(sink.warnings());
                if (relays.stream().anyMatch(relay -> relay.sinks().contains(name))) {
                    warnings.addAll(sink.outboxWarnings());
                }
            }
        }
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
        if (sink != null && grace.compareTo(sink.longestSend()) <= 0) {
            warnings.add("signalbox.shutdown.grace (" + Durations.written(grace) + ") is not longer than a request of "
                    + whose + " may take ("
                    + Durations.written(sink.longestSend())
                    + "): a stop may leave messages whose delivery is not known");
        }
    }

    private Stream<String> sinksOfLogs() {
        return logs.stream()
                .flatMap(log -> log.feeds().stream())
                .map(FeedConfig::publisher)
                .filter(publisher -> publisher.kind() == FeedConfig.Publisher.Kind.SINK)
                .map(FeedConfig.Publisher::name);
    }

    private void unused(String what, Set<String> there, Stream<String> used) {
        Set<String> names = new LinkedHashSet<>(used.toList());
        there.stream()
                .filter(name -> !names.contains(name))
                .forEach(name -> warnings.add("no enabled relay or log uses the " + what + " " + name));
    }
}
