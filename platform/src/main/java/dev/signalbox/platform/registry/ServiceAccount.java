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
import org.jspecify.annotations.Nullable;

/** As whom webhooks are sent. Its secrets are not part of it. */
public record ServiceAccount(Tsid id, String client, String name, Instant createdAt, Instant updatedAt) {
    /**
     * What a client says about an account.
     *
     * @param bearerToken null for none, or for the one that it has
     * @param signingSecret null for none, or for the one that it has
     */
    public record Fields(
            String client,
            String name,
            @Nullable Secret bearerToken,
            @Nullable Secret signingSecret) {}

    /** Its secrets as the database holds them; null for none. */
    public record StoredSecrets(
            @Nullable StoredSecret bearerToken, @Nullable StoredSecret signingSecret) {}

    /** Reads a new account. */
    public static Fields readNew(String caller, byte[] body) throws MalformedJsonException, InvalidInputException {
        JsonMembers members = RegistryBodies.members(body);
        String client = Clients.read(caller, members);
        return read(members, client, members.required("name", it -> TextRules.line(it, InputLimits.NAME)));
    }

    /** Reads a change of this account. Members that are missing stay as they are. */
    public Fields readChange(byte[] body) throws MalformedJsonException, InvalidInputException {
        JsonMembers members = RegistryBodies.members(body);
        String changed = members.line("name", InputLimits.NAME);
        return read(members, client, changed == null ? name : changed);
    }

    private static Fields read(JsonMembers members, String client, String name) throws InvalidInputException {
        String token = members.line("bearerToken", InputLimits.TOKEN);
        String secret = members.text("signingSecret", SecretRules::signing);
        members.refuseOthers();
        members.errors().throwIfAny();
        return new Fields(
                client, name, token == null ? null : new Secret(token), secret == null ? null : new Secret(secret));
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
