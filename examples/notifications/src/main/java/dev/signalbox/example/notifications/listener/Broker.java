package dev.signalbox.example.notifications.listener;

import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.springframework.boot.context.properties.ConfigurationProperties;

/** The RabbitMQ broker, configured by Spring Boot's keys. */
@ConfigurationProperties("spring.rabbitmq")
public record Broker(String host, int port, String username, String password, String virtualHost) {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration HEARTBEAT = Duration.ofSeconds(10);

    /** A new connection without automatic recovery: listeners reconnect themselves, as they do at the start. */
    Connection connect(String name) throws IOException, TimeoutException {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setHost(host);
        factory.setPort(port);
        factory.setUsername(username);
        factory.setPassword(password);
        factory.setVirtualHost(virtualHost);
        factory.setAutomaticRecoveryEnabled(false);
        factory.setConnectionTimeout(Math.toIntExact(CONNECT_TIMEOUT.toMillis()));
        factory.setRequestedHeartbeat(Math.toIntExact(HEARTBEAT.toSeconds()));
        return factory.newConnection(name);
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
