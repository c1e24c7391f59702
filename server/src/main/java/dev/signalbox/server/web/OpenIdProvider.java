package dev.signalbox.server.web;

import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.DefaultResourceRetriever;
import com.nimbusds.jose.util.JSONObjectUtils;
import dev.signalbox.runtime.config.security.OidcConfig;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.text.ParseException;
import java.time.Duration;
import java.util.Map;

/**
 * The issuer and the keys of an OpenID provider.
 *
 * @param issuer its name in its tokens
 * @param keys its signing keys; fetched again when they change, kept for a while during an outage
 */
record OpenIdProvider(String issuer, JWKSource<SecurityContext> keys) {
    private static final int TIMEOUT_MILLIS = 3_000;
    private static final int MAX_DOCUMENT_BYTES = 256 * 1024;
    private static final long OUTAGE_TOLERANCE_MILLIS = Duration.ofHours(1).toMillis();

    static OpenIdProvider discover(URI address) throws IOException {
        var retriever = new DefaultResourceRetriever(TIMEOUT_MILLIS, TIMEOUT_MILLIS, MAX_DOCUMENT_BYTES);
        URL metadataUrl =
                URI.create(address + "/.well-known/openid-configuration").toURL();
        try {
            Map<String, Object> metadata = JSONObjectUtils.parse(
                    retriever.retrieveResource(metadataUrl).getContent());
            String issuer = JSONObjectUtils.getString(metadata, "issuer");
            URI keys = JSONObjectUtils.getURI(metadata, "jwks_uri");
            if (issuer == null || !issuer.replaceAll("/+$", "").equals(address.toString())) {
                throw new IOException("its issuer is " + issuer);
            }
            if (keys == null || !OidcConfig.isSafe(keys)) {
                throw new IOException("its keys are at " + keys + ", which is not https");
            }
            return new OpenIdProvider(
                    issuer,
                    JWKSourceBuilder.<SecurityContext>create(keys.toURL(), retriever)
                            .outageTolerant(OUTAGE_TOLERANCE_MILLIS)
                            .build());
        } catch (ParseException | MalformedURLException | IllegalArgumentException e) {
            throw new IOException("its metadata cannot be read: " + e.getMessage(), e);
        }
    }
}
