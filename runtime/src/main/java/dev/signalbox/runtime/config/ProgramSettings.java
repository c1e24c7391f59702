package dev.signalbox.runtime.config;

import dev.signalbox.runtime.settings.Secret;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.SettingGroup;
import dev.signalbox.runtime.settings.SettingValues;
import dev.signalbox.runtime.settings.ValueTypes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The settings of the program itself. */
final class ProgramSettings {
    private static final SettingGroup GROUP = new SettingGroup("signalbox");
    static final Setting<Integer> PORT = GROUP.number("server.port", 0, 65535, "8080")
            .means("The port of health, metrics and the administration API; 0 takes any free one.");
    static final Setting<String> ADDRESS =
            GROUP.text("server.address", 255, "127.0.0.1").means("The address to listen on; 0.0.0.0 listens on all.");
    static final Setting<Optional<Integer>> MONITORING_PORT = GROUP.optional(
                    "server.monitoring.port", ValueTypes.wholeNumber(0, 65535))
            .means(
                    "A second port for health and metrics only, with connections of its own that slow clients of the other port cannot hold; without TLS.");
    static final Setting<Optional<String>> MONITORING_ADDRESS = GROUP.optional(
                    "server.monitoring.address", ValueTypes.text(255))
            .orElse("the server's address")
            .means("The address that the monitoring port listens on; it needs no TLS, because no credentials pass it.");
    static final Setting<List<String>> ALLOWED_HOSTS = GROUP.list(
                    "server.allowed-hosts", ValueTypes.list(ValueTypes.host()))
            .orElse("on a loopback address this machine only, otherwise any")
            .means(
                    "The hosts that the header `Host` of a request may name, besides this machine; a request for another host gets the answer 421.");
    static final Setting<Optional<Path>> TLS_CERTIFICATE = GROUP.optional(
                    "server.tls.certificate", ValueTypes.path("file"))
            .means("The certificate of the port, with its chain, as a PEM file; the port then has https only.");
    static final Setting<Optional<Path>> TLS_PRIVATE_KEY = GROUP.optional(
                    "server.tls.private-key", ValueTypes.path("file"))
            .means("The private key of the certificate, unencrypted, as a PEM file; changed files are read again.");
    static final Setting<Boolean> ALLOW_INSECURE = GROUP.flag("server.allow-insecure", "false")
            .means(
                    "Whether the program may listen beyond this machine without TLS; tokens then pass the network unencrypted.");
    static final Setting<Optional<Secret>> ADMIN_TOKEN = GROUP.optional("security.admin-token", ValueTypes.token(16))
            .variable("SIGNALBOX_ADMIN_TOKEN")
            .means("The bearer token of the administration API; without one each start creates a random token.");
    static final Setting<Optional<Path>> TOKEN_FILE = GROUP.optional("security.token-file", ValueTypes.path("file"))
            .orElse("`signalbox/admin-token-<port>` in `$XDG_STATE_HOME` or `~/.local/state`")
            .means("The file for a random token if there is no terminal to show it on.");
    static final Setting<Optional<String>> NODE_NAME = GROUP.optional("node-name", ValueTypes.name())
            .orElse("host name and process id")
            .means("The name of this node in logs, metrics and leases.");
    static final Setting<Optional<Path>> PLUGINS = GROUP.optional("plugins", ValueTypes.path("directory"))
            .means("The directory of jars with publishers of your own.");
    static final Setting<Duration> GRACE = GROUP.duration("shutdown.grace", "0s", "1h", "35s")
            .means("How long a stop waits for running requests; keep it longer than the longest request.");

    static final List<Setting<?>> ALL = GROUP.all();

    /** The settings that only the standalone program has. */
    static final List<Setting<?>> OF_THE_PROGRAM_ALONE = List.of(
            PORT,
            ADDRESS,
            MONITORING_PORT,
            MONITORING_ADDRESS,
            ALLOWED_HOSTS,
            TLS_CERTIFICATE,
            TLS_PRIVATE_KEY,
            ALLOW_INSECURE,
            ADMIN_TOKEN,
            TOKEN_FILE);

    private ProgramSettings() {}

    static HttpServerConfig http(SettingValues values) {
        Optional<Path> certificate = values.read(TLS_CERTIFICATE);
        Optional<Path> privateKey = values.read(TLS_PRIVATE_KEY);
        if (certificate.isPresent() != privateKey.isPresent()) {
            Setting<?> missing = certificate.isPresent() ? TLS_PRIVATE_KEY : TLS_CERTIFICATE;
            values.problem(missing.key(), "is missing; TLS needs both the certificate and its private key");
        }
        certificate.ifPresent(file -> checkReadable(values, TLS_CERTIFICATE, file));
        privateKey.ifPresent(file -> checkReadable(values, TLS_PRIVATE_KEY, file));
        String address = values.read(ADDRESS);
        String monitoringAddress = values.read(MONITORING_ADDRESS).orElse(address);
        Optional<HttpServerConfig.Monitoring> monitoring =
                values.read(MONITORING_PORT).map(port -> new HttpServerConfig.Monitoring(monitoringAddress, port));
        if (monitoring.isEmpty()) {
            values.refuse(List.of(MONITORING_ADDRESS), "", "means nothing without " + MONITORING_PORT.key());
        }
        return new HttpServerConfig(
                address,
                values.read(PORT),
                monitoring,
                values.read(ALLOWED_HOSTS),
                certificate.flatMap(file -> privateKey.map(key -> new HttpServerConfig.Tls(file, key))),
                values.read(ALLOW_INSECURE));
    }

    private static void checkReadable(SettingValues values, Setting<?> setting, Path file) {
        if (!Files.isReadable(file)) {
            values.contradiction(setting, "", "is not a file that can be read");
        }
    }
}
