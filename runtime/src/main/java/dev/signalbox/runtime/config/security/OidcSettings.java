package dev.signalbox.runtime.config.security;

import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.SettingValues;
import dev.signalbox.runtime.settings.ValueTypes;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/** The settings of an OpenID provider whose users may use the administration API. */
public final class OidcSettings {
    public static final String PREFIX = "signalbox.security.oidc";

    static final Setting<Optional<URI>> ISSUER = Setting.optional(
            PREFIX + ".issuer",
            ValueTypes.httpUrl(),
            "An OpenID provider whose tokens open the administration API too, such as `https://login.example.com/realms/shop`.");
    static final Setting<Optional<String>> AUDIENCE = Setting.optional(
            PREFIX + ".audience", ValueTypes.text(255), "For whom a token must have been made; needed with an issuer.");
    static final Setting<String> ROLES_CLAIM = Setting.of(
            PREFIX + ".roles-claim",
            ValueTypes.text(255),
            "realm_access.roles",
            "Where in a token the roles are: a list, or words with spaces between; dots lead into objects.");
    static final Setting<String> ROLE =
            Setting.of(PREFIX + ".role", ValueTypes.text(255), "signalbox-admin", "The role that is needed.");

    public static final List<Setting<?>> ALL = List.of(ISSUER, AUDIENCE, ROLES_CLAIM, ROLE);

    private OidcSettings() {}

    public static Optional<OidcConfig> read(SettingValues settingValues) {
        Optional<URI> issuer = settingValues.read(ISSUER);
        Optional<String> audience = settingValues.read(AUDIENCE);
        List<String> rolesClaim = List.of(settingValues.read(ROLES_CLAIM).split("\\."));
        String role = settingValues.read(ROLE);
        if (issuer.isEmpty()) {
            boolean wanted = ALL.stream().anyMatch(setting -> settingValues.isGiven(setting, ""));
            if (wanted && !settingValues.isGiven(ISSUER, "")) {
                settingValues.problem(
                        ISSUER.key(), "is missing; it must be " + ISSUER.kind().allowed());
            }
            return Optional.empty();
        }
        if (!OidcConfig.isSafe(issuer.get())) {
            settingValues.contradiction(
                    ISSUER,
                    "",
                    "must begin with https:// unless it is on this machine: whoever could change the keys on their way could administer");
        }
        if (audience.isEmpty()) {
            settingValues.problem(
                    AUDIENCE.key(), "is missing; without it tokens made for others would open the administration API");
        }
        return Optional.of(new OidcConfig(issuer.get(), audience.orElse(""), rolesClaim, role));
    }
}
