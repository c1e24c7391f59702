package dev.signalbox.platform.registry;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.platform.input.InputLimits;
import dev.signalbox.platform.json.JsonMembers;
import dev.signalbox.platform.json.JsonWriter;
import org.jspecify.annotations.Nullable;

/**
 * How jobs are delivered, whether they come from a subscription or from a client directly.
 *
 * @param dispatchPoolId null for no pool
 * @param maxRetries how many attempts follow the first
 * @param sequence lower goes first among those that wait for the same pool
 * @param dataOnly whether the body is the data alone, or an envelope around it
 * @param serviceAccountId whose bearer token is sent; null for none
 */
public record DeliverySettings(
        DispatchMode mode,
        @Nullable Tsid dispatchPoolId,
        int timeoutSeconds,
        int maxRetries,
        int sequence,
        boolean dataOnly,
        @Nullable Tsid serviceAccountId) {
    public static final DeliverySettings DEFAULTS =
            new DeliverySettings(DispatchMode.IMMEDIATE, null, 30, 3, 99, true, null);

    /** Reads the members of the same names; those that are missing stay as they are in {@code base}. */
    public static DeliverySettings read(JsonMembers members, DeliverySettings base) {
        return new DeliverySettings(
                members.choice("mode", DispatchMode.class, base.mode),
                RegistryIds.read(members, "dispatchPoolId", base.dispatchPoolId),
                members.whole("timeoutSeconds", base.timeoutSeconds, 1, InputLimits.LONGEST_TIMEOUT_SECONDS),
                members.whole("maxRetries", base.maxRetries, 0, InputLimits.MOST_RETRIES),
                members.whole("sequence", base.sequence, 0, InputLimits.LARGEST_SEQUENCE),
                members.truth("dataOnly", base.dataOnly),
                RegistryIds.read(members, "serviceAccountId", base.serviceAccountId));
    }

    /** Writes the members of the same names. */
    public void write(JsonWriter out) {
        out.text("mode", mode)
                .text("dispatchPoolId", dispatchPoolId)
                .number("timeoutSeconds", timeoutSeconds)
                .number("maxRetries", maxRetries)
                .number("sequence", sequence)
                .truth("dataOnly", dataOnly)
                .text("serviceAccountId", serviceAccountId);
    }
}
