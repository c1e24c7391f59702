package dev.signalbox.embedded.kafka;

import dev.signalbox.embedded.Login;
import dev.signalbox.embedded.files.PrivateFile;
import dev.signalbox.embedded.files.TlsFiles;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** Writes the settings of a single-node cluster: controller and broker in one. */
final class BrokerProperties {
    private final Properties properties = new Properties();

    private BrokerProperties() {}

    static BrokerProperties of(Path data, int port, int controllerPort, BrokerOptions options, @Nullable TlsFiles tls) {
        BrokerProperties all = new BrokerProperties();
        all.oneNode(data, port, controllerPort);
        all.small();
        all.set("auto.create.topics.enable", Boolean.toString(options.createTopics()));
        Login login = options.login();
        if (login != null && tls != null) {
            all.secured(login, tls);
        }
        options.properties().forEach(all::set);
        return all;
    }

    private void oneNode(Path data, int port, int controllerPort) {
        set("process.roles", "broker,controller");
        set("node.id", "1");
        set("controller.quorum.voters", "1@127.0.0.1:" + controllerPort);
        set("listeners", "CLIENTS://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controllerPort);
        set("advertised.listeners", "CLIENTS://127.0.0.1:" + port);
        set("listener.security.protocol.map", "CLIENTS:PLAINTEXT,CONTROLLER:PLAINTEXT");
        set("controller.listener.names", "CONTROLLER");
        set("inter.broker.listener.name", "CLIENTS");
        set("log.dirs", data.toString());
        set("offsets.topic.replication.factor", "1");
        set("transaction.state.log.replication.factor", "1");
        set("transaction.state.log.min.isr", "1");
        set("share.coordinator.state.topic.replication.factor", "1");
        set("share.coordinator.state.topic.min.isr", "1");
        set("default.replication.factor", "1");
        set("min.insync.replicas", "1");
        // After a kill, the controller waits for the end of the old session before it admits the broker again.
        set("broker.heartbeat.interval.ms", "500");
        set("broker.session.timeout.ms", "3000");
    }

    /** Few threads, partitions and buffers: Kafka's defaults are for a dedicated server. */
    private void small() {
        set("offsets.topic.num.partitions", "1");
        set("transaction.state.log.num.partitions", "1");
        set("share.coordinator.state.topic.num.partitions", "1");
        set("group.initial.rebalance.delay.ms", "0");
        set("num.network.threads", "2");
        set("num.io.threads", "4");
        set("background.threads", "2");
        set("log.cleaner.threads", "1");
        set("log.cleaner.dedupe.buffer.size", Integer.toString(4 << 20));
    }

    private void secured(Login login, TlsFiles tls) {
        set("listener.security.protocol.map", "CLIENTS:SASL_SSL,CONTROLLER:PLAINTEXT");
        set("sasl.enabled.mechanisms", "PLAIN");
        set("sasl.mechanism.inter.broker.protocol", "PLAIN");
        // The broker is also its own client, so its settings contain the login beside the list of users.
        set(
                "listener.name.clients.plain.sasl.jaas.config",
                "%s user_%s=\"%s\";".formatted(jaasOf(login), login.user(), login.password()));
        set("ssl.keystore.type", "PKCS12");
        set("ssl.keystore.location", tls.keyStore().toString());
        set("ssl.keystore.password", TlsFiles.PASSWORD);
        set("ssl.truststore.type", "PKCS12");
        set("ssl.truststore.location", tls.trustStore().toString());
        set("ssl.truststore.password", TlsFiles.PASSWORD);
    }

    static String jaasOf(Login login) {
        return "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"%s\" password=\"%s\""
                .formatted(login.user(), login.password());
    }

    private void set(String key, String value) {
        properties.setProperty(key, value);
    }

    void write(Path file) throws IOException {
        StringWriter text = new StringWriter();
        properties.store(text, null);
        PrivateFile.write(file, text.toString());
    }
}
