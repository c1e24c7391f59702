package dev.signalbox.example.notifications.listener;

import dev.signalbox.example.web.Password;
import dev.signalbox.example.web.Problems;
import dev.signalbox.example.web.Start;
import java.util.List;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Import;

/** The program that makes notifications of events. Its settings are in {@code notifications-listeners.yaml}. */
@SpringBootApplication(proxyBeanMethods = false)
@EnableConfigurationProperties({ListenerSettings.class, Broker.class})
@Import(Problems.class)
public class NotificationListeners {
    /** Starts it. Options are {@code --key=value}, and come before the file. The broker may be away. */
    public static ConfigurableApplicationContext start(String... options) {
        Password broker = new Password(
                "spring.rabbitmq.password",
                "NOTIFICATIONS_RABBIT_PASSWORD",
                "the password of the listeners' user in RabbitMQ");
        return Start.of(
                NotificationListeners.class, "notifications-listeners", "NOTIFICATIONS_DB", List.of(broker), options);
    }
}
