package dev.signalbox.embedded.kafka;

import dev.signalbox.embedded.Login;
import dev.signalbox.embedded.tls.TlsFiles;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The settings of a single-node cluster: controller and broker in one. */
final class BrokerProperties {
    private BrokerProperties() {}

    /** The text of a properties file, in which later lines override earlier ones. */
    static String of(Path data, int port, int controllerPort, BrokerOptions options, @Nullable TlsFiles tls) {
        StringBuilder text = new StringBuilder(oneNode(port, controllerPort));
        text.append("log.dirs=").append(data).append('\n');
        Login login = options.login();
        if (login != null && tls != null) {
            text.append(secured(login, tls));
        }
        options.properties()
                .forEach((key, value) ->
                        text.append(key).append('=').append(value).append('\n'));
        return text.toString();
    }

    /**
     * After a kill, the controller waits for the end of the old session before it admits the broker again. There are few
     * threads, partitions and buffers: Kafka's defaults are for a dedicated server.
     */
    private static String oneNode(int port, int controllerPort) {
        return """
                process.roles=broker,controller
                node.id=1
                auto.create.topics.enable=true
                controller.quorum.voters=1@127.0.0.1:%2$d
                listeners=CLIENTS://127.0.0.1:%1$d,CONTROLLER://127.0.0.1:%2$d
                advertised.listeners=CLIENTS://127.0.0.1:%1$d
                listener.security.protocol.map=CLIENTS:PLAINTEXT,CONTROLLER:PLAINTEXT
                controller.listener.names=CONTROLLER
                inter.broker.listener.name=CLIENTS
                offsets.topic.replication.factor=1
                transaction.state.log.replication.factor=1
                transaction.state.log.min.isr=1
                share.coordinator.state.topic.replication.factor=1
                share.coordinator.state.topic.min.isr=1
                default.replication.factor=1
                min.insync.replicas=1
                broker.heartbeat.interval.ms=500
                broker.session.timeout.ms=3000
                offsets.topic.num.partitions=1
                transaction.state.log.num.partitions=1
                share.coordinator.state.topic.num.partitions=1
                group.initial.rebalance.delay.ms=0
                num.network.threads=2
                num.io.threads=4
                background.threads=2
                log.cleaner.threads=1
                log.cleaner.dedupe.buffer.size=4194304
                """.formatted(port, controllerPort);
    }

    /** The broker is also its own client, so its settings contain the login beside the list of users. */
    private static String secured(Login login, TlsFiles tls) {
        return """
                listener.security.protocol.map=CLIENTS:SASL_SSL,CONTROLLER:PLAINTEXT
                sasl.enabled.mechanisms=PLAIN
                sasl.mechanism.inter.broker.protocol=PLAIN
                listener.name.clients.plain.sasl.jaas.config=%s user_%s="%s";
                ssl.keystore.type=PKCS12
                ssl.keystore.location=%s
                ssl.keystore.password=%s
                ssl.truststore.type=PKCS12
                ssl.truststore.location=%s
                ssl.truststore.password=%5$s
                """.formatted(
                jaasOf(login), login.user(), login.password(), tls.keyStore(), TlsFiles.PASSWORD, tls.trustStore());
    }

    static String jaasOf(Login login) {
        return "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"%s\" password=\"%s\""
                .formatted(login.user(), login.password());
    }
}
