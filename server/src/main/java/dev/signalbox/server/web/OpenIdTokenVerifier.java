package dev.signalbox.server.web;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.source.RateLimitReachedException;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import dev.signalbox.core.time.Clock;
import dev.signalbox.runtime.config.OidcConfig;
import dev.signalbox.runtime.settings.Masking;
import java.io.IOException;
import java.text.ParseException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Admits the users of an OpenID provider that have the right role. The provider is asked when it is needed first. */
final class OpenIdTokenVerifier {
    private static final System.Logger LOG = System.getLogger(OpenIdTokenVerifier.class.getName());
    private static final long PAUSE = Duration.ofSeconds(5).toNanos();
    private static final int LONGEST_NAME = 100;

    private final OidcConfig config;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile @Nullable DefaultJWTProcessor<SecurityContext> processor;
    private final AtomicBoolean away = new AtomicBoolean();
    private final Clock clock;
    private long askAgainAt;

    OpenIdTokenVerifier(OidcConfig config, Clock clock) {
        this.config = config;
        this.clock = clock;
        this.askAgainAt = clock.nanos();
    }

    AuthenticationResult authenticate(String token) {
        try {
            JWTClaimsSet claims = processor().process(token, null);
            isBack();
            if (!roles(claims).contains(config.role())) {
                return new AuthenticationResult.Denied(
                        403, "insufficient_scope", "The token is good, but does not have the role that is needed.");
            }
            return new AuthenticationResult.Authenticated(Optional.of(name(claims)));
        } catch (ParseException | BadJOSEException | RateLimitReachedException e) {
            LOG.log(System.Logger.Level.DEBUG, "a token was refused: {0}", e.getMessage());
            return new AuthenticationResult.Denied(
                    401,
                    "invalid_token",
                    "The token is neither the administration token nor a valid one of the OpenID provider.");
        } catch (IOException | JOSEException e) {
            complain(String.valueOf(e.getMessage()));
            return new AuthenticationResult.Denied(
                    503, "", "The token cannot be checked, because the OpenID provider is not available.");
        }
    }

    /** Once for each outage: anybody can send tokens, and must not fill the log. */
    private void complain(String reason) {
        if (away.compareAndSet(false, true)) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "tokens of the OpenID provider {0} cannot be checked: {1}",
                    config.issuer(),
                    reason);
        }
    }

    private void isBack() {
        if (away.compareAndSet(true, false)) {
            LOG.log(
                    System.Logger.Level.INFO,
                    "tokens of the OpenID provider {0} can be checked again",
                    config.issuer());
        }
    }

    private DefaultJWTProcessor<SecurityContext> processor() throws IOException {
        DefaultJWTProcessor<SecurityContext> known = processor;
        if (known != null) {
            return known;
        }
        lock.lock();
        try {
            DefaultJWTProcessor<SecurityContext> meanwhile = processor;
            if (meanwhile != null) {
                return meanwhile;
            }
            if (clock.nanos() < askAgainAt) {
                throw new IOException("it did not answer a moment ago");
            }
            return discover();
        } finally {
            lock.unlock();
        }
    }

    private DefaultJWTProcessor<SecurityContext> discover() throws IOException {
        try {
            DefaultJWTProcessor<SecurityContext> made = processor(OpenIdProvider.discover(config.issuer()));
            processor = made;
            return made;
        } finally {
            // From the end of the attempt on: whoever waited behind a slow one must not begin the next.
            askAgainAt = clock.nanos() + PAUSE;
        }
    }

    private DefaultJWTProcessor<SecurityContext> processor(OpenIdProvider provider) {
        Set<JWSAlgorithm> algorithms = new HashSet<>(JWSAlgorithm.Family.RSA);
        algorithms.addAll(JWSAlgorithm.Family.EC);
        var made = new DefaultJWTProcessor<SecurityContext>();
        made.setJWSKeySelector(new JWSVerificationKeySelector<>(algorithms, provider.keys()));
        made.setJWSTypeVerifier(new DefaultJOSEObjectTypeVerifier<>(
                JOSEObjectType.JWT, new JOSEObjectType("at+jwt"), new JOSEObjectType("application/at+jwt"), null));
        made.setJWTClaimsSetVerifier(new DefaultJWTClaimsVerifier<>(
                config.audience(),
                new JWTClaimsSet.Builder().issuer(provider.issuer()).build(),
                Set.of("exp", "sub")));
        return made;
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
                LONGEST_NAME);
    }
}
