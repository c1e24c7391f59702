package dev.signalbox.server.web;

import dev.signalbox.runtime.admin.Health;
import dev.signalbox.runtime.admin.LogAdmin;
import dev.signalbox.runtime.admin.NodeRelays;
import dev.signalbox.runtime.config.HttpServerConfig;
import dev.signalbox.runtime.database.FailureText;
import dev.signalbox.runtime.platform.EventPlatform;
import dev.signalbox.runtime.settings.Masking;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.net.BindException;
import java.net.UnknownHostException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.springframework.boot.tomcat.ConnectorStartFailedException;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.boot.web.server.servlet.context.AnnotationConfigServletWebServerApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

/** The embedded HTTP server, started before the relays and stopped after them. */
public final class WebServer implements AutoCloseable {
    /**
     * A limit on everything that a client could make large, many or slow. More of a refused body is read than is
     * allowed: closing a connection with unread data resets it, and the client would lose the answer.
     */
    private static final Map<String, Object> LIMITS = Map.of(
            "server.tomcat.max-connections", 512,
            "server.tomcat.accept-count", 64,
            "server.tomcat.connection-timeout", "10s",
            "server.tomcat.keep-alive-timeout", "30s",
            "server.tomcat.max-swallow-size", "24MB",
            "server.tomcat.max-http-form-post-size", "64KB",
            "server.tomcat.max-parameter-count", 100,
            "server.max-http-request-header-size", "16KB");

    private static final Map<String, Object> DEFAULTS = Map.of(
            "spring.threads.virtual.enabled", true,
            "spring.web.resources.add-mappings", false,
            "spring.jmx.enabled", false,
            "server.shutdown", "immediate",
            "spring.mvc.problemdetails.enabled", false,
            // It would read bodies before they are limited.
            "spring.mvc.formcontent.filter.enabled", false,
            "spring.jackson.default-property-inclusion", "non_null");

    private static final String TLS_BUNDLE = "api";

    private final AnnotationConfigServletWebServerApplicationContext context;

    private WebServer(AnnotationConfigServletWebServerApplicationContext context) {
        this.context = context;
    }

    /** The program could not listen on the configured address and port. */
    public static final class CannotListenException extends Exception {
        CannotListenException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /** What the controllers need; the logs include those whose database was not reached yet, as configured. */
    public record Services(
            BearerAuthenticator authenticator,
            NodeRelays relays,
            Supplier<List<LogAdmin>> logs,
            Supplier<Health> readiness,
            PrometheusMeterRegistry metrics,
            Optional<EventPlatform> platform) {
        /** Without the event platform. */
        public Services(
                BearerAuthenticator authenticator,
                NodeRelays relays,
                Supplier<List<LogAdmin>> logs,
                Supplier<Health> readiness,
                PrometheusMeterRegistry metrics) {
            this(authenticator, relays, logs, readiness, metrics, Optional.empty());
        }
    }

    public static WebServer start(HttpServerConfig http, Services services) throws CannotListenException {
        var context = new AnnotationConfigServletWebServerApplicationContext();
        // Only Signalbox's own configuration counts: a stray SERVER_PORT in the environment must not.
        var sources = context.getEnvironment().getPropertySources();
        sources.remove(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME);
        sources.remove(StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME);
        sources.addFirst(new MapPropertySource("signalbox", properties(http)));
        context.registerBean(Services.class, () -> services);
        context.registerBean(HttpServerConfig.class, () -> http);
        http.monitoring().ifPresent(it -> context.registerBean(MonitoringPort.class, () -> new MonitoringPort(it)));
        context.register(WebConfiguration.class);
        services.platform().ifPresent(platform -> {
            context.registerBean(EventPlatform.class, () -> platform);
            context.register(PlatformWebConfiguration.class);
        });
        try {
            context.refresh();
        } catch (RuntimeException e) {
            throw cannotListen(http, e);
        }
        return new WebServer(context);
    }

    /** The actual port, which the system chooses for 0. */
    public int port() {
        return Objects.requireNonNull(context.getWebServer(), "the server is closed")
                .getPort();
    }

    /** The actual monitoring port, if there is one. */
    public Optional<Integer> monitoringPort() {
        return context.getBeanProvider(MonitoringPort.class).stream()
                .map(port -> port.connector().getLocalPort())
                .findFirst();
    }

    /** The object of this type that serves requests. */
    <T> T bean(Class<T> type) {
        return context.getBean(type);
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
        http.tls().ifPresent(tls -> {
            String bundle = "spring.ssl.bundle.pem." + TLS_BUNDLE;
            properties.put(
                    bundle + ".keystore.certificate", tls.certificate().toUri().toString());
            properties.put(
                    bundle + ".keystore.private-key", tls.privateKey().toUri().toString());
            properties.put(bundle + ".reload-on-update", true);
            properties.put("spring.ssl.bundle.watch.file.quiet-period", "2s");
            properties.put("server.ssl.bundle", TLS_BUNDLE);
        });
        return properties;
    }

    private static CannotListenException cannotListen(HttpServerConfig http, RuntimeException e) {
        // Which of two ports it was is not in the exception.
        String where = Masking.escaped(http.address()) + " port " + http.port()
                + http.monitoring().map(it -> " or port " + it.port()).orElse("");
        Throwable cause = e;
        for (int depth = 0; cause != null && depth < 50; depth++, cause = cause.getCause()) {
            if (cause instanceof PortInUseException || cause instanceof ConnectorStartFailedException) {
                return new CannotListenException(
                        where + " is in use by another program; choose another with --port or signalbox.server.port",
                        e);
            }
            if (cause instanceof BindException || cause instanceof UnknownHostException) {
                return new CannotListenException(
                        "cannot listen on " + where + " (" + Masking.escaped(String.valueOf(cause.getMessage()))
                                + "); check signalbox.server.address and the right to use this port",
                        e);
            }
        }
        if (http.tls().isPresent()) {
            return new CannotListenException(
                    "TLS does not work with signalbox.server.tls.certificate and private-key: " + FailureText.of(e), e);
        }
        throw e;
    }
}
