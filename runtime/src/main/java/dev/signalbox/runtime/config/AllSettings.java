package dev.signalbox.runtime.config;

import dev.signalbox.runtime.config.compatibility.CrabletProperties;
import dev.signalbox.runtime.config.compatibility.EventOutboxProperties;
import dev.signalbox.runtime.config.compatibility.FlowCatalystProperties;
import dev.signalbox.runtime.config.log.LogSettings;
import dev.signalbox.runtime.config.log.PublisherSettings;
import dev.signalbox.runtime.config.log.TopicSettings;
import dev.signalbox.runtime.config.platform.PlatformSettings;
import dev.signalbox.runtime.config.platform.WebhookTargetSettings;
import dev.signalbox.runtime.config.relay.OutboxSettings;
import dev.signalbox.runtime.config.relay.RelaySettings;
import dev.signalbox.runtime.config.sink.SinkTypes;
import dev.signalbox.runtime.config.source.SourceSettings;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.SettingCatalog;
import java.util.List;
import java.util.stream.Stream;

/** The catalog of all settings. */
final class AllSettings {
    private static final List<Setting<?>> ALL = Stream.of(
                    ProgramSettings.ALL,
                    OidcSettings.ALL,
                    SourceSettings.ALL,
                    SinkTypes.settings(),
                    RelaySettings.ALL,
                    OutboxSettings.ALL,
                    LogSettings.ALL,
                    TopicSettings.ALL,
                    PublisherSettings.ALL,
                    PlatformSettings.ALL,
                    WebhookTargetSettings.ALL,
                    FlowCatalystProperties.ALL,
                    CrabletProperties.ALL,
                    EventOutboxProperties.ALL)
            .flatMap(List::stream)
            .toList();
    private static final List<String> PREFIXES =
            List.of("signalbox", FlowCatalystProperties.PREFIX, CrabletProperties.PREFIX, EventOutboxProperties.PREFIX);

    /** A setting that goes is named here with its reason, so that files that have it still work. */
    static final List<SettingCatalog.Removed> REMOVED = Stream.of(
                    RelaySettings.PREFIX, LogSettings.PREFIX, PublisherSettings.PREFIX)
            .flatMap(prefix -> Stream.of("threshold", "multiplier", "max")
                    .map(key -> new SettingCatalog.Removed(
                            prefix + ".poll.idle-backoff." + key,
                            "an idle relay polls every `poll.interval`, which costs next to nothing")))
            .toList();

    static final SettingCatalog CATALOG = new SettingCatalog(ALL, REMOVED, PREFIXES);

    private AllSettings() {}
}
