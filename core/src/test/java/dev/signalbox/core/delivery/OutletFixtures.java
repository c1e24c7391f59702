package dev.signalbox.core.delivery;

import dev.signalbox.core.relay.SharedPermits;
import dev.signalbox.core.relay.SharedPermits.ProcessRequests;

/** Outlets for tests of what is below them. */
final class OutletFixtures {
    private OutletFixtures() {}

    static Outlet outlet() {
        return outlet(new SuspectTrial(new SharedPermits(1, new ProcessRequests()).share(() -> {})));
    }

    static Outlet outlet(SuspectTrial trial) {
        var policy = DispatcherSettingsFixture.block().settings().outlets().of(0);
        var shared = new Lanes.Shared(new SharedBuffer(), new Settler(1), trial, new RecordingDispatcherListener());
        return new Outlet(0, policy, shared, 0);
    }
}
