package dev.signalbox.runtime.config;

import dev.signalbox.runtime.config.compatibility.CrabletSettings;
import dev.signalbox.runtime.config.compatibility.EventOutboxSettings;
import dev.signalbox.runtime.config.compatibility.FlowCatalystSettings;
import dev.signalbox.runtime.config.file.ConfigFile;
import dev.signalbox.runtime.config.log.ConfiguredPublishers;
import dev.signalbox.runtime.config.log.LogSettings;
import dev.signalbox.runtime.config.relay.RelaySettings;
import dev.signalbox.runtime.config.security.OidcSettings;
import dev.signalbox.runtime.config.security.SecurityConfig;
import dev.signalbox.runtime.settings.ConfigEntry;
import dev.signalbox.runtime.settings.ConfigException;
import dev.signalbox.runtime.settings.Placeholders;
import dev.signalbox.runtime.settings.SettingValues;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads the whole configuration, and finds every problem before anything starts. */
public final class ConfigLoader {
    private static final String OTHERWISE = ", or give the settings of an outbox processor (outbox-processor.*)"
            + " or of a Crablet outbox (crablet.outbox.*)";
    private static final String PROGRAM_ALONE =
            "is for the standalone program only: an application has a web server and users of its own";

    private final ProcessEnvironment processEnvironment;

    public ConfigLoader(ProcessEnvironment processEnvironment) {
        this.processEnvironment = processEnvironment;
    }

    /** The configuration of a file, with overrides from the environment. */
    public ServerConfig load(Path file) throws ConfigException {
        List<ConfigEntry> configEntries = ConfigFile.read(file);
        Map<String, ConfigEntry> byKey = new LinkedHashMap<>();
        configEntries.forEach(configEntry -> byKey.put(configEntry.key(), configEntry));
        SettingValues settingValues = new SettingValues(
                AllSettings.CATALOG,
                new Placeholders(processEnvironment.environment(), processEnvironment.systemProperties(), byKey));
        settingValues.addFile(configEntries);
        boolean seedZeroInFile = settingValues.anyBelow(FlowCatalystSettings.PREFIX);
        List<String> warnings =
                new ArrayList<>(new EnvironmentVariables(settingValues).apply(processEnvironment.environment()));
        boolean seedZero = seedZeroInFile
                || (settingValues.names(RelaySettings.PREFIX).isEmpty()
                        && settingValues.names(LogSettings.PREFIX).isEmpty()
                        && settingValues.anyBelow(FlowCatalystSettings.PREFIX));
        ServerConfig config = assemble(settingValues, seedZero, OTHERWISE, warnings);
        if (!settingValues.problems().isEmpty()) {
            throw new ConfigException(file.toString(), settingValues.problems());
        }
        return config;
    }

    /** The configuration of relays inside an application. Settings of the standalone program alone are refused. */
    public ServerConfig load(ApplicationSettings settings) throws ConfigException {
        SettingValues settingValues =
                new SettingValues(AllSettings.CATALOG, new Placeholders(Map.of(), Map.of(), Map.of()));
        settingValues.addFile(settings.entries());
        Stream.concat(ProgramSettings.OF_THE_PROGRAM_ALONE.stream(), OidcSettings.ALL.stream())
                .filter(setting -> settingValues.isGiven(setting, ""))
                .forEach(setting -> settingValues.contradiction(setting, "", PROGRAM_ALONE));
        List<String> warnings = new ArrayList<>(new EnvironmentVariables(settingValues).apply(settings.environment()));
        settings.database().ifPresent(database -> new ApplicationDatabaseDefaults(settingValues, database).apply());
        ServerConfig config = assemble(settingValues, false, "", warnings);
        if (!settingValues.problems().isEmpty()) {
            throw new ConfigException(settings.origin(), settingValues.problems());
        }
        return config;
    }

    private ServerConfig assemble(
            SettingValues settingValues, boolean seedZero, String otherwise, List<String> warnings) {
        ConfigAssembler configAssembler = new ConfigAssembler(settingValues);
        configAssembler.addSignalbox();
        boolean seedOne = settingValues.anyBelow(CrabletSettings.PREFIX);
        if (seedZero) {
            configAssembler.addFlowCatalyst();
        }
        if (seedOne) {
            configAssembler.addCrablet();
        }
        boolean seedFour = settingValues.anyBelow(EventOutboxSettings.PREFIX);
        if (seedFour) {
            configAssembler.addEventOutbox();
        }
        if (!seedZero && !seedOne && !seedFour) {
            configAssembler.checkNotEmpty(otherwise);
        }
        warnings.addAll(configAssembler.finish());
        return new ServerConfig(
                settingValues.read(ProgramSettings.NODE_NAME).orElseGet(this::nodeName),
                new HttpServerConfig(
                        settingValues.read(ProgramSettings.ADDRESS), settingValues.read(ProgramSettings.PORT)),
                new SecurityConfig(
                        settingValues.read(ProgramSettings.ADMIN_TOKEN),
                        settingValues.read(ProgramSettings.TOKEN_FILE),
                        OidcSettings.read(settingValues)),
                settingValues.read(ProgramSettings.GRACE),
                configAssembler.sources(),
                configAssembler.sinks(),
                configAssembler.relays(),
                configAssembler.logs(),
                settingValues.read(ConfiguredPublishers.PLUGINS),
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
            // A machine without a host name can still run a node.
            return "node";
        }
    }
}
