package dev.signalbox.server.web;

/** The program could not listen on the configured address and port. */
public final class CannotListenException extends Exception {
    CannotListenException(String message, Throwable cause) {
        super(message, cause);
    }
}
