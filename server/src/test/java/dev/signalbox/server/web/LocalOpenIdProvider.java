package dev.signalbox.server.web;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpServer;
import dev.signalbox.runtime.config.OidcConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** A local OpenID provider with metadata and keys. */
final class LocalOpenIdProvider implements AutoCloseable {
    private static final RSAKey FIRST = newKey("first");

    private final HttpServer server;
    private RSAKey key;
    private volatile JWKSet published;

    private LocalOpenIdProvider(int port) throws IOException {
        this.key = FIRST;
        this.published = new JWKSet(key.toPublicJWK());
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        serve("/realms/shop/.well-known/openid-configuration", () -> """
                {"issuer": "%1$s", "jwks_uri": "%1$s/keys"}""".formatted(address()));
        serve("/realms/shop/keys", () -> published.toString());
        server.start();
    }

    static LocalOpenIdProvider start() throws IOException {
        return new LocalOpenIdProvider(0);
    }

    static LocalOpenIdProvider startOn(int port) throws IOException {
        return new LocalOpenIdProvider(port);
    }

    private void serve(String path, Supplier<String> body) {
        server.createContext(path, exchange -> {
            byte[] bytes = body.get().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
    }

    private static RSAKey newKey(String id) {
        try {
            return new RSAKeyGenerator(2048).keyID(id).generate();
        } catch (JOSEException e) {
            throw new IllegalStateException("no key could be made", e);
        }
    }

    int port() {
        return server.getAddress().getPort();
    }

    String address() {
        return "http://127.0.0.1:" + port() + "/realms/shop";
    }

    OidcConfig config() {
        return new OidcConfig(URI.create(address()), "signalbox", List.of("realm_access", "roles"), "signalbox-admin");
    }

    RSAKey key() {
        return key;
    }

    /** Replaces the signing key. */
    void rotate() {
        key = newKey("second");
        published = new JWKSet(key.toPublicJWK());
    }

    /** A valid token with the given changes. */
    String token(UnaryOperator<JWTClaimsSet.Builder> change) throws JOSEException {
        JWTClaimsSet claims = change.apply(new JWTClaimsSet.Builder()
                        .issuer(address())
                        .audience("signalbox")
                        .subject("4711")
                        .claim("preferred_username", "alice")
                        .claim("realm_access", Map.of("roles", List.of("offline_access", "signalbox-admin")))
                        .expirationTime(Date.from(Instant.now().plusSeconds(300))))
                .build();
        SignedJWT token = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(key.getKeyID()).build(), claims);
        token.sign(new RSASSASigner(key));
        return token.serialize();
    }

    String token() throws JOSEException {
        return token(it -> it);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
