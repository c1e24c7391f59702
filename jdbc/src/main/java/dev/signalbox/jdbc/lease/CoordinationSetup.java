package dev.signalbox.jdbc.lease;

import dev.signalbox.core.coordination.Coordinator;
import dev.signalbox.core.coordination.RelaySharing;
import dev.signalbox.jdbc.Fence;

/** A coordinator, how nodes share relays with it, and its fence. */
public record CoordinationSetup(
        Coordinator coordinator,
        RelaySharing sharing,
        Fence fence,
        SideSchemaState sideSchema,
        ForeignLocks foreignLocks)
        implements AutoCloseable {
    @Override
    public void close() {
        coordinator.close();
    }
}
