package dev.signalbox.server.web;

import dev.signalbox.runtime.admin.Health;
import dev.signalbox.server.version.BuildInfo;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

/** Liveness and readiness for a supervisor, and all metrics in the text format of Prometheus. */
@RestController
record MonitoringController(WebServer.Services services) {
    private static final String PLAIN = "text/plain; version=0.0.4; charset=utf-8";
    private static final String OPEN_METRICS = "application/openmetrics-text; version=1.0.0; charset=utf-8";

    @GetMapping("/metrics")
    ResponseEntity<byte[]> metrics(@RequestHeader(name = HttpHeaders.ACCEPT, defaultValue = "") String accept) {
        String type = accept.contains("application/openmetrics-text") ? OPEN_METRICS : PLAIN;
        byte[] body = services.metrics().scrape(type).getBytes(StandardCharsets.UTF_8);
        return ResponseEntity.ok().header(HttpHeaders.CONTENT_TYPE, type).body(body);
    }

    /** Says also which build answers: the same as in the metrics, which are open too. */
    record Liveness(Health.Status status, String version, String commit) {}

    @GetMapping("/health/live")
    ResponseEntity<Liveness> live() {
        BuildInfo build = BuildInfo.ofProgram();
        return answer(Health.Status.UP, new Liveness(Health.Status.UP, build.version(), build.commit()));
    }

    /** Details name hosts, roles and statements, so only operators see them. */
    @GetMapping("/health/ready")
    ResponseEntity<Health> ready(HttpServletRequest request) {
        Health health = services.readiness().get();
        return answer(health.status(), AuthenticationFilter.isOperator(request) ? health : health.withoutDetails());
    }

    private static <T> ResponseEntity<T> answer(Health.Status health, T body) {
        HttpStatus status = health == Health.Status.UP ? HttpStatus.OK : HttpStatus.SERVICE_UNAVAILABLE;
        return ResponseEntity.status(status)
                .cacheControl(CacheControl.noStore())
                .body(body);
    }
}
