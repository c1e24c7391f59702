package dev.signalbox.core.admin;

import dev.signalbox.core.source.SourceException;

/** What all nodes know about one relay: who works on it, and whether it is to rest. */
public interface RelayControl {
    RelayStatus status() throws SourceException;

    /**
     * Has the relay rest on all nodes until it is resumed. A relay that rests already keeps its first pause.
     *
     * @return the pause that is in force
     */
    RelayStatus.Pause pause(String by, String reason) throws SourceException, RefusedException;

    /** Ends the rest, and says whether there was one. */
    boolean resume() throws SourceException, RefusedException;
}
