package dev.signalbox.server.web;

import dev.signalbox.core.admin.RefusedException;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.runtime.admin.NodeRelays;
import dev.signalbox.runtime.admin.RelayAdmin;
import dev.signalbox.runtime.admin.RelayView;
import dev.signalbox.runtime.config.platform.PlatformConfig;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;

/** The status of relays, pause and resume. */
@RestController
record RelaysController(WebServer.Services services) {
    private static final int MAX_REASON_LENGTH = 500;

    @GetMapping("/api/relays")
    List<RelayView> relays() {
        return services.relays().relays().stream().map(this::complete).toList();
    }

    @GetMapping("/api/relays/{name}")
    RelayView relay(@PathVariable String name) {
        return services.relays().relays().stream()
                .filter(view -> view.name().equals(name))
                .findFirst()
                .map(this::complete)
                .orElseThrow(() -> ProblemException.noSuch("relay", name));
    }

    private RelayView complete(RelayView view) {
        return services.relays().admin(view.name()).map(RelayAdmin::view).orElse(view);
    }

    @PostMapping("/api/relays/{name}/pause")
    RelayView pause(
            @PathVariable String name,
            @RequestBody(required = false) @Nullable JsonNode given,
            HttpServletRequest request)
            throws SourceException, RefusedException {
        RelayAdmin admin = admin(services.relays(), name);
        String reason = new JsonRequestBody(given, List.of("reason")).text("reason", MAX_REASON_LENGTH);
        admin.pause(AuthenticationFilter.operator(request), reason == null ? "" : reason);
        return admin.view();
    }

    @PostMapping("/api/relays/{name}/resume")
    RelayView resume(@PathVariable String name, HttpServletRequest request) throws SourceException, RefusedException {
        RelayAdmin admin = admin(services.relays(), name);
        admin.resume(AuthenticationFilter.operator(request));
        return admin.view();
    }

    static RelayAdmin admin(NodeRelays relays, String relay) {
        return relays.admin(relay).orElseThrow(() -> {
            Optional<RelayView> view = relays.relays().stream()
                    .filter(it -> it.name().equals(relay))
                    .findFirst();
            if (view.filter(it -> it.table().equals(PlatformConfig.QUEUE)).isPresent()) {
                return ProblemException.conflict(
                        "relay",
                        "The relay of the event platform cannot be administered like this: pause a subscription, suspend a"
                                + " pool, retry or cancel a job.");
            }
            return view.isPresent()
                    ? ProblemException.unavailable("The database of relay " + relay + " has not been reached yet.")
                    : ProblemException.noSuch("relay", relay);
        });
    }
}
