package dev.signalbox.server.web;

import dev.signalbox.core.diagnostics.FailureLog;
import dev.signalbox.core.time.Clock;
import dev.signalbox.runtime.metrics.MetricNames;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/** Counts refused sign-ins, and logs them at a limited rate: anyone can cause them. */
final class RefusedSignIns {
    private final Counter withoutToken;
    private final Counter invalidToken;
    private final Counter missingRole;
    private final FailureLog log = new FailureLog("sign-in to the administration API");
    private final Clock clock;

    RefusedSignIns(MeterRegistry registry, Clock clock) {
        this.withoutToken = counter(registry, "no_token");
        this.invalidToken = counter(registry, "invalid_token");
        this.missingRole = counter(registry, "missing_role");
        this.clock = clock;
    }

    private static Counter counter(MeterRegistry registry, String reason) {
        return Counter.builder(MetricNames.SIGN_INS_REFUSED.name())
                .description(MetricNames.SIGN_INS_REFUSED.meaning())
                .tag("reason", reason)
                .register(registry);
    }

    /** @param client the address that the request came from */
    void add(boolean withToken, int status, String client) {
        Counter counter = status == 403 ? missingRole : withToken ? invalidToken : withoutToken;
        counter.increment();
        String reason = status == 403
                ? "the token lacks the required role"
                : withToken ? "the token is not valid" : "there is no token";
        log.raise("refused for " + client + ", because " + reason, clock.nanos());
    }
}
