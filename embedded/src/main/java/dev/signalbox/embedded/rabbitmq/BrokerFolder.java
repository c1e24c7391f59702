package dev.signalbox.embedded.rabbitmq;

import dev.signalbox.embedded.Login;
import dev.signalbox.embedded.files.PrivateFile;
import dev.signalbox.embedded.files.TlsFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The folder with all files that a broker reads and writes. */
record BrokerFolder(Path path) {
    static BrokerFolder of(Path folder) throws IOException {
        Path home = Files.createDirectories(folder).toAbsolutePath();
        for (String part : List.of("data", "log", "home", "generated")) {
            Files.createDirectories(home.resolve(part));
        }
        return new BrokerFolder(home);
    }

    /** The output of the broker's process, which says why it did not start. */
    Path output() {
        return path.resolve("broker.log");
    }

    /** The login of an earlier run, or a new random one. */
    Login login(RabbitOptions options) throws IOException {
        Login wanted = options.login();
        if (wanted != null) {
            return wanted;
        }
        Path file = path.resolve("login");
        if (!Files.exists(file)) {
            PrivateFile.write(file, UUID.randomUUID().toString());
        }
        return new Login("signalbox", Files.readString(file).strip());
    }

    void configure(BrokerPorts ports, Login login, @Nullable TlsFiles tls, RabbitOptions options) throws IOException {
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
        PrivateFile.write(
                path.resolve("rabbitmq.conf"),
                lines.entrySet().stream()
                        .map(line -> line.getKey() + " = " + line.getValue() + "\n")
                        .collect(Collectors.joining()));
        Files.writeString(path.resolve("enabled_plugins"), "[].\n");
        Files.writeString(path.resolve("rabbitmq-env.conf"), "");
    }

    /** Restricts RabbitMQ's scripts to this folder, these ports and the loopback address. */
    void adjust(Map<String, String> environment, BrokerPorts ports) {
        // Settings for another broker must not apply to this one.
        environment.keySet().removeIf(name -> name.startsWith("RABBITMQ_") || name.startsWith("ERL_"));
        environment.putAll(variables(ports));
    }

    private Map<String, String> variables(BrokerPorts ports) {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("HOME", path.resolve("home").toString());
        all.put("RABBITMQ_NODENAME", "signalbox@localhost");
        all.put("RABBITMQ_NODE_IP_ADDRESS", "127.0.0.1");
        all.put("RABBITMQ_NODE_PORT", Integer.toString(ports.amqp()));
        all.put("RABBITMQ_DIST_PORT", Integer.toString(ports.distribution()));
        all.put("RABBITMQ_CTL_DIST_PORT_MIN", Integer.toString(ports.control()));
        all.put("RABBITMQ_CTL_DIST_PORT_MAX", Integer.toString(ports.control()));
        all.put("RABBITMQ_CONF_ENV_FILE", path.resolve("rabbitmq-env.conf").toString());
        all.put("RABBITMQ_CONFIG_FILE", path.resolve("rabbitmq.conf").toString());
        all.put("RABBITMQ_ADVANCED_CONFIG_FILE", path.resolve("advanced.config").toString());
        all.put("RABBITMQ_ENABLED_PLUGINS_FILE", path.resolve("enabled_plugins").toString());
        all.put("RABBITMQ_GENERATED_CONFIG_DIR", path.resolve("generated").toString());
        all.put("RABBITMQ_SCHEMA_DIR", path.resolve("generated").toString());
        all.put("RABBITMQ_MNESIA_BASE", path.resolve("data").toString());
        all.put("RABBITMQ_LOG_BASE", path.resolve("log").toString());
        all.put("RABBITMQ_PID_FILE", path.resolve("broker.pid").toString());
        all.put("RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS", "-kernel inet_dist_use_interface {127,0,0,1} +S 2:2");
        all.put("RABBITMQ_CTL_ERL_ARGS", "-kernel inet_dist_use_interface {127,0,0,1} +S 1:1");
        all.put("ERL_CRASH_DUMP", path.resolve("erl_crash.dump").toString());
        all.put("ERL_EPMD_PORT", Integer.toString(ports.names()));
        all.put("ERL_EPMD_ADDRESS", "127.0.0.1");
        all.put("LANG", "C.UTF-8");
        // Makes the script exec the broker instead of waiting for it
        all.put("RUNNING_UNDER_SYSTEMD", "true");
        return all;
    }
}
