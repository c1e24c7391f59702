package dev.signalbox.platform.delivery;

/** Learns how outlets are delivered, before their messages are handed to the relay. */
public interface OutletSettings {
    /** How the direct jobs of a stream are delivered. */
    void learn(long stream, DirectOutlet outlet);

    /** Messages follow that were found under this version of the settings. If it is not the known one, the settings are read. */
    void reach(long settingsVersion);
}
