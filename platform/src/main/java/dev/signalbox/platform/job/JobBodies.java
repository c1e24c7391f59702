package dev.signalbox.platform.job;

import dev.signalbox.platform.client.Clients;
import dev.signalbox.platform.input.FieldErrors;
import dev.signalbox.platform.input.InputLimits;
import dev.signalbox.platform.input.InputTooLargeException;
import dev.signalbox.platform.input.InvalidInputException;
import dev.signalbox.platform.input.TextRules;
import dev.signalbox.platform.json.JsonMembers;
import dev.signalbox.platform.json.JsonValue;
import dev.signalbox.platform.json.MalformedJsonException;
import dev.signalbox.platform.registry.DeliverySettings;
import dev.signalbox.platform.registry.RegistryIds;
import dev.signalbox.platform.registry.TargetUrl;
import dev.signalbox.platform.secret.Secret;
import dev.signalbox.platform.secret.SecretRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Reads the bodies of requests that post jobs. Members that it does not know are ignored. */
public final class JobBodies {
    private static final Pattern HEADER_NAME = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+");

    private JobBodies() {}

    public static JobDraft single(String client, byte[] body)
            throws MalformedJsonException, InvalidInputException, InputTooLargeException {
        if (body.length > InputLimits.JOB_BYTES) {
            throw new InputTooLargeException("the job", InputLimits.JOB_BYTES, "bytes");
        }
        FieldErrors errors = new FieldErrors();
        JobDraft draft = read(client, JsonValue.of(body), errors);
        errors.throwIfAny();
        return draft;
    }

    public static List<JobDraft> batch(String client, byte[] body)
            throws MalformedJsonException, InvalidInputException, InputTooLargeException {
        if (body.length > InputLimits.BATCH_BYTES) {
            throw new InputTooLargeException("the batch", InputLimits.BATCH_BYTES, "bytes");
        }
        JsonValue all = JsonValue.of(body);
        if (all.kind() != JsonValue.Kind.ARRAY) {
            throw new MalformedJsonException("a batch must be a JSON array");
        }
        List<JsonValue> values = all.elements();
        if (values.size() > InputLimits.BATCH_ITEMS) {
            throw new InputTooLargeException("the batch", InputLimits.BATCH_ITEMS, "jobs");
        }
        FieldErrors errors = new FieldErrors();
        List<JobDraft> drafts = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            drafts.add(read(client, values.get(i), errors.ofItem(i)));
        }
        errors.throwIfAny();
        return drafts;
    }

    private static JobDraft read(String client, JsonValue value, FieldErrors errors) {
        JsonMembers members = JsonMembers.of(value, errors);
        if (value.length() > InputLimits.JOB_BYTES) {
            members.wrong("", "is larger than %d bytes".formatted(InputLimits.JOB_BYTES));
        }
        if (value.depth() > InputLimits.DEPTH) {
            members.wrong("payload", "is nested deeper than %d".formatted(InputLimits.DEPTH));
        }
        String secret = members.text("secret", SecretRules::signing);
        return new JobDraft(
                Clients.read(client, members),
                members.choice("kind", JobKind.class, JobKind.TASK),
                members.required("code", TextRules::type),
                members.line("source", InputLimits.SOURCE),
                members.line("subject", InputLimits.SUBJECT),
                RegistryIds.read(members, "eventId", null),
                RegistryIds.read(members, "subscriptionId", null),
                members.required("targetUrl", TargetUrl::problem),
                members.json("payload"),
                members.line("payloadContentType", InputLimits.NAME),
                members.line("messageGroup", InputLimits.GROUP),
                DeliverySettings.read(members, DeliverySettings.DEFAULTS),
                members.time("scheduledFor"),
                members.time("expiresAt"),
                members.line("correlationId", InputLimits.REFERENCE),
                members.line("idempotencyKey", InputLimits.REFERENCE),
                members.line("externalId", InputLimits.REFERENCE),
                headers(members),
                members.texts("metadata", InputLimits.CONFIG_ENTRIES, InputLimits.NAME, InputLimits.CONFIG_VALUE),
                secret == null ? null : new Secret(secret));
    }

    private static Map<String, String> headers(JsonMembers members) {
        Map<String, String> headers =
                members.texts("headers", InputLimits.HEADERS, InputLimits.NAME, InputLimits.CONFIG_VALUE);
        if (!headers.keySet().stream().allMatch(it -> HEADER_NAME.matcher(it).matches())) {
            members.wrong("headers", "has a name that is not one of an HTTP header");
        }
        return headers;
    }
}
