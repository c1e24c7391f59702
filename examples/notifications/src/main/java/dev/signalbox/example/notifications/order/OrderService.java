package dev.signalbox.example.notifications.order;

import dev.signalbox.example.notifications.event.Directory;
import dev.signalbox.example.notifications.event.Events;
import dev.signalbox.example.web.ProblemDocuments;
import dev.signalbox.example.web.ProgramLauncher;
import java.util.List;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Import;

/** The program that takes orders. Its settings are in {@code notifications-orders.yaml}. */
@SpringBootApplication(proxyBeanMethods = false)
@Import({ProblemDocuments.class, Events.class, Directory.class})
public class OrderService {
    /** Starts it. Options are {@code --key=value}, and override the file. */
    public static ConfigurableApplicationContext start(String... options) {
        return ProgramLauncher.run(OrderService.class, "notifications-orders", "NOTIFICATIONS_DB", List.of(), options);
    }
}
