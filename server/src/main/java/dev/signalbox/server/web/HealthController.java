package dev.signalbox.server.web;

import dev.signalbox.runtime.Readiness;
import dev.signalbox.runtime.admin.Health;
import java.util.List;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Liveness and readiness for a supervisor. */
@RestController
final class HealthController {
    private final Readiness readiness;

    HealthController(Readiness readiness) {
        this.readiness = readiness;
    }

    /** Any response proves liveness. */
    @GetMapping("/health/live")
    ResponseEntity<Health> live() {
        return answer(Health.of(List.of()));
    }

    @GetMapping("/health/ready")
    ResponseEntity<Health> ready() {
        return answer(readiness.health());
    }

    private static ResponseEntity<Health> answer(Health health) {
        HttpStatus status = health.status() == Health.Status.UP ? HttpStatus.OK : HttpStatus.SERVICE_UNAVAILABLE;
        return ResponseEntity.status(status)
                .cacheControl(CacheControl.noStore())
                .body(health);
    }
}
