package dev.signalbox.runtime.sink;

import dev.signalbox.core.sink.Sink;
import java.net.URI;

/** Opens the sinks of one configured destination, which may share connections. */
public interface SinkFactory {
    /**
     * Opens a sink for one relay, or for the feeds of one log.
     *
     * @param address the destination's URL with the path of the relay or publisher
     */
    Sink open(URI address);
}
