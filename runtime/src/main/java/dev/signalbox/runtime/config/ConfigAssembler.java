package dev.signalbox.runtime.config;

import dev.signalbox.jdbc.TableName;
import dev.signalbox.runtime.config.compatibility.CrabletProperties;
import dev.signalbox.runtime.config.compatibility.CrabletSettings;
import dev.signalbox.runtime.config.compatibility.EventOutboxProperties;
import dev.signalbox.runtime.config.compatibility.EventOutboxSettings;
import dev.signalbox.runtime.config.compatibility.FlowCatalystProperties;
import dev.signalbox.runtime.config.compatibility.FlowCatalystSettings;
import dev.signalbox.runtime.config.log.ConfiguredPublishers;
import dev.signalbox.runtime.config.log.FeedConfig;
import dev.signalbox.runtime.config.log.LogConfig;
import dev.signalbox.runtime.config.log.LogConfigReader;
import dev.signalbox.runtime.config.log.LogRules;
import dev.signalbox.runtime.config.log.LogSettings;
import dev.signalbox.runtime.config.relay.FollowUpRelays;
import dev.signalbox.runtime.config.relay.RelayConfig;
import dev.signalbox.runtime.config.relay.RelayConfigReader;
import dev.signalbox.runtime.config.relay.RelayRules;
import dev.signalbox.runtime.config.relay.RelaySettings;
import dev.signalbox.runtime.config.sink.SinkTypes;
import dev.signalbox.runtime.config.source.SourceConfig;
import dev.signalbox.runtime.config.source.SourceConfigReader;
import dev.signalbox.runtime.settings.Durations;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.SettingValues;
import dev.signalbox.runtime.sink.SinkConfig;
import dev.signalbox.runtime.sink.rabbitmq.RabbitRules;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Assembles the configuration from the parts of a file, and finds conflicts between them. */
final class ConfigAssembler {
    private final SettingValues settingValues;
    private final Map<String, SourceConfig> sources = new LinkedHashMap<>();
    private final Map<String, SinkConfig> sinks = new LinkedHashMap<>();
    private final List<RelayConfig> relays = new ArrayList<>();
    private final List<LogConfig> logs = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    /** The settings that name relays' tables, if they are not below the relay. */
    private final Map<String, Setting<TableName>> tables = new HashMap<>();

    private final RelayRules relayRules;
    private final LogRules logRules;
    private final ConfiguredPublishers configuredPublishers;

    ConfigAssembler(SettingValues settingValues) {
        this.settingValues = settingValues;
        this.relayRules = new RelayRules(settingValues, sources, sinks);
        this.logRules = new LogRules(settingValues, sources);
        this.configuredPublishers = new ConfiguredPublishers(
                settingValues,
                sinks,
                settingValues.read(ConfiguredPublishers.PLUGINS).isPresent());
    }

    /** Adds the settings below {@code signalbox}. */
    void addSignalbox() {
        RelayConfigReader relayConfigReader = new RelayConfigReader(settingValues);
        sources.putAll(SourceConfigReader.sources(settingValues));
        sinks.putAll(SinkTypes.sinks(settingValues));
        relayRules.checkSources();
        relayRules.checkSinks();
        for (String name : settingValues.names(RelaySettings.PREFIX)) {
            RelayConfig relay = relayConfigReader.relay(name, sources, sinks);
            relayRules.checkRelay(relay);
            if (relayConfigReader.enabled(name)) {
                relays.add(relay);
                List<RelayConfig> followUps = FollowUpRelays.of(relay, sinks);
                relayRules.checkFollowUps(relay, followUps);
                relays.addAll(followUps);
            }
        }
    }

    void addFlowCatalyst() {
        new FlowCatalystProperties(settingValues).equivalent().ifPresent(this::add);
    }

