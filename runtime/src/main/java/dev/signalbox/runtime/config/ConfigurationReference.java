package dev.signalbox.runtime.config;

import dev.signalbox.runtime.config.compatibility.CrabletProperties;
import dev.signalbox.runtime.config.compatibility.EventOutboxProperties;
import dev.signalbox.runtime.config.compatibility.FlowCatalystProperties;
import dev.signalbox.runtime.config.log.LogSettings;
import dev.signalbox.runtime.config.log.PublisherSettings;
import dev.signalbox.runtime.config.log.TopicSettings;
import dev.signalbox.runtime.config.relay.OutboxSettings;
import dev.signalbox.runtime.config.relay.RelaySettings;
import dev.signalbox.runtime.config.security.OidcSettings;
import dev.signalbox.runtime.config.sink.SinkTypes;
import dev.signalbox.runtime.config.source.SourceSettings;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.ValueType;
import dev.signalbox.runtime.sink.SinkSettings;
import java.util.List;

/** Generates the page that documents every setting, from the settings themselves. */
public final class ConfigurationReference {
    private static final String INTRODUCTION = """
        # Configuration

        <!-- Made from the code: `./signalbox config reference > docs/configuration.md`. -->

        `./signalbox serve --config FILE` reads one file, and `./signalbox config check --config FILE` only checks it.
        A file that ends in `.yaml` or `.yml` is YAML, one that ends in `.properties` has one `key=value` in each line.

        ```yaml
        signalbox:
          sources:
            shop: { url: "jdbc:postgresql://localhost:5432/shop", username: app, password: "${SHOP_PASSWORD}" }
          sinks:
            api: { base-url: "https://api.example.com", token: "${API_TOKEN}" }
          relays:
            shop-events: { source: shop, outbox: { table: outbox_events }, sink: api, path: /api/events/batch }
        ```

        - **Errors.** Unknown keys, missing values, values that are not allowed and contradictions stop the start with one
          message that lists them all, and exit code 2. Keys that begin neither with `signalbox.` nor with
          `outbox-processor.`, `crablet.outbox.` or `notification.outbox.` belong to somebody else and are left alone.
        - **Placeholders.** `${NAME}` and `${NAME:default}` are replaced by an environment variable, a system property or
          another key of the file, in this order. `\\${` is a plain `${`.
        - **Environment.** A variable comes before the file: the key in upper case, with `_` for `.` and `-`
          (`SIGNALBOX_SOURCES_SHOP_PASSWORD`, `OUTBOX_PROCESSOR_API_TOKEN`). It can change a source, sink, relay
          or log that the file names, but adds none. A variable without text counts as not set.
        - **Spelling.** `pool-size`, `poolSize` and `pool_size` are the same key. A key without a value counts as not given.
        - **Lists** are written with commas (`a,b`), as YAML lists, or item by item (`tags[0]=a`). Where each item is `key=value`, keys with values
          will do as well (`exact-tags: { currency: EUR }`).
        - **Times** are written `500ms`, `30s`, `5m`, `2h`, `1d`, `PT1S`, or as plain milliseconds; **sizes** `64KB`, `4MB`,
          `1GB` (1 KB is 1024 bytes), or as plain bytes.
        - **Logs** go to the standard output, one line for each event; `SIGNALBOX_LOG_LEVEL=DEBUG` says more.
        - **Secrets** are never shown in messages and logs.
        """;
    private static final String FLOWCATALYST = """
        A properties file of that processor works as it is. It becomes the source `outbox-processor`, the sink `api` and two
        relays, `events` and `dispatch-jobs`. Add `database-url` and its credentials. `signalbox.*` keys may stand in the
        same file. Requests time out after 30 s, connecting after 10 s.
        """;

    private static final String LOGS = """
        A log is an append-only table of events on PostgreSQL. Each of its topics is some of the events; each publisher of a topic gets them in order, at
        its own pace.

        ```yaml
        signalbox:
          logs:
            wallet:
              source: shop
              topics:
                wallet-events: { required-tags: wallet_id, publishers: [api, LogPublisher] }
                payments: { any-of-tags: "payment_id,transfer_id", types: PaymentMade, publishers: api }
              publishers:
                api: { path: /events, ordering: group, group-tag: wallet_id, start: end }
        ```
        """;
    private static final String TOPICS = """
        A topic without conditions has all events of the log; one with several has the events that fulfil all of them.
        """;
    private static final String CRABLET = """
        A properties file of an application with Crablet, or its YAML, works as it is. It becomes the source and the log `crablet`, with one leader for
        all. Add what its publishers are: for each a sink of the same name (`signalbox.sinks.KafkaPublisher.base-url`), or the directory of its jar
        (`signalbox.plugins`). Crablet does not have `max-retries` and `on-exhausted`; they are ours, for all publishers.
        """;
    private static final String CRABLET_DATABASE = """
        The database is that of the application. All other keys below `spring.` are left alone.
        """;

