package dev.signalbox.server.web;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.jwk.source.RateLimitReachedException;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.DefaultResourceRetriever;
import com.nimbusds.jose.util.JSONObjectUtils;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import dev.signalbox.core.time.Clock;
import dev.signalbox.runtime.config.OidcConfig;
import dev.signalbox.runtime.settings.Masking;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.text.ParseException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Accepts tokens of an OpenID provider that have the required role. It discovers the provider at the first use. */
final class OpenIdTokenVerifier {
    private static final System.Logger LOG = System.getLogger(OpenIdTokenVerifier.class.getName());
    private static final long RETRY_PAUSE = Duration.ofSeconds(5).toNanos();
    private static final int MAX_NAME_LENGTH = 100;
    private static final int TIMEOUT_MILLIS = 3_000;
    private static final int MAX_DOCUMENT_BYTES = 256 * 1024;
    private static final long OUTAGE_TOLERANCE_MILLIS = Duration.ofHours(1).toMillis();

    private final OidcConfig config;
    private @Nullable DefaultJWTProcessor<SecurityContext> processor;
    private final AtomicBoolean unavailable = new AtomicBoolean();
    private final Clock clock;
    private long nextDiscoveryAt;

    OpenIdTokenVerifier(OidcConfig config, Clock clock) {
        this.config = config;
        this.clock = clock;
        this.nextDiscoveryAt = clock.nanos();
    }

    BearerAuthenticator.Result authenticate(String token) {
        try {
            JWTClaimsSet claims = processor().process(token, null);
            logAvailable();
            if (!roles(claims).contains(config.role())) {
                return new BearerAuthenticator.Result.Denied(
                        403, "insufficient_scope", "The token is valid, but lacks the required role.");
            }
            return new BearerAuthenticator.Result.Authenticated(Optional.of(name(claims)));
        } catch (ParseException | BadJOSEException | RateLimitReachedException e) {
            LOG.log(System.Logger.Level.DEBUG, "a token was refused: {0}", e.getMessage());
            return new BearerAuthenticator.Result.Denied(
                    401,
                    "invalid_token",
                    "The token is neither the administration token nor a valid one of the OpenID provider.");
        } catch (IOException | JOSEException e) {
            logUnavailable(String.valueOf(e.getMessage()));
            return new BearerAuthenticator.Result.Denied(
                    503, "", "The token cannot be checked, because the OpenID provider is not available.");
        }
    }

    /** Logs once per outage: anyone can send tokens, and must not fill the log. */
    private void logUnavailable(String reason) {
        if (unavailable.compareAndSet(false, true)) {
            String text = "tokens of the OpenID provider {0} cannot be checked: {1}";
            LOG.log(System.Logger.Level.WARNING, text, config.issuer(), reason);
        }
    }

    private void logAvailable() {
        if (unavailable.compareAndSet(true, false)) {
            String text = "tokens of the OpenID provider {0} can be checked again";
            LOG.log(System.Logger.Level.INFO, text, config.issuer());
        }
    }

    /** A request waits while another one discovers the provider. */
    private synchronized DefaultJWTProcessor<SecurityContext> processor() throws IOException {
        if (processor != null) {
            return processor;
        }
        if (clock.nanos() < nextDiscoveryAt) {
            throw new IOException("it did not answer the last request");
        }
        try {
            processor = processor(Provider.discover(config.issuer()));
            return processor;
        } finally {
            // Counted from the end of the attempt, so that a request that waited for a slow attempt does not start the
            // next.
            nextDiscoveryAt = clock.nanos() + RETRY_PAUSE;
        }
    }

    private DefaultJWTProcessor<SecurityContext> processor(Provider provider) {
        Set<JWSAlgorithm> algorithms = new HashSet<>(JWSAlgorithm.Family.RSA);
        algorithms.addAll(JWSAlgorithm.Family.EC);
        var created = new DefaultJWTProcessor<SecurityContext>();
        created.setJWSKeySelector(new JWSVerificationKeySelector<>(algorithms, provider.keys()));
        created.setJWSTypeVerifier(new DefaultJOSEObjectTypeVerifier<>(
                JOSEObjectType.JWT, new JOSEObjectType("at+jwt"), new JOSEObjectType("application/at+jwt"), null));
        created.setJWTClaimsSetVerifier(new DefaultJWTClaimsVerifier<>(
                config.audience(),
                new JWTClaimsSet.Builder().issuer(provider.issuer()).build(),
                Set.of("exp", "sub")));
        return created;
    }

    private Collection<String> roles(JWTClaimsSet claims) {
        Object found = claims.getClaims();
        for (String step : config.rolesClaim()) {
            found = found instanceof Map<?, ?> object ? object.get(step) : null;
        }
        return switch (found) {
            case String words -> Arrays.asList(words.split(" "));
            case Collection<?> list -> list.stream().map(String::valueOf).toList();
            case null, default -> Set.of();
        };
    }

    private static String name(JWTClaimsSet claims) {
        Object name = claims.getClaim("preferred_username");
        return Masking.shown(
                name instanceof String text && !text.isBlank() ? text : String.valueOf(claims.getSubject()),
                MAX_NAME_LENGTH);
    }

    /** The name in its tokens, and its keys: fetched again when they change, kept for a while in an outage. */
    private record Provider(String issuer, JWKSource<SecurityContext> keys) {
        static Provider discover(URI address) throws IOException {
            var retriever = new DirectRetriever();
            URL metadataUrl =
                    URI.create(address + "/.well-known/openid-configuration").toURL();
            try {
                Map<String, Object> metadata = JSONObjectUtils.parse(
                        retriever.retrieveResource(metadataUrl).getContent());
                String issuer = JSONObjectUtils.getString(metadata, "issuer");
                URI keys = JSONObjectUtils.getURI(metadata, "jwks_uri");
                if (issuer == null || !isNamed(issuer, address)) {
                    throw new IOException("its issuer is " + issuer);
                }
                if (keys == null || !OidcConfig.isSafe(keys)) {
                    throw new IOException("its keys are at " + keys + ", which is not https");
                }
                return new Provider(
                        issuer,
                        JWKSourceBuilder.<SecurityContext>create(keys.toURL(), retriever)
                                .outageTolerant(OUTAGE_TOLERANCE_MILLIS)
                                .build());
            } catch (ParseException | MalformedURLException | IllegalArgumentException e) {
                throw new IOException("its metadata cannot be read: " + e.getMessage(), e);
            }
        }

        /** Slashes at the end do not matter. */
        private static boolean isNamed(String issuer, URI address) {
            String wanted = address.toString();
            return issuer.startsWith(wanted)
                    && issuer.substring(wanted.length()).chars().allMatch(c -> c == '/');
        }
    }

    /** Follows no redirects: the address that they lead to has not been checked. */
    private static final class DirectRetriever extends DefaultResourceRetriever {
        DirectRetriever() {
            super(TIMEOUT_MILLIS, TIMEOUT_MILLIS, MAX_DOCUMENT_BYTES);
        }

        @Override
        protected HttpURLConnection openHTTPConnection(URL url) throws IOException {
            HttpURLConnection connection = super.openHTTPConnection(url);
            connection.setInstanceFollowRedirects(false);
            return connection;
        }
    }
}
