package dev.signalbox.server.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpServer;
import dev.signalbox.runtime.config.OidcConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OpenIdTokenVerifierTest {
    private static final BearerAuthenticator.Result ALICE =
            new BearerAuthenticator.Result.Authenticated(Optional.of("alice"));

    private final AtomicLong now = new AtomicLong();
    private final LocalOpenIdProvider issuer = LocalOpenIdProvider.start();
    private final OpenIdTokenVerifier tokens = new OpenIdTokenVerifier(issuer.config(), now::get);

    OpenIdTokenVerifierTest() throws IOException {}

    @AfterEach
    void stop() {
        issuer.close();
    }

    @Test
    void aTokenWithTheRoleIsAdmittedByName() throws Exception {
        assertThat(tokens.authenticate(issuer.token())).isEqualTo(ALICE);
        assertThat(tokens.authenticate(issuer.token(it -> it.claim("preferred_username", null))))
                .isEqualTo(new BearerAuthenticator.Result.Authenticated(Optional.of("4711")));
    }

    @Test
    void whatWasMadeForOthersOrIsOverIsNotValid() throws Exception {
        Date past = Date.from(Instant.now().minus(Duration.ofMinutes(5)));
        Date future = Date.from(Instant.now().plus(Duration.ofMinutes(5)));
        refuses(401, issuer.token(it -> it.audience("shop")));
        refuses(401, issuer.token(it -> it.audience((String) null)));
        refuses(401, issuer.token(it -> it.issuer("http://127.0.0.1:1/realms/shop")));
        refuses(401, issuer.token(it -> it.expirationTime(past)));
        refuses(401, issuer.token(it -> it.expirationTime(null)));
        refuses(401, issuer.token(it -> it.notBeforeTime(future)));
        refuses(401, issuer.token(it -> it.subject(null)));
        refuses(401, "not.a.token");
        refuses(401, "");
    }

    @Test
    void onlyTheProvidersSignatureCounts() throws Exception {
        JWTClaimsSet claims = SignedJWT.parse(issuer.token()).getJWTClaimsSet();

        var stranger = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.RS256).keyID("first").build(), claims);
        stranger.sign(new RSASSASigner(new RSAKeyGenerator(2048).generate()));
        refuses(401, stranger.serialize());

        var confused = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.HS256).keyID("first").build(), claims);
        confused.sign(new MACSigner(issuer.key().toRSAPublicKey().getEncoded()));
        refuses(401, confused.serialize());

        refuses(401, new PlainJWT(claims).serialize());
    }

    @Test
    void withoutTheRoleATokenOpensNothing() throws Exception {
        refuses(403, issuer.token(it -> it.claim("realm_access", Map.of("roles", List.of("user")))));
        refuses(403, issuer.token(it -> it.claim("realm_access", "signalbox-admin")));
        refuses(403, issuer.token(it -> it.claim("realm_access", null)));
    }

    @Test
    void rolesMayBeWordsOfAScope() throws Exception {
        var config = new OidcConfig(URI.create(issuer.address()), "signalbox", List.of("scope"), "admin");
        var scoped = new OpenIdTokenVerifier(config, now::get);

        assertThat(scoped.authenticate(issuer.token(it -> it.claim("scope", "openid admin"))))
                .isEqualTo(ALICE);
        assertThat(scoped.authenticate(issuer.token(it -> it.claim("scope", "openid administrator"))))
                .isInstanceOf(BearerAuthenticator.Result.Denied.class);
    }

    @Test
    void newKeysAreTakenInWithoutARestart() throws Exception {
        assertThat(tokens.authenticate(issuer.token())).isEqualTo(ALICE);
        issuer.rotate();

        assertThat(tokens.authenticate(issuer.token())).isEqualTo(ALICE);
    }

    @Test
    void whileTheProviderIsAwayNothingIsSaidOfATokenAndLaterItIsAskedAgain() throws Exception {
        String token = issuer.token();
        int port = issuer.port();
        issuer.close();
        refuses(503, token);

        try (LocalOpenIdProvider back = LocalOpenIdProvider.startOn(port)) {
            refuses(503, back.token());
            now.addAndGet(Duration.ofSeconds(5).toNanos());
            assertThat(tokens.authenticate(back.token())).isEqualTo(ALICE);
        }
    }

    @Test
    void thePauseBeginsWhenASlowProviderHasFailed() throws Exception {
        int port = issuer.port();
        issuer.close();
        HttpServer slow = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        slow.createContext("/", exchange -> {
            now.addAndGet(Duration.ofSeconds(6).toNanos());
            exchange.sendResponseHeaders(500, -1);
            exchange.close();
        });
        slow.start();
        refuses(503, "x.y.z");
        slow.stop(0);

        try (LocalOpenIdProvider back = LocalOpenIdProvider.startOn(port)) {
            refuses(503, back.token());
            now.addAndGet(Duration.ofSeconds(5).toNanos());
            assertThat(tokens.authenticate(back.token())).isEqualTo(ALICE);
        }
    }

    @Test
    void aProviderThatCallsItselfDifferentlyIsNotTrusted() throws Exception {
        var config = new OidcConfig(
                URI.create(issuer.address().replace("127.0.0.1", "localhost")), "signalbox", List.of("scope"), "admin");

        assertThat(new OpenIdTokenVerifier(config, now::get).authenticate(issuer.token()))
                .isEqualTo(new BearerAuthenticator.Result.Denied(
                        503, "", "The token cannot be checked, because the OpenID provider is not available."));
    }

    @Test
    void keysComeOverHttpsOrFromThisMachineOverHttpAndFromNowhereElse() {
        for (String safe : List.of("https://login.example.com/keys", "http://localhost:1/keys", "http://[::1]/keys")) {
            assertThat(OidcConfig.isSafe(URI.create(safe))).as(safe).isTrue();
        }
        for (String unsafe : List.of(
                "http://login.example.com/keys",
                "http://localhost.example.com/keys",
                "file://localhost/etc/keys",
                "ftp://127.0.0.1/keys",
                "jar:file:/keys",
                "//localhost/keys")) {
            assertThat(OidcConfig.isSafe(URI.create(unsafe))).as(unsafe).isFalse();
        }
    }

    @Test
    void keysThatARedirectLeadsToAreNotTrusted() throws Exception {
        HttpServer provider = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        String address = "http://127.0.0.1:" + provider.getAddress().getPort() + "/realms/shop";
        byte[] metadata = """
                {"issuer": "%1$s", "jwks_uri": "%1$s/keys"}""".formatted(address).getBytes(StandardCharsets.UTF_8);
        provider.createContext("/realms/shop/.well-known/openid-configuration", exchange -> {
            exchange.sendResponseHeaders(200, metadata.length);
            exchange.getResponseBody().write(metadata);
            exchange.close();
        });
        provider.createContext("/realms/shop/keys", exchange -> {
            exchange.getResponseHeaders().set("Location", issuer.address() + "/keys");
            exchange.sendResponseHeaders(302, -1);
            exchange.close();
        });
        provider.start();
        try {
            var config = new OidcConfig(
                    URI.create(address), "signalbox", List.of("realm_access", "roles"), "signalbox-admin");

            assertThat(new OpenIdTokenVerifier(config, now::get).authenticate(issuer.token(it -> it.issuer(address))))
                    .isInstanceOf(BearerAuthenticator.Result.Denied.class);
        } finally {
            provider.stop(0);
        }
    }

    private void refuses(int status, String token) {
        assertThat(tokens.authenticate(token))
                .isInstanceOfSatisfying(
                        BearerAuthenticator.Result.Denied.class,
                        it -> assertThat(it.status()).isEqualTo(status));
    }
}
