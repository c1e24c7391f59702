package dev.signalbox.server.config;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads the whole configuration, and finds everything that is wrong with it before anything starts. */
public final class ConfigLoader {
    private final Surroundings surroundings;

    public ConfigLoader(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    /** The configuration of a file, changed by the environment. */
    public ServerConfig load(Path file) throws ConfigException {
        List<Entry> entries = ConfigFile.read(file);
        Map<String, Entry> byKey = new LinkedHashMap<>();
        entries.forEach(entry -> byKey.put(entry.key(), entry));
        Values values = new Values(new Placeholders(surroundings, byKey));
        values.addFile(entries);
        boolean seedZeroInFile = values.anyBelow(SeedZeroSettings.PREFIX);
        List<String> warnings = new ArrayList<>(new EnvironmentVariables(values).apply(surroundings.environment()));
        boolean seedZero = seedZeroInFile
                || (values.names(RelaySettings.PREFIX).isEmpty() && values.anyBelow(SeedZeroSettings.PREFIX));
        ServerConfig config = assemble(values, seedZero, warnings);
        if (!values.problems().isEmpty()) {
            throw new ConfigException(file.toString(), values.problems());
        }
        return config;
    }

    private ServerConfig assemble(Values values, boolean seedZero, List<String> warnings) {
        Sections sections = new Sections(values);
        Map<String, SourceConfig> sources = sections.sources();
        Map<String, SinkConfig> sinks = sections.sinks();
        Contradictions contradictions = new Contradictions(values, sources, sinks);
        contradictions.checkSources();
        contradictions.checkSinks();
        List<RelayConfig> relays = new ArrayList<>();
        Set<String> names = values.names(RelaySettings.PREFIX);
        for (String name : names) {
            RelayConfig relay = sections.relay(name, sinks);
            contradictions.checkRelay(relay);
            if (sections.enabled(name)) {
                relays.add(relay);
            }
        }
        if (seedZero) {
            new SeedZero(values).parts().ifPresent(parts -> add(parts, values, sources, sinks, relays, warnings));
        } else if (names.isEmpty()) {
            values.problem(
                    "signalbox.relays",
                    "there is no relay: configure one below signalbox.relays, or give the "
                            + "settings of an outbox processor (outbox-processor.*)");
        }
        contradictions.checkTables(relays);
        warnings.addAll(warnings(values, sources, sinks, relays));
        return new ServerConfig(
                values.read(ProgramSettings.NODE_NAME).orElseGet(this::nodeName),
                new HttpConfig(values.read(ProgramSettings.ADDRESS), values.read(ProgramSettings.PORT)),
                new SecurityConfig(values.read(ProgramSettings.ADMIN_TOKEN), values.read(ProgramSettings.TOKEN_FILE)),
                values.read(ProgramSettings.GRACE),
                sources,
                sinks,
                relays,
                warnings);
    }

    private static void add(
            SeedZero.Parts parts,
            Values values,
            Map<String, SourceConfig> sources,
            Map<String, SinkConfig> sinks,
            List<RelayConfig> relays,
            List<String> warnings) {
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
        taken.forEach(
                key -> values.problem(key, "the outbox-processor settings use this name already; choose another"));
        relays.addAll(parts.relays());
        warnings.addAll(parts.warnings());
    }

    private static List<String> warnings(
            Values values, Map<String, SourceConfig> sources, Map<String, SinkConfig> sinks, List<RelayConfig> relays) {
        List<String> warnings = new ArrayList<>();
        var grace = values.read(ProgramSettings.GRACE);
        for (RelayConfig relay : relays) {
            SinkConfig sink = sinks.get(relay.sink());
            if (sink != null && grace.compareTo(sink.timeouts().total()) <= 0) {
                warnings.add("signalbox.shutdown.grace (" + Durations.written(grace)
                        + ") is not longer than a request of the relay "
                        + relay.name() + " may take ("
                        + Durations.written(sink.timeouts().total())
                        + "): a stop may leave messages whose delivery is not known");
            }
        }
        sources.keySet().stream()
                .filter(name ->
                        relays.stream().noneMatch(relay -> relay.source().equals(name)))
                .forEach(name -> warnings.add("no enabled relay uses the source " + name));
        sinks.keySet().stream()
                .filter(name -> relays.stream().noneMatch(relay -> relay.sink().equals(name)))
                .forEach(name -> warnings.add("no enabled relay uses the sink " + name));
        return warnings;
    }

    private String nodeName() {
        String host = Optional.ofNullable(surroundings.environment().get("HOSTNAME"))
                .filter(name -> !name.isBlank())
                .orElseGet(ConfigLoader::hostName);
        String clean = host.replaceAll("[^A-Za-z0-9_-]", "-").replaceAll("^[^A-Za-z0-9]+", "");
        String name = clean.isEmpty() ? "node" : clean.substring(0, Math.min(clean.length(), 50));
        return name + "-" + ProcessHandle.current().pid();
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            // A machine without a name of its own is no reason not to start.
            return "node";
        }
    }
}
