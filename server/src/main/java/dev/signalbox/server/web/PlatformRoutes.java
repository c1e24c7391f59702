package dev.signalbox.server.web;

import dev.signalbox.platform.input.InputLimits;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Set;

/** The addresses of the event platform, and how large the bodies of their requests may be. */
final class PlatformRoutes {
    static final String EVENTS = "/api/events";
    static final String EVENT_BATCH = EVENTS + "/batch";
    static final String EVENT_TYPES = "/api/event-types";
    static final String SUBSCRIPTIONS = "/api/subscriptions";
    static final String SERVICE_ACCOUNTS = "/api/service-accounts";
    static final String DISPATCH_POOLS = "/api/dispatch-pools";
    static final String JOBS = "/api/dispatch/jobs";
    static final String JOB_BATCH = JOBS + "/batch";
    static final String OPEN_API = "/api/openapi.json";

    private static final List<String> ALL =
            List.of(EVENTS, EVENT_TYPES, SUBSCRIPTIONS, SERVICE_ACCOUNTS, DISPATCH_POOLS, JOBS, OPEN_API);
    private static final Set<String> BATCHES = Set.of(EVENT_BATCH, JOB_BATCH);
    private static final Set<String> SINGLE = Set.of(EVENTS, JOBS);

    private PlatformRoutes() {}

    /** Whether the request is for the event platform. */
    static boolean contains(HttpServletRequest request) {
        String path = request.getServletPath();
        return ALL.stream().anyMatch(route -> path.equals(route) || path.startsWith(route + "/"));
    }

    /** How many bytes the body may have. */
    static int bodyLimit(HttpServletRequest request) {
        String path = request.getServletPath();
        if (BATCHES.contains(path)) {
            return InputLimits.BATCH_BYTES;
        }
        return SINGLE.contains(path) ? InputLimits.EVENT_BYTES : InputLimits.REGISTRY_BYTES;
    }
}
