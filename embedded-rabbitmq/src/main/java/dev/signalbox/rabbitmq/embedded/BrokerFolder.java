package dev.signalbox.rabbitmq.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The folder of a broker, in which all is that it reads and writes: nothing outside of it is touched. */
record BrokerFolder(Path path) {
    static BrokerFolder of(Path folder) throws IOException {
        Path home = Files.createDirectories(folder).toAbsolutePath();
        for (String part : List.of("data", "log", "home", "generated")) {
            Files.createDirectories(home.resolve(part));
        }
        return new BrokerFolder(home);
    }

    /** What the broker's process writes, if it does not get as far as its own log. */
    Path output() {
        return path.resolve("broker.log");
    }

    long outputLines() throws IOException {
        if (!Files.exists(output())) {
            return 0;
        }
        try (Stream<String> lines = Files.lines(output())) {
            return lines.count();
        }
    }

    Path pidFile() {
        return path.resolve("broker.pid");
    }

    /** The login that the broker had before, or one that is made up now. */
    RabbitOptions.Login login(RabbitOptions options) throws IOException {
        RabbitOptions.Login wanted = options.login();
        if (wanted != null) {
            return wanted;
        }
        Path file = path.resolve("login");
        if (!Files.exists(file)) {
            PrivateFile.write(file, UUID.randomUUID().toString());
        }
        return new RabbitOptions.Login("signalbox", Files.readString(file).strip());
    }

    void configure(Ports ports, RabbitOptions.Login login, @Nullable TlsFiles tls, RabbitOptions options)
            throws IOException {
        Map<String, String> lines = new LinkedHashMap<>();
        lines.put("default_user", login.user());
        lines.put("default_pass", login.password());
        lines.put("log.file.level", "warning");
        // A full disk is somebody else's concern: an alarm is raised by whoever asks for one.
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

    /** What makes RabbitMQ's scripts stay in this folder, on these ports and on the loopback address. */
    Map<String, String> environment(Ports ports) {
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
        all.put("RABBITMQ_PID_FILE", pidFile().toString());
        all.put("RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS", "-kernel inet_dist_use_interface {127,0,0,1} +S 2:2");
        all.put("RABBITMQ_CTL_ERL_ARGS", "-kernel inet_dist_use_interface {127,0,0,1} +S 1:1");
        all.put("ERL_CRASH_DUMP", path.resolve("erl_crash.dump").toString());
        all.put("ERL_EPMD_PORT", Integer.toString(ports.names()));
        all.put("ERL_EPMD_ADDRESS", "127.0.0.1");
        all.put("LANG", "C.UTF-8");
        return all;
    }
}
