package dev.signalbox.example.notifications.listener;

import dev.signalbox.example.web.QueryParameters;
import java.util.List;
import java.util.Map;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
record NotificationApi(Notifications notifications, FailedMessages failedMessages, AllListeners allListeners) {
    @GetMapping("/api/users/{id}/notifications")
    List<Notifications.Notification> notifications(@PathVariable long id, @RequestParam Map<String, String> given) {
        return notifications.of(id, QueryParameters.of(given));
    }

    @GetMapping("/api/dead-letters")
    List<FailedMessages.DeadLetter> deadLetters(@RequestParam Map<String, String> given) {
        return failedMessages.newestDeadLetters(QueryParameters.of(given).size());
    }

    @GetMapping("/api/listeners")
    List<QueueListener.Status> listeners() {
        return allListeners.states();
    }

    @GetMapping("/api/audit")
    Notifications.Audit audit() {
        return notifications.audit();
    }
}
