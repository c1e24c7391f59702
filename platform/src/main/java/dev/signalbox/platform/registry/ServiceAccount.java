package dev.signalbox.platform.registry;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.platform.client.Clients;
import dev.signalbox.platform.input.InputLimits;
import dev.signalbox.platform.input.InvalidInputException;
import dev.signalbox.platform.input.TextRules;
import dev.signalbox.platform.json.JsonMembers;
import dev.signalbox.platform.json.JsonWriter;
import dev.signalbox.platform.json.MalformedJsonException;
import dev.signalbox.platform.secret.Secret;
import dev.signalbox.platform.secret.SecretRules;
import dev.signalbox.platform.secret.StoredSecret;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** As whom webhooks are sent. Its secrets are not part of it. */
public record ServiceAccount(Tsid id, String client, String name, Instant createdAt, Instant updatedAt) {
    /**
     * What a client says about a new account.
     *
     * @param bearerToken null for none
     * @param signingSecret null for none
     */
    public record Fields(
            String client,
            String name,
            @Nullable Secret bearerToken,
            @Nullable Secret signingSecret) {}

    /**
     * What a client says about an account that there is.
     *
     * @param name null to keep it
     */
    public record Change(@Nullable String name, SecretChange<Secret> bearerToken, SecretChange<Secret> signingSecret) {}

    /**
     * What becomes of a secret.
     *
     * @param given whether it changes
     * @param secret the new one; null for none
     */
    public record SecretChange<S>(boolean given, @Nullable S secret) {
        public static <S> SecretChange<S> keep() {
            return new SecretChange<>(false, null);
        }
    }

    /** Its secrets as the database holds them; null for none. */
    public record StoredSecrets(
            @Nullable StoredSecret bearerToken, @Nullable StoredSecret signingSecret) {}

    /** Reads a new account. */
    public static Fields readNew(String caller, byte[] body) throws MalformedJsonException, InvalidInputException {
        JsonMembers members = RegistryBodies.members(body);
        String client = Clients.read(caller, members);
        Fields fields = new Fields(
                client,
                members.required("name", it -> TextRules.line(it, InputLimits.NAME)),
                token(members).secret(),
                signingSecret(members).secret());
        members.refuseOthers();
        members.errors().throwIfAny();
        return fields;
    }

    /** Reads a change of this account. Members that are missing stay as they are; a secret that is null is removed. */
    public Change readChange(byte[] body) throws MalformedJsonException, InvalidInputException {
        JsonMembers members = RegistryBodies.members(body);
        members.unchanged("id", id);
        members.unchanged("clientId", client);
        members.ignore("createdAt", "updatedAt");
        Change change = new Change(members.name("name", InputLimits.NAME), token(members), signingSecret(members));
        members.refuseOthers();
        members.errors().throwIfAny();
        return change;
    }

    private static SecretChange<Secret> token(JsonMembers members) {
        return secret(members, "bearerToken", SecretRules::bearerToken);
    }

    private static SecretChange<Secret> signingSecret(JsonMembers members) {
        return secret(members, "signingSecret", SecretRules::signing);
    }

    private static SecretChange<Secret> secret(
            JsonMembers members, String name, Function<String, Optional<String>> rule) {
        String text = members.text(name, rule);
        return new SecretChange<>(members.has(name), text == null ? null : new Secret(text));
    }

    /** Writes its members. */
    public void write(JsonWriter out) {
        out.text("id", id)
                .text("name", name)
                .text("clientId", client.isEmpty() ? null : client)
                .time("createdAt", createdAt)
                .time("updatedAt", updatedAt);
    }
}
