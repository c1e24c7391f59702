package dev.signalbox.platform.postgres;

import dev.signalbox.platform.delivery.DeliverySettingsStore;
import dev.signalbox.platform.delivery.JobPlacements;
import dev.signalbox.platform.event.EventQueries;
import dev.signalbox.platform.id.NodeNumberStore;
import dev.signalbox.platform.ingest.IngestStore;
import dev.signalbox.platform.job.JobStore;
import dev.signalbox.platform.matching.MatchingStore;
import dev.signalbox.platform.postgres.database.PlatformDatabase;
import dev.signalbox.platform.postgres.event.PostgresEvents;
import dev.signalbox.platform.postgres.id.PostgresNodeNumbers;
import dev.signalbox.platform.postgres.ingest.PostgresIngest;
import dev.signalbox.platform.postgres.job.PostgresJobs;
import dev.signalbox.platform.postgres.job.StreamOwner;
import dev.signalbox.platform.postgres.registry.PostgresDeliverySettings;
import dev.signalbox.platform.postgres.registry.PostgresDispatchPools;
import dev.signalbox.platform.postgres.registry.PostgresEventTypes;
import dev.signalbox.platform.postgres.registry.PostgresMatching;
import dev.signalbox.platform.postgres.registry.PostgresSecretKeys;
import dev.signalbox.platform.postgres.registry.PostgresServiceAccounts;
import dev.signalbox.platform.postgres.registry.PostgresSubscriptions;
import dev.signalbox.platform.postgres.retention.DayPartitions;
import dev.signalbox.platform.postgres.retention.PostgresRetention;
import dev.signalbox.platform.registry.DispatchPoolStore;
import dev.signalbox.platform.registry.EventTypeStore;
import dev.signalbox.platform.registry.ServiceAccountStore;
import dev.signalbox.platform.registry.SubscriptionStore;
import dev.signalbox.platform.secret.SecretKeyStore;
import dev.signalbox.platform.store.PlatformStore;
import dev.signalbox.platform.store.RetentionStore;
import dev.signalbox.postgres.connection.PostgresConnections;

/**
 * The platform on PostgreSQL.
 *
 * @see dev.signalbox.platform.postgres.schema.PlatformSchema#prepare
 */
public record PostgresPlatform(
        NodeNumberStore nodeNumbers,
        EventTypeStore eventTypes,
        SubscriptionStore subscriptions,
        DispatchPoolStore dispatchPools,
        ServiceAccountStore serviceAccounts,
        MatchingStore matching,
        DeliverySettingsStore deliverySettings,
        SecretKeyStore secretKeys,
        IngestStore ingest,
        EventQueries events,
        JobStore jobs,
        JobPlacements jobPlacements,
        RetentionStore retention)
        implements PlatformStore {

    /** Its tables must be there. */
    public static PostgresPlatform of(PostgresConnections connections) {
        PlatformDatabase database = new PlatformDatabase(connections);
        DayPartitions days = new DayPartitions(database);
        return new PostgresPlatform(
                new PostgresNodeNumbers(database),
                new PostgresEventTypes(database),
                new PostgresSubscriptions(database),
                new PostgresDispatchPools(database),
                new PostgresServiceAccounts(database),
                new PostgresMatching(database),
                new PostgresDeliverySettings(database),
                new PostgresSecretKeys(database),
                new PostgresIngest(database, days),
                new PostgresEvents(database),
                new PostgresJobs(database, days),
                new StreamOwner(database),
                new PostgresRetention(database, days));
    }
}