    private void add(FlowCatalystProperties.EquivalentConfig equivalentConfig) {
        Set<String> taken = new LinkedHashSet<>();
        if (sources.putIfAbsent(equivalentConfig.source().name(), equivalentConfig.source()) != null) {
            taken.add("signalbox.sources." + equivalentConfig.source().name());
        }
        if (sinks.putIfAbsent(equivalentConfig.sink().name(), equivalentConfig.sink()) != null) {
            taken.add("signalbox.sinks." + equivalentConfig.sink().name());
        }
        Set<String> names = settingValues.names(RelaySettings.PREFIX);
        equivalentConfig.relays().stream()
                .filter(relay -> names.contains(relay.name()))
                .forEach(relay -> taken.add("signalbox.relays." + relay.name()));
        taken(taken, FlowCatalystSettings.PREFIX);
        tables.putAll(FlowCatalystProperties.TABLES);
        relays.addAll(equivalentConfig.relays());
        warnings.addAll(equivalentConfig.warnings());
    }

    void addCrablet() {
        new CrabletProperties(settingValues, configuredPublishers)
                .equivalent()
                .ifPresentOrElse(
                        this::add,
                        () -> warnings.add(CrabletSettings.ENABLED.key() + " is false: no topic is published"));
    }

    private void add(CrabletProperties.EquivalentConfig equivalentConfig) {
        Set<String> taken = new LinkedHashSet<>();
        if (sources.putIfAbsent(equivalentConfig.source().name(), equivalentConfig.source()) != null) {
            taken.add("signalbox.sources." + equivalentConfig.source().name());
        }
        if (settingValues
                .names(LogSettings.PREFIX)
                .contains(equivalentConfig.log().name())) {
            taken.add("signalbox.logs." + equivalentConfig.log().name());
        }
        taken(taken, CrabletSettings.PREFIX);
        logs.add(equivalentConfig.log());
    }

    void addEventOutbox() {
        EventOutboxProperties.EquivalentConfig equivalentConfig = new EventOutboxProperties(settingValues).equivalent();
        Set<String> taken = new LinkedHashSet<>();
        if (sources.putIfAbsent(equivalentConfig.source().name(), equivalentConfig.source()) != null) {
            taken.add("signalbox.sources." + equivalentConfig.source().name());
        }
        if (sinks.putIfAbsent(equivalentConfig.sink().name(), equivalentConfig.sink()) != null) {
            taken.add("signalbox.sinks." + equivalentConfig.sink().name());
        }
        if (settingValues
                .names(RelaySettings.PREFIX)
                .contains(equivalentConfig.relay().name())) {
            taken.add("signalbox.relays." + equivalentConfig.relay().name());
        }
        taken(taken, EventOutboxSettings.PREFIX);
        RabbitRules.check(
                settingValues,
                equivalentConfig.sink(),
                EventOutboxSettings.ADDRESSES,
                EventOutboxSettings.ROUTING_KEYS);
        relays.add(equivalentConfig.relay());
        warnings.addAll(equivalentConfig.warnings());
    }

    private void taken(Set<String> keys, String by) {
        keys.forEach(
                key -> settingValues.problem(key, "the " + by + " settings use this name already; choose another"));
    }

    /** @param otherwise what else can be configured besides relays and logs */
    void checkNotEmpty(String otherwise) {
        if (settingValues.names(RelaySettings.PREFIX).isEmpty()
                && settingValues.names(LogSettings.PREFIX).isEmpty()) {
            settingValues.problem(
                    "signalbox.relays",
                    "there is no relay and no log: configure one below signalbox.relays or signalbox.logs" + otherwise);
        }
    }

    /** Runs the checks across all parts, and returns warnings for what is allowed but probably not intended. */
    List<String> finish() {
        addLogs();
        relayRules.checkTables(relays, tables);
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

    /** Runs last, because a publisher may be a sink of any part. */
    private void addLogs() {
        LogConfigReader sections = new LogConfigReader(settingValues, sources, configuredPublishers);
        List<LogConfig> own = sections.logs();
        own.forEach(logRules::checkSource);
        own.stream().filter(log -> !log.topics().isEmpty()).forEach(logs::add);
        warnings.addAll(sections.warnings());
        Set<String> names = new LinkedHashSet<>(settingValues.names(RelaySettings.PREFIX));
        relays.forEach(relay -> names.add(relay.name()));
        logRules.checkNames(
                Stream.concat(own.stream(), logs.stream()).distinct().toList(), names);
    }

    private void checkGrace() {
        Duration grace = settingValues.read(ProgramSettings.GRACE);
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
