package dev.signalbox.server.web;

/** The program could not listen where it was told to. */
public final class CannotListen extends Exception {
    CannotListen(String message, Throwable cause) {
        super(message, cause);
    }
}
