package dev.signalbox.runtime.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;

class OidcConfigTest {
    private static final String RELAY = """
            signalbox.sources.shop.url=jdbc:postgresql://db/shop
            signalbox.sinks.api.base-url=https://api
            signalbox.relays.orders.source=shop
            signalbox.relays.orders.sink=api
            signalbox.relays.orders.path=/x
            """;

    @Test
    void aProviderNeedsAnIssuerAndAnAudience() {
        OidcConfig config =
                ConfigUnderTest.properties(RELAY + """
                signalbox.security.oidc.issuer=https://login.example.com/realms/shop/
                signalbox.security.oidc.audience=signalbox
                """).load().security().oidc().orElseThrow();

        assertThat(config)
                .isEqualTo(new OidcConfig(
                        URI.create("https://login.example.com/realms/shop"),
                        "signalbox",
                        List.of("realm_access", "roles"),
                        "signalbox-admin"));
        assertThat(ConfigUnderTest.properties(RELAY).load().security().oidc()).isEmpty();
    }

    @Test
    void withoutAnAudienceTokensForOthersWouldDo() {
        assertThat(problems("signalbox.security.oidc.issuer=https://login.example.com"))
                .singleElement()
                .asString()
                .startsWith("signalbox.security.oidc.audience: is missing");
    }

    @Test
    void anAudienceAloneIsNotEnough() {
        assertThat(problems("signalbox.security.oidc.audience=signalbox"))
                .singleElement()
                .asString()
                .startsWith("signalbox.security.oidc.issuer: is missing");
    }

    @Test
    void keysDoNotTravelUnprotected() {
        assertThat(problems("""
                signalbox.security.oidc.issuer=http://login.example.com
                signalbox.security.oidc.audience=signalbox
                """))
                .singleElement()
                .asString()
                .contains("signalbox.security.oidc.issuer", "must begin with https://");
        assertThat(ConfigUnderTest.properties(RELAY + """
                signalbox.security.oidc.issuer=http://localhost:8180/realms/shop
                signalbox.security.oidc.audience=signalbox
                """).load().security().oidc())
                .isPresent();
    }

    private static List<?> problems(String settings) {
        return ConfigUnderTest.properties(RELAY + settings).problems();
    }
}
