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
import dev.signalbox.runtime.settings.ValueType;
import dev.signalbox.runtime.sink.SinkSettings;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Generates the page that documents every setting: a text with the tables of the settings. */
public final class ConfigurationReference {
    private static final String TABLE = "| key | default | allowed | meaning |\n|---|---|---|---|\n";

    /** The tables, by the line of the text that each replaces. */
    private static final Map<String, Supplier<String>> TABLES = Map.ofEntries(
            Map.entry("{program}", () -> table("", ProgramSettings.ALL)),
            Map.entry("{oidc}", () -> table(OidcSettings.PREFIX, OidcSettings.ALL)),
            Map.entry("{sources}", () -> table(SourceSettings.PREFIX, SourceSettings.ALL)),
            Map.entry("{sinks}", ConfigurationReference::sinks),
            Map.entry("{relays}", () -> table(RelaySettings.PREFIX, RelaySettings.ALL)),
            Map.entry("{outbox}", () -> table(OutboxSettings.PREFIX, OutboxSettings.ALL)),
            Map.entry("{logs}", () -> table(LogSettings.PREFIX, LogSettings.ALL)),
            Map.entry("{topics}", () -> table(TopicSettings.PREFIX, TopicSettings.ALL)),
            Map.entry("{publishers}", () -> table(PublisherSettings.PREFIX, PublisherSettings.ALL)),
            Map.entry("{platform}", () -> table(PlatformSettings.PREFIX, PlatformSettings.ALL)),
            Map.entry("{webhook-targets}", () -> table(WebhookTargetSettings.PREFIX, WebhookTargetSettings.ALL)),
            Map.entry("{flowcatalyst}", () -> table(FlowCatalystProperties.PREFIX, FlowCatalystProperties.ALL)),
            Map.entry("{crablet}", () -> table(CrabletProperties.PREFIX, CrabletProperties.OF_OUTBOX)),
            Map.entry("{crablet-database}", () -> table(CrabletProperties.DATABASE, CrabletProperties.OF_DATABASE)),
            Map.entry("{event-outbox}", () -> table(EventOutboxProperties.PREFIX, EventOutboxProperties.OF_OUTBOX)),
            Map.entry(
                    "{event-outbox-broker}",
                    () -> table(EventOutboxProperties.BROKER, EventOutboxProperties.OF_BROKER)),
            Map.entry("{removed}", ConfigurationReference::removed));

    private ConfigurationReference() {}

    /** The whole page. */
    public static String markdown() {
        return text().lines()
                .map(line -> TABLES.getOrDefault(line, () -> line + "\n").get())
                .collect(Collectors.joining());
    }

    private static String text() {
        try (InputStream in = ConfigurationReference.class.getResourceAsStream("configuration.md")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String sinks() {
        return SinkTypes.sections().stream()
                .map(section -> "## " + section.title() + "\n\n" + section.text() + "\n"
                        + table(SinkSettings.PREFIX, section.settings()))
                .collect(Collectors.joining("\n"));
    }

    private static String removed() {
        return AllSettings.REMOVED.stream()
                .map(removed -> "| `" + removed.key() + "` | " + removed.reason() + " |\n")
                .collect(Collectors.joining("", "| key | why it is gone |\n|---|---|\n", ""));
    }

    private static String table(String prefix, List<Setting<?>> settings) {
        StringBuilder table =
                new StringBuilder(prefix.isEmpty() ? "" : "All keys begin with `" + prefix + ".`:\n\n").append(TABLE);
        settings.forEach(setting -> row(table, setting, prefix));
        return table.toString();
    }

    private static void row(StringBuilder page, Setting<?> setting, String prefix) {
        page.append("| `").append(shortened(setting.key(), prefix)).append("`");
        setting.aliases()
                .forEach(alias ->
                        page.append(" or `").append(shortened(alias, prefix)).append("`"));
        setting.environment()
                .forEach(variable -> page.append(" (`").append(variable).append("`)"));
        page.append(" | ").append(defaultOf(setting));
        page.append(" | ").append(setting.secret() ? "secret: " : "").append(allowed(setting.kind()));
        page.append(" | ").append(setting.description()).append(" |\n");
    }

    private static String shortened(String key, String prefix) {
        return prefix.isEmpty() ? key : key.substring(prefix.length() + 1);
    }

    private static String defaultOf(Setting<?> setting) {
        String text = setting.defaultText();
        if (setting.required()) {
            return "**required**";
        }
        return text.isEmpty() ? "none" : text.contains(" ") ? text : "`" + text + "`";
    }

    /** Omits the examples of durations and sizes, because the introduction shows them. */
    private static String allowed(ValueType<?> type) {
        return switch (type.name()) {
            case "duration", "size" -> type.allowed().replaceFirst(", such as .*", "");
            case "identifier" -> "letters, digits, `_`, `$` and `-`";
            default -> type.allowed();
        };
    }
}
