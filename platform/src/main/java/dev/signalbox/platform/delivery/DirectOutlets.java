package dev.signalbox.platform.delivery;

/** Learns how the direct jobs of a stream are delivered, before the first message of the stream is handed to the relay. */
@FunctionalInterface
public interface DirectOutlets {
    void learn(long stream, DirectOutlet outlet);
}
