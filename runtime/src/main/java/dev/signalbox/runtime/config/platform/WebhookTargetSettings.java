package dev.signalbox.runtime.config.platform;

import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.SettingGroup;
import dev.signalbox.runtime.settings.SettingValues;
import dev.signalbox.runtime.settings.ValueTypes;
import dev.signalbox.sink.webhook.Network;
import dev.signalbox.sink.webhook.TargetRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Which targets the platform's webhooks may have. */
public final class WebhookTargetSettings {
    public static final String PREFIX = "signalbox.webhooks";
    private static final SettingGroup GROUP = new SettingGroup(PREFIX);

    static final Setting<Boolean> ALLOW_PRIVATE_TARGETS = GROUP.flag("allow-private-targets", "false")
            .means("Whether targets may be on this machine or in a private network, there also by plain http.");
    static final Setting<Boolean> ALLOW_PLAIN_HTTP = GROUP.flag("allow-plain-http", "false")
            .means("Whether all targets may begin with `http://`, so that anyone on the way can read what is sent.");
    static final Setting<Optional<List<String>>> DENIED_NETWORKS = GROUP.optional(
                    "denied-networks", ValueTypes.list(ValueTypes.text(50)))
            .means(
                    "Networks that are never connected to, such as your own public ones or a NAT64 prefix: `203.0.113.0/24`, `2001:db8::/32`.");

    public static final List<Setting<?>> ALL = GROUP.all();

    private WebhookTargetSettings() {}

    static TargetRules read(SettingValues values) {
        boolean allowPrivate = values.read(ALLOW_PRIVATE_TARGETS);
        boolean allowPlain = values.read(ALLOW_PLAIN_HTTP);
        List<Network> denied = networks(values, DENIED_NETWORKS, "");
        try {
            return new TargetRules(allowPrivate, allowPlain, denied);
        } catch (IllegalArgumentException e) {
            values.contradiction(DENIED_NETWORKS, "", String.valueOf(e.getMessage()));
            return new TargetRules(allowPrivate, allowPlain, List.of());
        }
    }

    /** The networks of a setting; each that is none is a problem of its own. */
    public static List<Network> networks(SettingValues values, Setting<Optional<List<String>>> setting, String name) {
        List<Network> networks = new ArrayList<>();
        for (String text : values.read(setting, name).orElse(List.of())) {
            try {
                networks.add(Network.parse(text));
            } catch (IllegalArgumentException e) {
                values.contradiction(setting, name, String.valueOf(e.getMessage()));
            }
        }
        return networks;
    }
}
