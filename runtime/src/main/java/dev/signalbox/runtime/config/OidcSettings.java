package dev.signalbox.runtime.config;

import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.SettingGroup;
import dev.signalbox.runtime.settings.SettingValues;
import dev.signalbox.runtime.settings.ValueTypes;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/** The settings of an OpenID provider whose users may use the administration API. */
final class OidcSettings {
    static final String PREFIX = "signalbox.security.oidc";
    private static final SettingGroup GROUP = new SettingGroup(PREFIX);

    static final Setting<Optional<URI>> ISSUER = GROUP.optional("issuer", ValueTypes.httpUrl())
            .means(
                    "An OpenID provider whose tokens the administration API accepts too, such as `https://login.example.com/realms/shop`.");
    static final Setting<Optional<String>> AUDIENCE = GROUP.optional("audience", ValueTypes.text(255))
            .means("The audience that a token must have; required with an issuer.");
    static final Setting<String> ROLES_CLAIM = GROUP.text("roles-claim", 255, "realm_access.roles")
            .means("The claim with the roles: a list, or words separated by spaces; dots lead into objects.");
    static final Setting<String> ROLE =
            GROUP.text("role", 255, "signalbox-admin").means("The required role.");

    static final List<Setting<?>> ALL = GROUP.all();

    private OidcSettings() {}

    static Optional<OidcConfig> read(SettingValues values) {
        Optional<URI> issuer = values.read(ISSUER);
        Optional<String> audience = values.read(AUDIENCE);
        List<String> rolesClaim = List.of(values.read(ROLES_CLAIM).split("\\."));
        String role = values.read(ROLE);
        if (issuer.isEmpty()) {
            boolean wanted = ALL.stream().anyMatch(setting -> values.isGiven(setting, ""));
            if (wanted && !values.isGiven(ISSUER, "")) {
                values.problem(
                        ISSUER.key(), "is missing; it must be " + ISSUER.kind().allowed());
            }
            return Optional.empty();
        }
        if (!OidcConfig.isSafe(issuer.get())) {
            values.contradiction(
                    ISSUER,
                    "",
                    "must begin with https:// unless it is on this machine: whoever could change the keys on their way could administer");
        }
        if (audience.isEmpty()) {
            values.problem(
                    AUDIENCE.key(), "is missing; without it tokens made for others would open the administration API");
        }
        return Optional.of(new OidcConfig(issuer.get(), audience.orElse(""), rolesClaim, role));
    }
}
