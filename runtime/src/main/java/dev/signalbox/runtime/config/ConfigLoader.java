package dev.signalbox.runtime.config;

import dev.signalbox.runtime.settings.Entry;
import dev.signalbox.runtime.settings.Placeholders;
import dev.signalbox.runtime.settings.Values;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads the whole configuration, and finds everything that is wrong with it before anything starts. */
public final class ConfigLoader {
    private static final String OTHERWISE = ", or give the settings of an outbox processor (outbox-processor.*)"
            + " or of a Crablet outbox (crablet.outbox.*)";
    private static final String PROGRAM_ALONE =
            "is for the standalone program only: an application has a web server and users of its own";

    private final ProcessEnvironment processEnvironment;

    public ConfigLoader(ProcessEnvironment processEnvironment) {
        this.processEnvironment = processEnvironment;
    }

    /** The configuration of a file, changed by the environment. */
    public ServerConfig load(Path file) throws ConfigException {
        List<Entry> entries = ConfigFile.read(file);
        Map<String, Entry> byKey = new LinkedHashMap<>();
        entries.forEach(entry -> byKey.put(entry.key(), entry));
        Values values = new Values(
                AllSettings.CATALOG,
                new Placeholders(processEnvironment.environment(), processEnvironment.systemProperties(), byKey));
        values.addFile(entries);
        boolean seedZeroInFile = values.anyBelow(FlowCatalystSettings.PREFIX);
        List<String> warnings =
                new ArrayList<>(new EnvironmentVariables(values).apply(processEnvironment.environment()));
        boolean seedZero = seedZeroInFile
                || (values.names(RelaySettings.PREFIX).isEmpty()
                        && values.names(LogSettings.PREFIX).isEmpty()
                        && values.anyBelow(FlowCatalystSettings.PREFIX));
        ServerConfig config = assemble(values, seedZero, OTHERWISE, warnings);
        if (!values.problems().isEmpty()) {
            throw new ConfigException(file.toString(), values.problems());
        }
        return config;
    }

    /** The configuration of relays inside an application. What concerns the program alone is refused there. */
    public ServerConfig load(ApplicationSettings settings) throws ConfigException {
        Values values = new Values(AllSettings.CATALOG, new Placeholders(Map.of(), Map.of(), Map.of()));
        values.addFile(settings.entries());
        Stream.concat(ProgramSettings.OF_THE_PROGRAM_ALONE.stream(), OidcSettings.ALL.stream())
                .filter(setting -> values.isGiven(setting, ""))
                .forEach(setting -> values.contradiction(setting, "", PROGRAM_ALONE));
        List<String> warnings = new ArrayList<>(new EnvironmentVariables(values).apply(settings.environment()));
        settings.database().ifPresent(database -> new ApplicationDatabaseDefaults(values, database).apply());
        ServerConfig config = assemble(values, false, "", warnings);
        if (!values.problems().isEmpty()) {
            throw new ConfigException(settings.origin(), values.problems());
        }
        return config;
    }

    private ServerConfig assemble(Values values, boolean seedZero, String otherwise, List<String> warnings) {
        ConfigAssembler configAssembler = new ConfigAssembler(values);
        configAssembler.addSignalbox();
        boolean seedOne = values.anyBelow(CrabletSettings.PREFIX);
        if (seedZero) {
            configAssembler.addFlowCatalyst();
        }
        if (seedOne) {
            configAssembler.addCrablet();
        }
        boolean seedFour = values.anyBelow(EventOutboxSettings.PREFIX);
        if (seedFour) {
            configAssembler.addEventOutbox();
        }
        if (!seedZero && !seedOne && !seedFour) {
            configAssembler.checkNotEmpty(otherwise);
        }
        warnings.addAll(configAssembler.finish());
        return new ServerConfig(
                values.read(ProgramSettings.NODE_NAME).orElseGet(this::nodeName),
                new HttpServerConfig(values.read(ProgramSettings.ADDRESS), values.read(ProgramSettings.PORT)),
                new SecurityConfig(
                        values.read(ProgramSettings.ADMIN_TOKEN),
                        values.read(ProgramSettings.TOKEN_FILE),
                        OidcSettings.read(values)),
                values.read(ProgramSettings.GRACE),
                configAssembler.sources(),
                configAssembler.sinks(),
                configAssembler.relays(),
                configAssembler.logs(),
                values.read(ProgramSettings.PLUGINS),
                warnings);
    }

    private String nodeName() {
        String host = Optional.ofNullable(processEnvironment.environment().get("HOSTNAME"))
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
