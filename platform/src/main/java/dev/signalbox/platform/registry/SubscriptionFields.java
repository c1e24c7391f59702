package dev.signalbox.platform.registry;

import dev.signalbox.platform.client.Clients;
import dev.signalbox.platform.input.InputLimits;
import dev.signalbox.platform.input.TextRules;
import dev.signalbox.platform.json.JsonMembers;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a client says about a subscription.
 *
 * @param client its owner; empty for the anchor, whose subscriptions get the events of all clients
 * @param code unique per client
 * @param queue another queue than the default; null for none
 * @param maxAgeSeconds how long after acceptance a job may still be sent
 * @param delaySeconds how long after acceptance a job is sent
 */
public record SubscriptionFields(
        String client,
        String code,
        String name,
        @Nullable String description,
        List<EventTypeBinding> eventTypes,
        String target,
        @Nullable String queue,
        DeliverySettings delivery,
        int maxAgeSeconds,
        int delaySeconds,
        SubscriptionStatus status,
        WhilePaused whilePaused,
        Map<String, String> customConfig) {
    private static final int DEFAULT_AGE = 86_400;

    private static final SubscriptionFields NEW = new SubscriptionFields(
            "",
            "",
            "",
            null,
            List.of(),
            "",
            null,
            DeliverySettings.DEFAULTS,
            DEFAULT_AGE,
            0,
            SubscriptionStatus.ACTIVE,
            WhilePaused.KEEP,
            Map.of());

    public SubscriptionFields {
        eventTypes = List.copyOf(eventTypes);
        // In their order, in which they are shown.
        customConfig = Collections.unmodifiableMap(new LinkedHashMap<>(customConfig));
    }

    /** What happens with events while a subscription is paused. */
    public enum WhilePaused {
        /** Their jobs wait. */
        KEEP,
        /** They get no jobs. */
        DROP;

        /** As clients write it. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Whether a subscription delivers. */
    public enum SubscriptionStatus {
        ACTIVE,
        PAUSED
    }

    /** Whether events get jobs now. */
    public boolean getsJobs() {
        return status == SubscriptionStatus.ACTIVE || whilePaused == WhilePaused.KEEP;
    }

    /** Reads a new subscription. The caller reads the secret, and then refuses other members. */
    static SubscriptionFields readNew(String caller, JsonMembers members) {
        SubscriptionFields fields = read(Clients.read(caller, members), members, NEW);
        if (fields.code.isEmpty()) {
            members.required("code", TextRules::code);
        }
        if (fields.target.isEmpty()) {
            members.required("target", _ -> Optional.empty());
        }
        return fields;
    }

    /** Reads a change. Members that are missing stay as they are; code and owner can't change. */
    static SubscriptionFields readChange(SubscriptionFields base, JsonMembers members) {
        SubscriptionFields fields = read(base.client, members, base);
        if (!fields.code.equals(base.code)) {
            members.wrong("code", "cannot be changed");
        }
        members.unchanged("clientId", base.client);
        return fields;
    }

    /** The target is checked by the caller. */
    private static SubscriptionFields read(String client, JsonMembers members, SubscriptionFields base) {
        String code = orElse(members.text("code", TextRules::code), base.code);
        return new SubscriptionFields(
                client,
                code,
                orElse(members.name("name", InputLimits.NAME), base.name.isEmpty() ? code : base.name),
                members.has("description")
                        ? members.text("description", it -> TextRules.lines(it, InputLimits.DESCRIPTION))
                        : base.description,
                members.has("eventTypes") || base.eventTypes.isEmpty()
                        ? EventTypeBinding.read(members, "eventTypes")
                        : base.eventTypes,
                orElse(members.text("target", TextRules::filled), base.target),
                members.has("queue") ? members.line("queue", InputLimits.NAME) : base.queue,
                DeliverySettings.read(members, base.delivery),
                members.whole("maxAgeSeconds", base.maxAgeSeconds, 1, InputLimits.LONGEST_AGE_SECONDS),
                members.whole("delaySeconds", base.delaySeconds, 0, InputLimits.LONGEST_DELAY_SECONDS),
                members.choice("status", SubscriptionStatus.class, base.status),
                members.choice("whilePaused", WhilePaused.class, base.whilePaused),
                members.has("customConfig") ? customConfig(members) : base.customConfig);
    }

    private static String orElse(@Nullable String text, String otherwise) {
        return text == null ? otherwise : text;
    }

    private static Map<String, String> customConfig(JsonMembers members) {
        Map<String, String> config = new LinkedHashMap<>();
        Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        for (JsonMembers entry : members.objects("customConfig", InputLimits.CONFIG_ENTRIES)) {
            String key = entry.required("key", SubscriptionFields::configKeyProblem);
            boolean header = key.startsWith(ClientHeaders.PREFIX);
            String value = entry.text(
                    "value",
                    it -> header ? ClientHeaders.valueProblem(it) : TextRules.line(it, InputLimits.CONFIG_VALUE));
            entry.refuseOthers();
            boolean repeated = header ? !names.add(key) : config.containsKey(key);
            if (repeated) {
                entry.wrong("key", "occurs twice");
            }
            config.put(key, orElse(value, ""));
        }
        return config;
    }

    /** An entry that is a header must be one that a request can have. */
    private static Optional<String> configKeyProblem(String key) {
        return key.startsWith(ClientHeaders.PREFIX)
                ? ClientHeaders.nameProblem(key.substring(ClientHeaders.PREFIX.length()))
                : TextRules.line(key, InputLimits.NAME);
    }

    SubscriptionFields withEventTypes(List<EventTypeBinding> bindings) {
        return new SubscriptionFields(
                client,
                code,
                name,
                description,
                bindings,
                target,
                queue,
                delivery,
                maxAgeSeconds,
                delaySeconds,
                status,
                whilePaused,
                customConfig);
    }
}
