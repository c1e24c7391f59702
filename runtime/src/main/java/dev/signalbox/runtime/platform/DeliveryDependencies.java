package dev.signalbox.runtime.platform;

import dev.signalbox.platform.delivery.AttemptJournal;
import dev.signalbox.platform.delivery.DeliveryPolicies;
import dev.signalbox.platform.delivery.JobSink;
import dev.signalbox.platform.store.PlatformStore;
import dev.signalbox.runtime.metrics.RelayMonitor;

/** What the relay of jobs works with, besides its database. */
record DeliveryDependencies(
        PlatformStore store, AttemptJournal journal, DeliveryPolicies policies, JobSink sink, RelayMonitor monitor) {}
