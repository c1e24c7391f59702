package dev.signalbox.server.web;

import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.DefaultResourceRetriever;
import com.nimbusds.jose.util.JSONObjectUtils;
import dev.signalbox.runtime.config.OidcConfig;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.text.ParseException;
import java.time.Duration;
import java.util.Map;

/**
 * What an OpenID provider tells of itself.
 *
 * @param issuer how it calls itself in its tokens
 * @param keys the keys that it signs with; fetched again when they change, kept for a while when it is away
 */
record OpenIdProvider(String issuer, JWKSource<SecurityContext> keys) {
    private static final int PATIENCE = 3_000;
    private static final int LARGEST_DOCUMENT = 256 * 1024;
    private static final long KEPT_IN_OUTAGE = Duration.ofHours(1).toMillis();

    static OpenIdProvider discover(URI address) throws IOException {
        var retriever = new DefaultResourceRetriever(PATIENCE, PATIENCE, LARGEST_DOCUMENT);
        URL description =
                URI.create(address + "/.well-known/openid-configuration").toURL();
        try {
            Map<String, Object> told = JSONObjectUtils.parse(
                    retriever.retrieveResource(description).getContent());
            String issuer = JSONObjectUtils.getString(told, "issuer");
            URI keys = JSONObjectUtils.getURI(told, "jwks_uri");
            if (issuer == null || !issuer.replaceAll("/+$", "").equals(address.toString())) {
                throw new IOException("it calls itself " + issuer);
            }
            if (keys == null || !OidcConfig.isSafe(keys)) {
                throw new IOException("its keys are at " + keys + ", which is not https");
            }
            return new OpenIdProvider(
                    issuer,
                    JWKSourceBuilder.<SecurityContext>create(keys.toURL(), retriever)
                            .outageTolerant(KEPT_IN_OUTAGE)
                            .build());
        } catch (ParseException | MalformedURLException | IllegalArgumentException e) {
            throw new IOException("what it tells of itself cannot be read: " + e.getMessage(), e);
        }
    }
}
