package dev.signalbox.sink.webhook;

import dev.signalbox.core.time.Clock;
import java.net.Proxy;
import java.net.Socket;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.ConnectionKeepAliveStrategy;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SchemePortResolver;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.DefaultConnectionKeepAliveStrategy;
import org.apache.hc.client5.http.impl.DefaultSchemePortResolver;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.io.DefaultHttpClientConnectionOperator;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.impl.routing.DefaultRoutePlanner;
import org.apache.hc.client5.http.io.DetachedSocketFactory;
import org.apache.hc.client5.http.io.HttpClientConnectionOperator;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.client5.http.ssl.HostnameVerificationPolicy;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.config.RegistryBuilder;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.pool.PoolConcurrencyPolicy;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/** Configures Apache's HTTP client: every limit is set, and everything that it would do by itself is off. */
final class HttpEngine {
    /** Names may change their addresses, so a connection is not used for longer than this. */
    static final Duration LONGEST_LIFE = Duration.ofSeconds(60);

    static final Duration LONGEST_IDLE = Duration.ofSeconds(30);

    static final int MAX_HEADER_LINES = 100;
    static final int MAX_LINE_LENGTH = 8_192;
    private static final int MAX_EMPTY_LINES = 10;
    private static final int BUFFER = 8_192;

    private HttpEngine() {}

    static PoolingHttpClientConnectionManager connections(
            WebhookClientSettings settings, VettedResolver resolver, SSLContext tls, Clock clock) {
        return new UnproxiedConnections()
                .setDnsResolver(resolver)
                .setTlsSocketStrategy(new DefaultClientTlsStrategy(tls, HostnameVerificationPolicy.BUILTIN, null))
                .setConnectionFactory(_ -> CheckedConnection.unbound(answerLimits(), clock))
                .setPoolConcurrencyPolicy(PoolConcurrencyPolicy.STRICT)
                .setMaxConnTotal(settings.maxConnections())
                .setMaxConnPerRoute(settings.maxConnectionsPerTarget())
                .setDefaultSocketConfig(
                        SocketConfig.custom().setTcpNoDelay(true).build())
                .setDefaultConnectionConfig(ConnectionConfig.custom()
                        .setConnectTimeout(Timeout.of(settings.connectTimeout()))
                        .setTimeToLive(TimeValue.of(LONGEST_LIFE))
                        .setValidateAfterInactivity(TimeValue.ZERO_MILLISECONDS)
                        .build())
                // The end of a TLS connection writes to it, which must not happen while the pool is locked.
                .setOffLockDisposalEnabled(true)
                .build();
    }

    private static Http1Config answerLimits() {
        return Http1Config.custom()
                .setMaxHeaderCount(MAX_HEADER_LINES)
                .setMaxLineLength(MAX_LINE_LENGTH)
                .setMaxEmptyLineCount(MAX_EMPTY_LINES)
                .setBufferSize(BUFFER)
                .build();
    }

    static CloseableHttpClient client(PoolingHttpClientConnectionManager connections, String userAgent) {
        return HttpClientBuilder.create()
                .setConnectionManager(connections)
                .setRequestExecutor(new RequestSender())
                .setRoutePlanner(new DefaultRoutePlanner(DefaultSchemePortResolver.INSTANCE))
                .setKeepAliveStrategy(keepAlive())
                .setUserAgent(userAgent)
                .disableAutomaticRetries()
                .disableRedirectHandling()
                .disableCookieManagement()
                .disableContentCompression()
                .disableAuthCaching()
                .disableConnectionState()
                .build();
    }

    private static ConnectionKeepAliveStrategy keepAlive() {
        TimeValue longest = TimeValue.of(LONGEST_IDLE);
        return (response, context) -> {
            TimeValue wanted = DefaultConnectionKeepAliveStrategy.INSTANCE.getKeepAliveDuration(response, context);
            return TimeValue.isPositive(wanted) && wanted.compareTo(longest) < 0 ? wanted : longest;
        };
    }

    /** The configuration of one request; its deadline is a timer, and these only back it up. */
    static RequestConfig request(Duration timeout) {
        return RequestConfig.custom()
                .setConnectionRequestTimeout(Timeout.of(timeout))
                .setResponseTimeout(Timeout.of(timeout))
                .setAuthenticationEnabled(false)
                .setRedirectsEnabled(false)
                .setContentCompressionEnabled(false)
                .setProtocolUpgradeEnabled(false)
                .setExpectContinueEnabled(false)
                .build();
    }

    /** Opens sockets that no system property sends through a SOCKS proxy. */
    private static final class UnproxiedConnections extends PoolingHttpClientConnectionManagerBuilder {
        @Override
        protected HttpClientConnectionOperator createConnectionOperator(
                @Nullable SchemePortResolver ports, DnsResolver resolver, TlsSocketStrategy tls) {
            DetachedSocketFactory sockets = _ -> new Socket(Proxy.NO_PROXY);
            return new DefaultHttpClientConnectionOperator(
                    sockets,
                    DefaultSchemePortResolver.INSTANCE,
                    resolver,
                    RegistryBuilder.<TlsSocketStrategy>create()
                            .register("https", tls)
                            .build());
        }
    }
}
