package dev.signalbox.runtime.config;

import dev.signalbox.runtime.config.compatibility.CrabletProperties;
import dev.signalbox.runtime.config.compatibility.EventOutboxProperties;
import dev.signalbox.runtime.config.compatibility.FlowCatalystProperties;
import dev.signalbox.runtime.config.file.ConfigFile;
import dev.signalbox.runtime.config.log.LogSettings;
import dev.signalbox.runtime.config.platform.PlatformSettings;
import dev.signalbox.runtime.config.platform.WebhookTargetSettings;
import dev.signalbox.runtime.config.relay.RelaySettings;
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
import java.util.Set;

/** Reads the whole configuration, and finds every problem before anything starts. */
public record ConfigLoader(ProcessEnvironment environment) {
    private static final String OTHERWISE =
            ", enable the event platform (signalbox.platform.enabled), or give the settings of an outbox processor (outbox-processor.*)"
                    + " or of a Crablet outbox (crablet.outbox.*)";
    private static final String PROGRAM_ALONE =
            "is for the standalone program only: an application has a web server and users of its own";

    /** The configuration of a file, with overrides from the environment. */
    public ServerConfig load(Path file) throws ConfigException {
        List<ConfigEntry> entries = ConfigFile.read(file);
        Map<String, ConfigEntry> byKey = new LinkedHashMap<>();
        entries.forEach(entry -> byKey.put(entry.key(), entry));
        SettingValues values = new SettingValues(
                AllSettings.CATALOG,
                new Placeholders(environment.environment(), environment.systemProperties(), byKey));
        values.addFile(entries);
        boolean flowCatalystInFile = values.anyBelow(FlowCatalystProperties.PREFIX);
        List<String> warnings = new ArrayList<>(new EnvironmentVariables(values).apply(environment.environment()));
        boolean flowCatalyst = flowCatalystInFile
                || (values.names(RelaySettings.PREFIX).isEmpty()
                        && values.names(LogSettings.PREFIX).isEmpty()
                        && values.anyBelow(FlowCatalystProperties.PREFIX));
        ServerConfig config =
                assemble(new ConfigAssembler(values, Set.of()), values, flowCatalyst, OTHERWISE, warnings);
        if (!values.problems().isEmpty()) {
            throw new ConfigException(file.toString(), values.problems());
        }
        return config;
    }

    /** The configuration of relays inside an application. Settings of the standalone program alone are refused. */
    public ServerConfig load(ApplicationSettings settings) throws ConfigException {
        SettingValues values = new SettingValues(AllSettings.CATALOG, new Placeholders(Map.of(), Map.of(), Map.of()));
        values.addFile(settings.settings());
        values.refuse(ProgramSettings.OF_THE_PROGRAM_ALONE, "", PROGRAM_ALONE);
        values.refuse(OidcSettings.ALL, "", PROGRAM_ALONE);
        values.refuse(PlatformSettings.ALL, "", PROGRAM_ALONE);
        values.refuse(WebhookTargetSettings.ALL, "", PROGRAM_ALONE);
        List<String> warnings = new ArrayList<>(new EnvironmentVariables(values).apply(settings.environment()));
        Set<String> ofApplication = settings.database()
                .map(database -> new ApplicationDatabaseDefaults(values, database).apply())
                .orElse(Set.of());
        ServerConfig config = assemble(new ConfigAssembler(values, ofApplication), values, false, "", warnings);
        if (!values.problems().isEmpty()) {
            throw new ConfigException(settings.origin(), values.problems());
        }
        return config;
    }

    private ServerConfig assemble(
            ConfigAssembler assembler,
            SettingValues values,
            boolean flowCatalyst,
            String otherwise,
            List<String> warnings) {
        assembler.addSignalbox();
        assembler.addPlatform();
        boolean crablet = values.anyBelow(CrabletProperties.PREFIX);
        if (flowCatalyst) {
            assembler.addFlowCatalyst();
        }
        if (crablet) {
            assembler.addCrablet();
        }
        boolean eventOutbox = values.anyBelow(EventOutboxProperties.PREFIX);
        if (eventOutbox) {
            assembler.addEventOutbox();
        }
        if (!flowCatalyst && !crablet && !eventOutbox) {
            assembler.checkNotEmpty(otherwise);
        }
        warnings.addAll(values.warnings());
        return assembler.finish(this::nodeName, warnings);
    }

    private String nodeName() {
        String host = Optional.ofNullable(environment.environment().get("HOSTNAME"))
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
