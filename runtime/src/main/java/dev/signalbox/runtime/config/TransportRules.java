package dev.signalbox.runtime.config;

import dev.signalbox.runtime.config.compatibility.EquivalentConfig;
import dev.signalbox.runtime.config.platform.PlatformConfig;
import dev.signalbox.runtime.config.platform.PlatformSettings;
import dev.signalbox.runtime.config.source.SourceConfig;
import dev.signalbox.runtime.config.source.SourceSettings;
import dev.signalbox.runtime.settings.InsecureTransport;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.SettingValues;
import dev.signalbox.runtime.sink.SinkConfig;
import dev.signalbox.runtime.sink.SinkSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Refuses credentials that travel to another host over a connection that is not verified, unless the file accepts that
 * with {@code allow-insecure}. What another program's file or an application decides is only warned about.
 */
final class TransportRules {
    private final SettingValues values;
    private final Set<String> ofApplication;
    private final List<String> warnings = new ArrayList<>();

    /** @param ofApplication the sources that connect as the application itself does */
    TransportRules(SettingValues values, Set<String> ofApplication) {
        this.values = values;
        this.ofApplication = ofApplication;
    }

    void check(SourceConfig source) {
        String what = "the source " + source.name();
        if (ofApplication.contains(source.name())) {
            source.insecureTransport()
                    .ifPresent(
                            found -> warnings.add(what + " connects as the application does, and " + described(found)));
        } else {
            check(source.insecureTransport(), SourceSettings.ALLOW_INSECURE, source.name(), what);
        }
    }

    void check(SinkConfig sink) {
        check(sink.insecureTransport(), SinkSettings.ALLOW_INSECURE, sink.name(), "the sink " + sink.name());
    }

    void check(PlatformConfig platform) {
        check(platform.insecureTransport(), PlatformSettings.ALLOW_INSECURE, "", "the event platform");
    }

    void check(HttpServerConfig http) {
        http.refusal().ifPresent(reason -> values.contradiction(ProgramSettings.ADDRESS, "", reason));
        http.warning().ifPresent(warnings::add);
    }

    /** One warning for the file of a replaced system, which works as it is. */
    void warn(EquivalentConfig config, String by) {
        List<InsecureTransport> found = new ArrayList<>();
        config.source().insecureTransport().ifPresent(found::add);
        config.sink().flatMap(SinkConfig::insecureTransport).ifPresent(found::add);
        if (!found.isEmpty()) {
            warnings.add("a connection of the " + by + " settings "
                    + found.stream().map(InsecureTransport::reason).collect(Collectors.joining("; another ")));
        }
    }

    List<String> warnings() {
        return warnings;
    }

    private void check(Optional<InsecureTransport> transport, Setting<Boolean> allow, String name, String what) {
        // Read in any case: a value that is none is a problem also where nothing needs to be allowed
        boolean allowed = values.read(allow, name);
        transport.ifPresent(found -> check(found, allow, allowed, name, what));
    }

    private void check(InsecureTransport found, Setting<Boolean> allow, boolean allowed, String name, String what) {
        if (allowed) {
            warnings.add(what + " " + described(found) + " (" + allow.keyFor(name) + " allows it)");
        } else {
            values.contradiction(
                    found.setting(),
                    name,
                    found.reason() + "; " + found.allowed() + ", or " + allow.keyFor(name)
                            + " must be true to accept that");
        }
    }

    private static String described(InsecureTransport found) {
        return found.reason() + "; " + found.allowed();
    }
}
