package dev.signalbox.example.notifications.listener;

import dev.signalbox.example.web.ProblemDocuments;
import dev.signalbox.example.web.ProgramLauncher;
import dev.signalbox.example.web.ProgramLauncher.RequiredPassword;
import java.util.List;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Import;

/** The program that turns events into notifications. Its settings are in {@code notifications-listeners.yaml}. */
@SpringBootApplication(proxyBeanMethods = false)
@EnableConfigurationProperties({ListenerSettings.class, Broker.class})
@Import(ProblemDocuments.class)
public class NotificationListeners {
    /** Starts it. Options are {@code --key=value}, and override the file. The broker may be unavailable. */
    public static ConfigurableApplicationContext start(String... options) {
        RequiredPassword broker = new RequiredPassword(
                "spring.rabbitmq.password",
                "NOTIFICATIONS_RABBIT_PASSWORD",
                "the password of the listeners' user in RabbitMQ");
        return ProgramLauncher.run(
                NotificationListeners.class, "notifications-listeners", "NOTIFICATIONS_DB", List.of(broker), options);
    }
}
