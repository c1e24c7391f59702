package dev.signalbox.sink.rabbitmq;

import com.rabbitmq.client.Address;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.impl.ForgivingExceptionHandler;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** Opens connections of RabbitMQ's client and keeps the socket of each. */
final class ConnectionOpener {
    private static final System.Logger LOG = System.getLogger(ConnectionOpener.class.getName());

    private final RabbitBrokerSettings settings;

    ConnectionOpener(RabbitBrokerSettings settings) {
        this.settings = settings;
    }

    /** A connection and its socket: only the socket can end a connection while a write on it hangs. */
    record OpenedConnection(Connection connection, Socket socket) {}

    OpenedConnection open(BrokerAddress address) throws IOException, TimeoutException, GeneralSecurityException {
        AtomicReference<@Nullable Socket> socket = new AtomicReference<>();
        ConnectionFactory factory = factory();
        factory.setSocketConfigurator(made -> {
            configure(made);
            socket.set(made);
        });
        Connection connection =
                factory.newConnection(List.of(new Address(address.host(), address.port())), settings.connectionName());
        Socket made = socket.get();
        if (made == null) {
            connection.abort();
            throw new IOException("the client has made a connection without a socket");
        }
        return new OpenedConnection(connection, made);
    }

    private void configure(Socket socket) throws IOException {
        socket.setTcpNoDelay(true);
        // Also limits the TLS handshake, for which the client sets no time-out.
        socket.setSoTimeout(milliseconds());
        RabbitTls tls = settings.tls();
        if (tls != null && tls.verifyHostname() && socket instanceof SSLSocket secure) {
            SSLParameters parameters = secure.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            secure.setSSLParameters(parameters);
        }
    }

    private ConnectionFactory factory() throws IOException, GeneralSecurityException {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setVirtualHost(settings.virtualHost());
        factory.setUsername(settings.login().user());
        factory.setPassword(settings.login().password());
        // Another call, possibly of another node, sends what this call could not: the client must not recover and
        // resend by itself.
        factory.setAutomaticRecoveryEnabled(false);
        factory.setTopologyRecoveryEnabled(false);
        factory.setConnectionTimeout(milliseconds());
        factory.setHandshakeTimeout(milliseconds());
        factory.setChannelRpcTimeout(milliseconds());
        factory.setShutdownTimeout(milliseconds());
        factory.setRequestedHeartbeat((int) settings.times().heartbeat().toSeconds());
        factory.setThreadFactory(Thread.ofPlatform()
                .daemon()
                .name("signalbox-rabbitmq-" + settings.name())
                .factory());
        factory.setExceptionHandler(new QuietExceptionHandler());
        RabbitTls tls = settings.tls();
        if (tls != null) {
            factory.useSslProtocol(context(tls));
        }
        return factory;
    }

    private int milliseconds() {
        return (int) settings.times().connect().toMillis();
    }

    private static SSLContext context(RabbitTls tls) throws IOException, GeneralSecurityException {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        RabbitTls.Store keyStore = tls.keyStore();
        RabbitTls.Store trustStore = tls.trustStore();
        if (keyStore != null) {
            keys.init(load(keyStore), keyStore.password().toCharArray());
        }
        if (trustStore != null) {
            trust.init(load(trustStore));
        }
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(
                keyStore == null ? null : keys.getKeyManagers(),
                trustStore == null ? null : trust.getTrustManagers(),
                null);
        return context;
    }

    private static KeyStore load(RabbitTls.Store store) throws IOException, GeneralSecurityException {
        KeyStore loaded = KeyStore.getInstance(store.type().toUpperCase(Locale.ROOT));
        try (InputStream in = Files.newInputStream(store.file())) {
            loaded.load(in, store.password().toCharArray());
        } catch (IOException e) {
            throw new IOException("the store " + store.file() + " cannot be read: " + e.getMessage());
        }
        return loaded;
    }

    /** The outcome of each message reports the failure; the client's own log lines would repeat it. */
    private static final class QuietExceptionHandler extends ForgivingExceptionHandler {
        @Override
        protected void log(String message, Throwable failure) {
            LOG.log(System.Logger.Level.DEBUG, message, failure);
        }
    }
}
