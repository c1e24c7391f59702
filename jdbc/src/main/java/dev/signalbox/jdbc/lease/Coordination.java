package dev.signalbox.jdbc.lease;

import dev.signalbox.core.coordination.Coordinator;
import dev.signalbox.core.coordination.Sharing;
import dev.signalbox.jdbc.Fence;

/** A coordinator, how nodes share relays by it, and the fence that goes with it. */
public record Coordination(Coordinator coordinator, Sharing sharing, Fence fence, SideSchemaState sideSchema)
        implements AutoCloseable {
    @Override
    public void close() {
        coordinator.close();
    }
}
