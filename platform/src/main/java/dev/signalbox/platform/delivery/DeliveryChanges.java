package dev.signalbox.platform.delivery;

import com.github.f4b6a3.tsid.Tsid;
import java.util.List;
import java.util.Set;

/**
 * What has changed since a version of the settings, in one snapshot.
 *
 * @param version the version of the snapshot
 * @param subscriptions those that are new or have changed
 * @param deleted subscriptions that were deleted
 * @param pools those that are new or have changed
 * @param accounts those that are new or have changed
 * @param totals shows whether one was deleted
 */
public record DeliveryChanges(
        long version,
        List<DeliverySubscription> subscriptions,
        Set<Tsid> deleted,
        List<DeliveryPool> pools,
        List<DeliveryAccount> accounts,
        Totals totals) {
    public DeliveryChanges {
        subscriptions = List.copyOf(subscriptions);
        deleted = Set.copyOf(deleted);
        pools = List.copyOf(pools);
        accounts = List.copyOf(accounts);
    }

    /** How many pools and accounts there are in all. */
    public record Totals(int pools, int accounts) {}
}
