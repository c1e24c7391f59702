package dev.signalbox.postgres.lease;

import dev.signalbox.core.coordination.Coordinator;
import dev.signalbox.postgres.Fence;

/** A coordinator and the fence that goes with it. */
public record Coordination(Coordinator coordinator, Fence fence, SideSchema.State sideSchema) implements AutoCloseable {
    @Override
    public void close() {
        coordinator.close();
    }
}
