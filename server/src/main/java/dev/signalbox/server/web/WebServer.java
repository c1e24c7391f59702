package dev.signalbox.server.web;

import dev.signalbox.runtime.Readiness;
import dev.signalbox.runtime.admin.NodeRelays;
import dev.signalbox.runtime.config.HttpServerConfig;
import dev.signalbox.runtime.settings.Masking;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.net.BindException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.boot.web.server.servlet.context.AnnotationConfigServletWebServerApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

/** The embedded HTTP server, started before the relays and stopped after them. */
public final class WebServer implements AutoCloseable {
    /** A limit on everything that a client could make large, many or slow. */
    private static final Map<String, Object> LIMITS = Map.of(
            "server.tomcat.max-connections", 256,
            "server.tomcat.accept-count", 64,
            "server.tomcat.connection-timeout", "10s",
            "server.tomcat.keep-alive-timeout", "30s",
            "server.tomcat.max-swallow-size", "1MB",
            "server.tomcat.max-http-form-post-size", "64KB",
            "server.tomcat.max-parameter-count", 100,
            "server.max-http-request-header-size", "16KB");

    private static final Map<String, Object> DEFAULTS = Map.of(
            "spring.threads.virtual.enabled", true,
            "spring.web.resources.add-mappings", false,
            "spring.jmx.enabled", false,
            "server.shutdown", "immediate",
            "spring.mvc.problemdetails.enabled", false,
            "spring.jackson.default-property-inclusion", "non_null");

    private final AnnotationConfigServletWebServerApplicationContext context;

    private WebServer(AnnotationConfigServletWebServerApplicationContext context) {
        this.context = context;
    }

    /** What the controllers need. */
    public record Services(
            BearerAuthenticator authenticator,
            NodeRelays relays,
            NodeLogs logs,
            Readiness readiness,
            PrometheusMeterRegistry metrics) {}

    /** Starts to listen. */
    public static WebServer start(HttpServerConfig http, Services services) throws CannotListenException {
        var context = new AnnotationConfigServletWebServerApplicationContext();
        // Only Signalbox's own configuration counts: a stray SERVER_PORT in the environment must not.
        var sources = context.getEnvironment().getPropertySources();
        sources.remove(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME);
        sources.remove(StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME);
        sources.addFirst(new MapPropertySource("signalbox", properties(http)));
        context.registerBean(BearerAuthenticator.class, services::authenticator);
        context.registerBean(NodeRelays.class, services::relays);
        context.registerBean(NodeLogs.class, services::logs);
        context.registerBean(Readiness.class, services::readiness);
        context.registerBean(PrometheusMeterRegistry.class, services::metrics);
        context.register(WebConfiguration.class);
        try {
            context.refresh();
        } catch (RuntimeException e) {
            throw cannotListen(http, e);
        }
        return new WebServer(context);
    }

    /** The actual port, which the system chooses for 0. */
    public int port() {
        var server = context.getWebServer();
        if (server == null) {
            throw new IllegalStateException("the server is closed");
        }
        return server.getPort();
    }

    @Override
    public void close() {
        context.close();
    }

    private static Map<String, Object> properties(HttpServerConfig http) {
        Map<String, Object> properties = new HashMap<>(LIMITS);
        properties.putAll(DEFAULTS);
        properties.put("server.port", http.port());
        properties.put("server.address", http.address());
        return properties;
    }

    private static CannotListenException cannotListen(HttpServerConfig http, RuntimeException e) {
        Throwable reason = causes(e)
                .filter(cause -> cause instanceof PortInUseException
                        || cause instanceof BindException
                        || cause instanceof UnknownHostException)
                .findFirst()
                .orElseThrow(() -> e);
        String where = Masking.escaped(http.address()) + " port " + http.port();
        return switch (reason) {
            case PortInUseException _ ->
                new CannotListenException(
                        where + " is in use by another program; choose another with --port or signalbox.server.port",
                        e);
            default ->
                new CannotListenException(
                        "cannot listen on " + where + " (" + Masking.escaped(String.valueOf(reason.getMessage()))
                                + "); check signalbox.server.address and the right to use this port",
                        e);
        };
    }

    private static Stream<Throwable> causes(Throwable e) {
        List<Throwable> causes = new ArrayList<>();
        for (Throwable cause = e; cause != null && causes.size() < 50; cause = cause.getCause()) {
            causes.add(cause);
        }
        return causes.stream();
    }
}
