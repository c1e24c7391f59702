package dev.signalbox.platform.delivery;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.platform.registry.DispatchMode;
import org.jspecify.annotations.Nullable;

/**
 * How the direct jobs of one stream are delivered. Jobs that differ in one of these are in different streams.
 *
 * @param origin scheme, host and port of the target, for logs
 * @param maxRetries how many attempts follow the first
 */
public record DirectOutlet(
        String origin, DispatchMode mode, @Nullable Tsid dispatchPoolId, int maxRetries) {}
