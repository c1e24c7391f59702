package dev.signalbox.example.notifications.reservation;

import dev.signalbox.example.notifications.event.Directory;
import dev.signalbox.example.notifications.event.Events;
import dev.signalbox.example.web.ProblemDocuments;
import dev.signalbox.example.web.ProgramLauncher;
import java.util.List;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Import;

/** The program that takes reservations. Its settings are in {@code notifications-reservations.yaml}. */
@SpringBootApplication(proxyBeanMethods = false)
@Import({ProblemDocuments.class, Events.class, Directory.class})
public class ReservationService {
    /** Starts it. Options are {@code --key=value}, and override the file. */
    public static ConfigurableApplicationContext start(String... options) {
        return ProgramLauncher.run(
                ReservationService.class, "notifications-reservations", "NOTIFICATIONS_DB", List.of(), options);
    }
}
