package dev.signalbox.platform.registry;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.platform.client.Clients;
import dev.signalbox.platform.input.InputLimits;
import dev.signalbox.platform.input.InvalidInputException;
import dev.signalbox.platform.input.TextRules;
import dev.signalbox.platform.json.JsonMembers;
import dev.signalbox.platform.json.JsonWriter;
import dev.signalbox.platform.json.MalformedJsonException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Limits that subscriptions and direct jobs share. */
public record DispatchPool(Tsid id, Fields fields, Instant createdAt, Instant updatedAt) {
    private static final int DEFAULT_RATE = 100;
    private static final int DEFAULT_CONCURRENCY = 10;

    /** Whether a pool's jobs are sent. */
    public enum PoolStatus {
        ACTIVE,
        /** Its jobs wait. */
        SUSPENDED,
        /** Not for new subscriptions. */
        ARCHIVED
    }

    /**
     * What a client says about a pool.
     *
     * @param client its owner; empty for the anchor, whose pools all clients may use
     * @param rateLimit how many jobs may start in any 60 seconds
     * @param concurrency how many may be in flight
     */
    public record Fields(
            String client,
            String code,
            String name,
            @Nullable String description,
            int rateLimit,
            int concurrency,
            PoolStatus status) {}

    /** Reads a new pool. */
    public static Fields readNew(String caller, byte[] body) throws MalformedJsonException, InvalidInputException {
        JsonMembers members = RegistryBodies.members(body);
        String client = Clients.read(caller, members);
        String code = members.required("code", TextRules::code);
        return read(
                members, new Fields(client, code, code, null, DEFAULT_RATE, DEFAULT_CONCURRENCY, PoolStatus.ACTIVE));
    }

    /** Reads a change of this pool. Members that are missing stay as they are. */
    public Fields readChange(byte[] body) throws MalformedJsonException, InvalidInputException {
        JsonMembers members = RegistryBodies.members(body);
        members.unchanged("id", id);
        members.unchanged("code", fields.code);
        members.unchanged("clientId", fields.client);
        members.ignore("createdAt", "updatedAt");
        return read(members, fields);
    }

    private static Fields read(JsonMembers members, Fields base) throws InvalidInputException {
        String name = members.name("name", InputLimits.NAME);
        Fields fields = new Fields(
                base.client,
                base.code,
                name == null ? base.name : name,
                members.has("description")
                        ? members.text("description", it -> TextRules.lines(it, InputLimits.DESCRIPTION))
                        : base.description,
                members.whole("rateLimit", base.rateLimit, 1, InputLimits.LARGEST_RATE),
                members.whole("concurrency", base.concurrency, 1, InputLimits.LARGEST_CONCURRENCY),
                members.choice("status", PoolStatus.class, base.status));
        members.refuseOthers();
        members.errors().throwIfAny();
        return fields;
    }

    public PoolStatus status() {
        return fields.status;
    }

    /** Writes its members. */
    public void write(JsonWriter out) {
        out.text("id", id)
                .text("code", fields.code)
                .text("name", fields.name)
                .text("description", fields.description)
                .text("clientId", fields.client.isEmpty() ? null : fields.client)
                .number("rateLimit", fields.rateLimit)
                .number("concurrency", fields.concurrency)
                .text("status", fields.status)
                .time("createdAt", createdAt)
                .time("updatedAt", updatedAt);
    }
}
