package dev.signalbox.runtime.sink.webhook;

import dev.signalbox.runtime.config.platform.WebhookTargetSettings;
import dev.signalbox.runtime.settings.Secret;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.SettingGroup;
import dev.signalbox.runtime.settings.SettingValues;
import dev.signalbox.runtime.settings.ValueTypes;
import dev.signalbox.runtime.sink.SinkConfig;
import dev.signalbox.runtime.sink.SinkSettings;
import dev.signalbox.runtime.sink.SinkType;
import dev.signalbox.sink.webhook.Header;
import dev.signalbox.sink.webhook.Network;
import dev.signalbox.sink.webhook.TargetRules;
import dev.signalbox.sink.webhook.TargetUrl;
import dev.signalbox.sink.webhook.WebhookSecret;
import dev.signalbox.sink.webhook.WebhookSinkSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** An endpoint that takes signed webhooks. */
public final class WebhookSinkType extends SinkType {
    private static final SettingGroup GROUP = new SettingGroup(SinkSettings.PREFIX);

    /** These stand for values that are missing or wrong, which are problems of the configuration. */
    private static final String NO_URL = "https://missing.invalid";

    private static final WebhookSecret NO_SECRET = WebhookSecret.parse("whsec_" + "A".repeat(32));

    static final Setting<Optional<Secret>> URL = GROUP.optional("url", ValueTypes.webhookUrl())
            .means("The address that messages are posted to, with its path and query; required with the type webhook.");
    static final Setting<Optional<Secret>> SECRET = GROUP.optional("secret", ValueTypes.token(1))
            .means(
                    "The secret that requests are signed with: `whsec_` and 24 to 64 bytes in base64; required with the type webhook.");
    static final Setting<Optional<Secret>> PREVIOUS_SECRET = GROUP.optional("previous-secret", ValueTypes.token(1))
            .means("The secret that requests are signed with too, until all receivers have the new one.");
    static final Setting<Duration> TIMEOUT = GROUP.duration("timeout", "100ms", "10m", "30s")
            .means("The longest time for a request, from the look-up of the host to the last byte of the answer.");
    static final Setting<Optional<Map<String, String>>> HEADERS = GROUP.optional("headers", ValueTypes.properties())
            .means("Further headers of each request, as `name: value`.");
    static final Setting<Boolean> ALLOW_PRIVATE_TARGETS = GROUP.flag("allow-private-targets", "false")
            .means("Whether the endpoint may be on this machine or in a private network, there also by plain http.");
    static final Setting<Boolean> ALLOW_PLAIN_HTTP = GROUP.flag("allow-plain-http", "false")
            .means("Whether the address may begin with `http://`, so that anyone on the way can read what is sent.");
    static final Setting<Optional<List<String>>> DENIED_NETWORKS = GROUP.optional(
                    "denied-networks", ValueTypes.list(ValueTypes.text(50)))
            .means("Networks that are never connected to, such as `203.0.113.0/24` or `2001:db8::/32`.");

    public static final WebhookSinkType INSTANCE = new WebhookSinkType();

    private WebhookSinkType() {
        super(
                "webhook",
                Set.of(),
                SinkSettings.and(GROUP, SinkSettings.TOKEN, SinkSettings.CONNECT_TIMEOUT, SinkSettings.REQUEST_BODY),
                new SettingSection(
                        "Sinks of type `webhook`",
                        "See [webhooks](sinks/webhook.md) for what they mean. `token`, `connect-timeout` and `request-body` (`payload` or `envelope`) are as above; a request has one message, so `batch-size` and `batch-bytes` are refused.\n",
                        GROUP.all()));
    }

    @Override
    public SinkConfig read(SettingValues values, String sink) {
        values.refuse(
                List.of(SinkSettings.BATCH_SIZE, SinkSettings.BATCH_BYTES),
                sink,
                "means nothing for a sink of type webhook, whose requests have one message each; leave it out");
        SinkConfig.Common common = SinkSettings.read(values, sink, 1);
        TargetRules rules = rules(values, sink);
        WebhookSinkSettings settings = settings(values, sink, url(values, sink, rules), common.retryAfterCap());
        return new WebhookSinkConfig(common, settings, rules, values.read(SinkSettings.CONNECT_TIMEOUT, sink));
    }

    private static TargetRules rules(SettingValues values, String sink) {
        List<Network> denied = WebhookTargetSettings.networks(values, DENIED_NETWORKS, sink);
        boolean allowPrivate = values.read(ALLOW_PRIVATE_TARGETS, sink);
        boolean allowPlain = values.read(ALLOW_PLAIN_HTTP, sink);
        return SinkSettings.judged(
                values,
                DENIED_NETWORKS,
                sink,
                () -> new TargetRules(allowPrivate, allowPlain, denied),
                () -> new TargetRules(allowPrivate, allowPlain, List.of()));
    }

    private static String url(SettingValues values, String sink, TargetRules rules) {
        String url = SinkSettings.needed(values, URL, sink).map(Secret::value).orElse(NO_URL);
        return SinkSettings.judged(
                values,
                URL,
                sink,
                () -> {
                    var _ = TargetUrl.parse(url, rules);
                    return url;
                },
                () -> NO_URL);
    }

    private static WebhookSinkSettings settings(SettingValues values, String sink, String url, Duration retryAfterCap) {
        List<WebhookSecret> secrets = Stream.concat(
                        SinkSettings.needed(values, SECRET, sink)
                                .flatMap(secret -> parsed(values, SECRET, sink, secret))
                                .or(() -> Optional.of(NO_SECRET))
                                .stream(),
                        values
                                .read(PREVIOUS_SECRET, sink)
                                .flatMap(secret -> parsed(values, PREVIOUS_SECRET, sink, secret))
                                .stream())
                .toList();
        String token = values.read(SinkSettings.TOKEN, sink).map(Secret::value).orElse(null);
        Map<String, String> headers = values.read(HEADERS, sink).orElse(Map.of());
        WebhookSinkSettings.Body body = body(values, sink);
        var limits = new WebhookSinkSettings.Limits(values.read(TIMEOUT, sink), retryAfterCap);
        return SinkSettings.judged(
                values,
                HEADERS,
                sink,
                () -> new WebhookSinkSettings(
                        url, secrets, WebhookSinkSettings.headers(token, headers(headers)), body, limits),
                () -> new WebhookSinkSettings(url, secrets, List.of(), body, limits));
    }

    private static WebhookSinkSettings.Body body(SettingValues values, String sink) {
        return switch (values.read(SinkSettings.REQUEST_BODY, sink)) {
            case PAYLOAD -> WebhookSinkSettings.Body.PAYLOAD;
            case ENVELOPE -> WebhookSinkSettings.Body.ENVELOPE;
            case CLOUD_EVENTS -> {
                values.contradiction(
                        SinkSettings.REQUEST_BODY, sink, "must be payload or envelope for a sink of type webhook");
                yield WebhookSinkSettings.Body.ENVELOPE;
            }
        };
    }

    private static Optional<WebhookSecret> parsed(
            SettingValues values, Setting<?> setting, String sink, Secret secret) {
        return SinkSettings.judged(
                values, setting, sink, () -> Optional.of(WebhookSecret.parse(secret.value())), Optional::empty);
    }

    private static List<Header> headers(Map<String, String> headers) {
        return headers.entrySet().stream()
                .map(header -> Header.ofUser(header.getKey(), header.getValue()))
                .toList();
    }
}
