package dev.signalbox.embedded.rabbitmq;

import dev.signalbox.embedded.Login;
import dev.signalbox.embedded.files.Folders;
import dev.signalbox.embedded.process.FreePort;
import dev.signalbox.embedded.tls.TlsFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The folder with all files that a broker reads and writes, and its ports. */
record BrokerFolder(Path path, Ports ports) {
    /** The ports for clients, for both ends of Erlang's connections from {@code rabbitmqctl}, and for epmd. */
    record Ports(int amqp, int tls, int distribution, int control, int names) {}

    private static final Map<String, String> FILES = Map.ofEntries(
            Map.entry("HOME", "home"),
            Map.entry("RABBITMQ_CONF_ENV_FILE", "rabbitmq-env.conf"),
            Map.entry("RABBITMQ_CONFIG_FILE", "rabbitmq.conf"),
            Map.entry("RABBITMQ_ADVANCED_CONFIG_FILE", "advanced.config"),
            Map.entry("RABBITMQ_ENABLED_PLUGINS_FILE", "enabled_plugins"),
            Map.entry("RABBITMQ_GENERATED_CONFIG_DIR", "generated"),
            Map.entry("RABBITMQ_SCHEMA_DIR", "generated"),
            Map.entry("RABBITMQ_MNESIA_BASE", "data"),
            Map.entry("RABBITMQ_LOG_BASE", "log"),
            Map.entry("RABBITMQ_PID_FILE", "broker.pid"),
            Map.entry("ERL_CRASH_DUMP", "erl_crash.dump"));

    static BrokerFolder of(Path folder, int port) throws IOException {
        Path home = Files.createDirectories(folder).toAbsolutePath();
        for (String part : List.of("data", "log", "home", "generated")) {
            Files.createDirectories(home.resolve(part));
        }
        return new BrokerFolder(
                home, new Ports(port, FreePort.find(), FreePort.find(), FreePort.find(), FreePort.find()));
    }

    /** The login of an earlier run, or a new random one. */
    Login login(RabbitOptions options) throws IOException {
        Login wanted = options.login();
        if (wanted != null) {
            return wanted;
        }
        Path file = path.resolve("login");
        if (!Files.exists(file)) {
            Folders.writePrivate(file, UUID.randomUUID().toString());
        }
        return new Login("signalbox", Files.readString(file).strip());
    }

    void configure(Login login, @Nullable TlsFiles tls, RabbitOptions options) throws IOException {
        Map<String, String> lines = new LinkedHashMap<>();
        lines.put("default_user", login.user());
        lines.put("default_pass", login.password());
        lines.put("log.file.level", "warning");
        // A full disk raises no alarm: tests raise alarms themselves.
        lines.put("disk_free_limit.absolute", "1MB");
        if (tls != null) {
            lines.put("listeners.ssl.1", "127.0.0.1:" + ports.tls());
            lines.put("ssl_options.certfile", tls.certificate().toString());
            lines.put("ssl_options.keyfile", tls.key().toString());
            lines.put("ssl_options.cacertfile", tls.certificate().toString());
            lines.put("ssl_options.verify", "verify_none");
            lines.put("ssl_options.fail_if_no_peer_cert", "false");
        }
        lines.putAll(options.properties());
        Folders.writePrivate(
                path.resolve("rabbitmq.conf"),
                lines.entrySet().stream()
                        .map(line -> line.getKey() + " = " + line.getValue() + "\n")
                        .collect(Collectors.joining()));
        Files.writeString(path.resolve("enabled_plugins"), "[].\n");
        Files.writeString(path.resolve("rabbitmq-env.conf"), "");
    }

    /** Restricts RabbitMQ's scripts to this folder, these ports and the loopback address. */
    void adjust(Map<String, String> environment) {
        // Settings for another broker must not apply to this one.
        environment.keySet().removeIf(name -> name.startsWith("RABBITMQ_") || name.startsWith("ERL_"));
        FILES.forEach((name, file) -> environment.put(name, path.resolve(file).toString()));
        environment.put("RABBITMQ_NODENAME", "signalbox@localhost");
        environment.put("RABBITMQ_NODE_IP_ADDRESS", "127.0.0.1");
        environment.put("RABBITMQ_NODE_PORT", Integer.toString(ports.amqp()));
        environment.put("RABBITMQ_DIST_PORT", Integer.toString(ports.distribution()));
        environment.put("RABBITMQ_CTL_DIST_PORT_MIN", Integer.toString(ports.control()));
        environment.put("RABBITMQ_CTL_DIST_PORT_MAX", Integer.toString(ports.control()));
        environment.put("RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS", "-kernel inet_dist_use_interface {127,0,0,1} +S 2:2");
        environment.put("RABBITMQ_CTL_ERL_ARGS", "-kernel inet_dist_use_interface {127,0,0,1} +S 1:1");
        environment.put("ERL_EPMD_PORT", Integer.toString(ports.names()));
        environment.put("ERL_EPMD_ADDRESS", "127.0.0.1");
        environment.put("LANG", "C.UTF-8");
        // Makes the script exec the broker instead of waiting for it
        environment.put("RUNNING_UNDER_SYSTEMD", "true");
    }
}
