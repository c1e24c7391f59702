package dev.signalbox.server.web;

/** The program could not listen where it was told to. */
public final class CannotListenException extends Exception {
    CannotListenException(String message, Throwable cause) {
        super(message, cause);
    }
}
