package dev.signalbox.server.web;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.charset.StandardCharsets;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

/** All metrics in the text format of Prometheus. */
@RestController
final class MetricsController {
    private static final String PLAIN = "text/plain; version=0.0.4; charset=utf-8";
    private static final String OPEN_METRICS = "application/openmetrics-text; version=1.0.0; charset=utf-8";

    private final PrometheusMeterRegistry registry;

    MetricsController(PrometheusMeterRegistry registry) {
        this.registry = registry;
    }

    @GetMapping("/metrics")
    ResponseEntity<byte[]> metrics(@RequestHeader(name = HttpHeaders.ACCEPT, defaultValue = "") String accept) {
        String type = accept.contains("application/openmetrics-text") ? OPEN_METRICS : PLAIN;
        byte[] body = registry.scrape(type).getBytes(StandardCharsets.UTF_8);
        return ResponseEntity.ok().header(HttpHeaders.CONTENT_TYPE, type).body(body);
    }
}
