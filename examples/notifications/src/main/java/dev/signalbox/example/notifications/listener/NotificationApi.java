package dev.signalbox.example.notifications.listener;

import dev.signalbox.example.web.QueryParameters;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The notifications, dead letters and the audit over HTTP. */
@RestController
final class NotificationApi {
    private static final int DEFAULT_SIZE = 20;
    private static final int MAX_SIZE = 100;

    private final Notifications notifications;
    private final DeadLetters deadLetters;
    private final AllListeners listeners;
    private final Audit audit;

    NotificationApi(Notifications notifications, DeadLetters deadLetters, AllListeners listeners, Audit audit) {
        this.notifications = notifications;
        this.deadLetters = deadLetters;
        this.listeners = listeners;
        this.audit = audit;
    }

    @GetMapping("/api/users/{id}/notifications")
    List<Notifications.Notification> notifications(
            @PathVariable long id,
            @RequestParam(name = "after", required = false) @Nullable String givenAfter,
            @RequestParam(name = "size", required = false) @Nullable String givenSize) {
        QueryParameters parameters = new QueryParameters();
        long after = parameters.number("after", givenAfter, 0, 0, Long.MAX_VALUE);
        int size = size(parameters, givenSize);
        parameters.check();
        return notifications.of(id, after, size);
    }

    @GetMapping("/api/dead-letters")
    List<DeadLetters.DeadLetter> deadLetters(
            @RequestParam(name = "size", required = false) @Nullable String givenSize) {
        QueryParameters parameters = new QueryParameters();
        int size = size(parameters, givenSize);
        parameters.check();
        return deadLetters.newest(size);
    }

    private static int size(QueryParameters parameters, @Nullable String given) {
        return Math.toIntExact(parameters.number("size", given, DEFAULT_SIZE, 1, MAX_SIZE));
    }

    @GetMapping("/api/listeners")
    List<QueueListener.Status> listeners() {
        return listeners.states();
    }

    @GetMapping("/api/audit")
    Audit.Sums audit() {
        return audit.sums();
    }
}
