package dev.signalbox.platform.job;

import dev.signalbox.platform.client.Clients;
import dev.signalbox.platform.input.FieldErrors;
import dev.signalbox.platform.input.InputLimits;
import dev.signalbox.platform.input.InputTooLargeException;
import dev.signalbox.platform.input.InvalidInputException;
import dev.signalbox.platform.input.TextRules;
import dev.signalbox.platform.json.JsonMembers;
import dev.signalbox.platform.json.JsonText;
import dev.signalbox.platform.json.JsonValue;
import dev.signalbox.platform.json.MalformedJsonException;
import dev.signalbox.platform.registry.ClientHeaders;
import dev.signalbox.platform.registry.DeliverySettings;
import dev.signalbox.platform.registry.RegistryIds;
import dev.signalbox.platform.secret.Secret;
import dev.signalbox.platform.secret.SecretRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the bodies of requests that post jobs. Members that it does not know are ignored. Targets are checked later. */
public final class JobBodies {
    private JobBodies() {}

    /**
     * The items of a batch, in order.
     *
     * @param items null where something is wrong with the item
     * @param errors what is wrong with those
     */
    public record Batch(List<@Nullable JobDraft> items, FieldErrors errors) {}

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

    public static Batch batch(String client, byte[] body) throws MalformedJsonException, InputTooLargeException {
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
        List<@Nullable JobDraft> items = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            FieldErrors own = errors.ofItem(i);
            JobDraft draft = read(client, values.get(i), own);
            items.add(own.isEmpty() ? draft : null);
        }
        return new Batch(items, errors);
    }

    private static JobDraft read(String client, JsonValue value, FieldErrors errors) {
        JsonMembers members = JsonMembers.of(value, errors);
        if (value.length() > InputLimits.JOB_BYTES) {
            members.wrong("", "is larger than %d bytes".formatted(InputLimits.JOB_BYTES));
        }
        members.limitDepth(InputLimits.DEPTH);
        String secret = members.text("secret", SecretRules::signing);
        return new JobDraft(
                Clients.read(client, members),
                members.choice("kind", JobKind.class, JobKind.TASK),
                members.required("code", TextRules::type),
                members.line("source", InputLimits.SOURCE),
                members.line("subject", InputLimits.SUBJECT),
                RegistryIds.read(members, "eventId", null),
                RegistryIds.read(members, "subscriptionId", null),
                members.required("targetUrl", _ -> Optional.empty()),
                members.json("payload"),
                members.text("payloadContentType", ClientHeaders::contentTypeProblem),
                members.line("messageGroup", InputLimits.GROUP),
                DeliverySettings.read(members, DeliverySettings.DEFAULTS),
                members.time("scheduledFor"),
                members.time("expiresAt"),
                members.line("correlationId", InputLimits.REFERENCE),
                members.line("idempotencyKey", InputLimits.REFERENCE),
                members.line("externalId", InputLimits.REFERENCE),
                ClientHeaders.read(members, "headers"),
                metadata(members),
                secret == null ? null : new Secret(secret));
    }

    /** Any JSON: it is kept and shown, and means nothing. */
    private static @Nullable JsonText metadata(JsonMembers members) {
        JsonValue metadata = members.value("metadata");
        if (metadata != null && metadata.length() > InputLimits.METADATA_BYTES) {
            members.wrong("metadata", "is larger than %d bytes".formatted(InputLimits.METADATA_BYTES));
        }
        return metadata == null ? null : metadata.text();
    }
}