    private static final String EVENT_OUTBOX = """
        A properties file of an application with that producer, or its YAML, works as it is: see [from the event outbox producer](from-event-outbox.md).
        It becomes the source `event-outbox`, the sink `rabbitmq` and the relay `notifications`. The producer does not have the settings from `mode` on;
        they are ours.
        """;
    private static final String EVENT_OUTBOX_BROKER = """
        The broker is that of the application, and so is the database (`spring.datasource.*`, as above; also on MySQL and MariaDB).
        """;

    private static final String REMOVED = """

            ## Removed settings

            They are accepted, ignored, and named in a warning at the start.

            | key | why it is gone |
            |---|---|
            """;

    private ConfigurationReference() {}

    /** The whole page. */
    public static String markdown() {
        StringBuilder page = new StringBuilder(INTRODUCTION);
        section(page, "The program", "", ProgramSettings.ALL, "");
        section(
                page,
                "Users of an OpenID provider",
                "See [operating](operating.md#users-of-an-openid-provider) for what they may do.\n",
                OidcSettings.ALL,
                OidcSettings.PREFIX);
        section(
                page,
                "Sources",
                "A source is a database. `<name>` is yours to choose.\n",
                SourceSettings.ALL,
                SourceSettings.PREFIX);
        SinkTypes.sections()
                .forEach(sinks -> section(page, sinks.title(), sinks.text(), sinks.settings(), SinkSettings.PREFIX));
        section(page, "Relays", "A relay delivers one table to one sink.\n", RelaySettings.ALL, RelaySettings.PREFIX);
        section(page, "The outbox table of a relay", "", OutboxSettings.ALL, OutboxSettings.PREFIX);
        section(page, "Logs", LOGS, LogSettings.ALL, LogSettings.PREFIX);
        section(page, "The topics of a log", TOPICS, TopicSettings.ALL, TopicSettings.PREFIX);
        section(
                page,
                "The publishers of a log",
                "All of it may be left out.\n",
                PublisherSettings.ALL,
                PublisherSettings.PREFIX);
        replacedSystems(page);
        page.append(REMOVED);
        AllSettings.REMOVED.forEach(removed -> page.append("| `")
                .append(removed.key())
                .append("` | ")
                .append(removed.reason())
                .append(" |\n"));
        return page.toString();
    }

    private static void replacedSystems(StringBuilder page) {
        section(
                page,
                "Settings of a FlowCatalyst outbox processor",
                FLOWCATALYST,
                FlowCatalystProperties.ALL,
                FlowCatalystProperties.PREFIX);
        section(page, "Settings of a Crablet outbox", CRABLET, CrabletProperties.OF_OUTBOX, CrabletProperties.PREFIX);
        section(
                page,
                "The database of a Crablet outbox",
                CRABLET_DATABASE,
                CrabletProperties.OF_DATABASE,
                CrabletProperties.DATABASE);
        section(
                page,
                "Settings of an event outbox producer",
                EVENT_OUTBOX,
                EventOutboxProperties.OF_OUTBOX,
                EventOutboxProperties.PREFIX);
        section(
                page,
                "The broker of an event outbox producer",
                EVENT_OUTBOX_BROKER,
                EventOutboxProperties.OF_BROKER,
                EventOutboxProperties.BROKER);
    }

    private static void section(
            StringBuilder page, String title, String text, List<Setting<?>> settings, String prefix) {
        page.append("\n## ").append(title).append("\n\n").append(text);
        if (!prefix.isEmpty()) {
            page.append(text.isEmpty() ? "" : "\n")
                    .append("All keys begin with `")
                    .append(prefix)
                    .append(".`:\n\n");
        }
        page.append("| key | default | allowed | meaning |\n|---|---|---|---|\n");
        settings.forEach(setting -> row(page, setting, prefix));
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
        if (setting.required()) {
            return "**required**";
        }
        boolean literal =
                !setting.defaultText().contains(" ") && !setting.defaultText().isEmpty();
        return setting.defaultText().isEmpty()
                ? "none"
                : literal ? "`" + setting.defaultText() + "`" : setting.defaultText();
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
