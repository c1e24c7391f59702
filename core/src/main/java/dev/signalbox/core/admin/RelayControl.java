package dev.signalbox.core.admin;

import dev.signalbox.core.source.SourceException;

/** The state of one relay that all nodes share: which node works on it, and whether it is paused. */
public interface RelayControl {
    RelayStatus status() throws SourceException;

    /** Pauses the relay on all nodes until it is resumed, and returns the pause in force: the first one stays. */
    RelayStatus.Pause pause(String by, String reason) throws SourceException, RefusedException;

    /** Resumes the relay, and returns whether it was paused. */
    boolean resume() throws SourceException, RefusedException;
}
