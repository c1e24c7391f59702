package dev.signalbox.embedded.kafka;

import dev.signalbox.embedded.Login;
import dev.signalbox.embedded.files.Folders;
import dev.signalbox.embedded.process.ChildCommand;
import dev.signalbox.embedded.process.FreePort;
import dev.signalbox.embedded.process.LocalServer;
import dev.signalbox.embedded.tls.TlsFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.jspecify.annotations.Nullable;
import org.slf4j.helpers.NOP_FallbackServiceProvider;

/** A single-node Kafka broker on this machine. */
public final class LocalKafka extends LocalServer {
    private static final String PROPERTIES = "broker.properties";
    private static final Duration START = Duration.ofSeconds(60);
    private static final Duration STOP = Duration.ofSeconds(10);

    private final Path folder;
    private final Path ready;
    private final BrokerOptions options;
    private final @Nullable TlsFiles tls;

    private LocalKafka(Path folder, int port, BrokerOptions options, @Nullable TlsFiles tls) {
        super(port, START, STOP);
        this.folder = folder;
        this.ready = folder.resolve("ready");
        this.options = options;
        this.tls = tls;
    }

    public static LocalKafka start(Path folder) throws IOException, InterruptedException {
        return start(folder, BrokerOptions.DEFAULTS);
    }

    public static LocalKafka start(Path folder, BrokerOptions options) throws IOException, InterruptedException {
        return start(folder, FreePort.find(), options);
    }

    /** Starts a broker with its data in this folder, where it may have run before. */
    public static LocalKafka start(Path folder, int port, BrokerOptions options)
            throws IOException, InterruptedException {
        Path home = Files.createDirectories(folder).toAbsolutePath();
        TlsFiles tls = options.login() == null ? null : TlsFiles.in(home);
        String properties = BrokerProperties.of(home.resolve("data"), port, FreePort.find(), options, tls);
        Folders.writePrivate(home.resolve(PROPERTIES), properties);
        LocalKafka kafka = new LocalKafka(home, port, options, tls);
        kafka.ensureStarted();
        return kafka;
    }

    @Override
    protected ChildCommand command() throws IOException {
        Files.deleteIfExists(ready);
        List<String> arguments = List.of(
                "-Xmx" + options.heapMegabytes() + "m",
                "-XX:+UseSerialGC",
                "-Xshare:auto",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-Dslf4j.provider=" + NOP_FallbackServiceProvider.class.getName(),
                "-Dslf4j.internal.verbosity=WARN",
                "-Dlog4j2.statusLoggerLevel=OFF",
                "-Djava.io.tmpdir=" + folder,
                BrokerMain.class.getName(),
                folder.resolve(PROPERTIES).toString(),
                ready.toString());
        return ChildCommand.java("Kafka", arguments, log()).withEnvironment(environment -> {
            // The class path may be too long for an argument.
            environment.put("CLASSPATH", System.getProperty("java.class.path"));
            // Options for this process, such as a debugger's port, must not apply to the broker.
            environment.keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
        });
    }

    @Override
    protected boolean isReady() {
        return Files.exists(ready);
    }

    public String bootstrapServers() {
        return "127.0.0.1:" + port();
    }

    /** The output of the broker's process, which says why it did not start; a broker logs nothing else. */
    public Path log() {
        return folder.resolve("broker.log");
    }

    /** Client settings for a connection: the address and, if there is a login, the login and the trust store. */
    public Map<String, String> clientSettings() {
        Map<String, String> settings = new HashMap<>();
        settings.put("bootstrap.servers", bootstrapServers());
        Login login = options.login();
        if (login != null && tls != null) {
            settings.put("security.protocol", "SASL_SSL");
            settings.put("sasl.mechanism", "PLAIN");
            settings.put("sasl.jaas.config", BrokerProperties.jaasOf(login) + ";");
            settings.put("ssl.truststore.type", "PKCS12");
            settings.put("ssl.truststore.location", tls.trustStore().toString());
            settings.put("ssl.truststore.password", TlsFiles.PASSWORD);
        }
        return Map.copyOf(settings);
    }

    public void createTopic(String name, int partitions, Map<String, String> settings)
            throws InterruptedException, ExecutionException {
        try (Admin admin = Admin.create(Map.<String, Object>copyOf(clientSettings()))) {
            NewTopic topic = new NewTopic(name, Optional.of(partitions), Optional.empty()).configs(settings);
            admin.createTopics(List.of(topic)).all().get();
        }
    }
}
