package dev.signalbox.platform.registry;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.platform.ConflictException;
import dev.signalbox.platform.StoreException;
import dev.signalbox.platform.id.TsidIds;
import dev.signalbox.platform.input.FieldErrors;
import dev.signalbox.platform.input.InvalidInputException;
import dev.signalbox.platform.json.JsonMembers;
import dev.signalbox.platform.json.JsonValue;
import dev.signalbox.platform.json.JsonWriter;
import dev.signalbox.platform.json.MalformedJsonException;
import dev.signalbox.platform.secret.Secret;
import dev.signalbox.platform.secret.SecretCipher;
import dev.signalbox.platform.secret.SecretRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Creates and changes subscriptions as clients ask for it. */
public final class Subscriptions {
    private static final String TARGET = "target";

    private final SubscriptionStore store;
    private final RegistryReferences references;
    private final TsidIds ids;
    private final SecretCipher cipher;
    private final TargetCheck targets;

    /** @param secret returned this once */
    public record WithSecret(Subscription subscription, Secret secret) {
        /** Writes the subscription's members and the secret. */
        public void write(JsonWriter out) {
            subscription.write(out);
            out.text("secret", secret.text());
        }
    }

    public Subscriptions(
            SubscriptionStore store,
            RegistryReferences references,
            TsidIds ids,
            SecretCipher cipher,
            TargetCheck targets) {
        this.store = store;
        this.references = references;
        this.ids = ids;
        this.cipher = cipher;
        this.targets = targets;
    }

    /** @param caller the client that asks; empty for the anchor */
    public WithSecret create(String caller, byte[] body)
            throws MalformedJsonException, InvalidInputException, StoreException, ConflictException {
        JsonMembers members = RegistryBodies.members(body);
        SubscriptionFields fields = SubscriptionFields.readNew(caller, members);
        String given = members.text("secret", SecretRules::signing);
        members.refuseOthers();
        checkTarget(fields, "", members.errors());
        references.check(fields.client(), fields.delivery(), DeliverySettings.DEFAULTS, members.errors());
        SubscriptionFields resolved = resolve(fields, List.of(), members.errors());
        Secret secret = given == null ? cipher.generate() : new Secret(given);
        Tsid id = ids.next();
        return new WithSecret(store.create(id, resolved, cipher.store(secret, id.toString())), secret);
    }

    /**
     * Changes a subscription; empty if it is gone.
     *
     * @param present as it was read; if it was changed since, the change applies to what it is now
     */
    public Optional<Subscription> change(Subscription present, byte[] body)
            throws MalformedJsonException, InvalidInputException, StoreException, ConflictException {
        return OptimisticChange.apply(
                present, () -> store.find(present.id()), read -> store.change(read, changed(read, body)));
    }

    private SubscriptionFields changed(Subscription present, byte[] body)
            throws MalformedJsonException, InvalidInputException, StoreException {
        SubscriptionFields before = present.fields();
        JsonMembers members = RegistryBodies.members(body);
        SubscriptionFields fields = SubscriptionFields.readChange(before, members);
        members.unchanged("id", present.id());
        members.ignore("pauseReason", "createdAt", "updatedAt");
        if (members.has("secret")) {
            members.wrong("secret", "cannot be changed here, but by rotate-secret");
        }
        members.refuseOthers();
        checkTarget(fields, before.target(), members.errors());
        references.check(fields.client(), fields.delivery(), before.delivery(), members.errors());
        return resolve(fields, before.eventTypes(), members.errors());
    }

    /** Empty if it is gone. */
    public Optional<WithSecret> rotateSecret(Tsid id, Optional<JsonValue> body)
            throws InvalidInputException, StoreException {
        Secret secret = cipher.generate();
        if (body.isPresent()) {
            FieldErrors errors = new FieldErrors();
            JsonMembers members = JsonMembers.of(body.get(), errors);
            String given = members.text("secret", SecretRules::signing);
            members.refuseOthers();
            errors.throwIfAny();
            secret = given == null ? secret : new Secret(given);
        }
        Secret chosen = secret;
        return store.rotateSecret(id, cipher.store(chosen, id.toString())).map(it -> new WithSecret(it, chosen));
    }

    /** A target that stays is not checked: other fields can be changed although the rules are stricter now. */
    private void checkTarget(SubscriptionFields fields, String before, FieldErrors errors) throws StoreException {
        if (!fields.target().equals(before) && errors.isFine(TARGET)) {
            targets.check(TARGET, fields.target(), errors);
        }
    }

    /** Looks up the types that new bindings refer to, and fails with all that is wrong with the body. */
    private SubscriptionFields resolve(SubscriptionFields fields, List<EventTypeBinding> before, FieldErrors errors)
            throws StoreException, InvalidInputException {
        List<EventTypeBinding> bindings = new ArrayList<>();
        for (int i = 0; i < fields.eventTypes().size(); i++) {
            EventTypeBinding binding = fields.eventTypes().get(i);
            bindings.add(
                    before.contains(binding) ? binding : references.resolve(binding, "eventTypes[" + i + "]", errors));
        }
        errors.throwIfAny();
        return fields.withEventTypes(bindings);
    }
}
