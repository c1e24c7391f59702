package dev.signalbox.server.web;

import dev.signalbox.runtime.config.HttpServerConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.http11.Http11NioProtocol;

/** A second port for health and metrics. It has its own connections and threads, so that slow clients cannot hold them. */
final class MonitoringPort extends ValveBase {
    private static final String ATTRIBUTE = MonitoringPort.class.getName();
    private static final int MAX_CONNECTIONS = 64;
    private static final int MAX_THREADS = 4;
    private static final int TIMEOUT_MILLIS = 5_000;
    private static final int MAX_HEADER_BYTES = 8 * 1024;

    private final Connector connector;

    MonitoringPort(HttpServerConfig.Monitoring monitoring) {
        super(true);
        Http11NioProtocol protocol = new Http11NioProtocol();
        protocol.setAddress(address(monitoring.address()));
        protocol.setMaxConnections(MAX_CONNECTIONS);
        protocol.setMaxThreads(MAX_THREADS);
        protocol.setMinSpareThreads(1);
        protocol.setConnectionTimeout(TIMEOUT_MILLIS);
        protocol.setKeepAliveTimeout(TIMEOUT_MILLIS);
        protocol.setMaxHttpRequestHeaderSize(MAX_HEADER_BYTES);
        this.connector = new Connector(protocol);
        connector.setPort(monitoring.port());
    }

    private static InetAddress address(String address) {
        try {
            return InetAddress.getByName(address);
        } catch (UnknownHostException e) {
            throw new IllegalStateException(address, e);
        }
    }

    Connector connector() {
        return connector;
    }

    /** Everything but health and metrics does not exist on this port. */
    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        if (!connector.equals(request.getConnector())) {
            getNext().invoke(request, response);
        } else if (AuthenticationFilter.isPublic(request)) {
            request.setAttribute(ATTRIBUTE, true);
            getNext().invoke(request, response);
        } else {
            AuthenticationFilter.addHeaders(response);
            ProblemDocument.write(response, 404, "This port has health and metrics only.");
        }
    }

    /** Whether a request came through this port, which knows no operators: it has no TLS. */
    static boolean isSourceOf(ServletRequest request) {
        return request.getAttribute(ATTRIBUTE) != null;
    }
}
