package dev.signalbox.platform.delivery;

/** Learns how outlets are delivered, before their messages are handed to the relay. */
public interface OutletSettings {
    /** How the direct jobs of a stream are delivered. */
    void learn(long stream, DirectOutlet outlet);

    /** The version of the settings now. If it is not the known one, they are read before this returns. */
    void reach(long settingsVersion);

    /** Versions that were read before say nothing any more: this may be another database. */
    void forgetVersion();
}
