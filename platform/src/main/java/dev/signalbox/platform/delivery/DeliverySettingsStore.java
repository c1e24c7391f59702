package dev.signalbox.platform.delivery;

import dev.signalbox.platform.StoreException;

/** Reads what delivery needs of subscriptions, pools and service accounts. */
public interface DeliverySettingsStore {
    /** Lower than any version. */
    long NOTHING = 0;

    /** The present version of the settings. One small statement. */
    long version() throws StoreException;

    /** What has changed since that version, in one snapshot. Since {@link #NOTHING}: everything there is. */
    DeliveryChanges changesSince(long version) throws StoreException;
}
