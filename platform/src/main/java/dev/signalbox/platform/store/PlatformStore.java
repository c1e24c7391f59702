package dev.signalbox.platform.store;

import dev.signalbox.platform.delivery.DeliverySettingsStore;
import dev.signalbox.platform.delivery.JobPlacements;
import dev.signalbox.platform.event.EventQueries;
import dev.signalbox.platform.id.NodeNumberStore;
import dev.signalbox.platform.ingest.IngestStore;
import dev.signalbox.platform.job.JobStore;
import dev.signalbox.platform.matching.MatchingStore;
import dev.signalbox.platform.registry.DispatchPoolStore;
import dev.signalbox.platform.registry.EventTypeStore;
import dev.signalbox.platform.registry.ServiceAccountStore;
import dev.signalbox.platform.registry.SubscriptionStore;
import dev.signalbox.platform.secret.SecretKeyStore;

/** Everything that a database does for the platform. */
public interface PlatformStore {
    NodeNumberStore nodeNumbers();

    EventTypeStore eventTypes();

    SubscriptionStore subscriptions();

    DispatchPoolStore dispatchPools();

    ServiceAccountStore serviceAccounts();

    MatchingStore matching();

    DeliverySettingsStore deliverySettings();

    SecretKeyStore secretKeys();

    IngestStore ingest();

    EventQueries events();

    JobStore jobs();

    JobPlacements jobPlacements();

    RetentionStore retention();
}
