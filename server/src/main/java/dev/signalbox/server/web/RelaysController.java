package dev.signalbox.server.web;

import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** What the relays are doing. */
@RestController
final class RelaysController {
    private final RelayStatuses statuses;

    RelaysController(RelayStatuses statuses) {
        this.statuses = statuses;
    }

    @GetMapping("/api/relays")
    List<RelayView> relays() {
        return statuses.relays();
    }
}
