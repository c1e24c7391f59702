package dev.signalbox.server.web;

import java.util.Optional;

/** Whether a token permits administration. */
sealed interface AuthenticationResult {
    /**
     * The token is valid.
     *
     * @param name the user's name, if the token has one
     */
    record Authenticated(Optional<String> name) implements AuthenticationResult {}

    /**
     * The token is missing or invalid.
     *
     * @param error the error code for the header WWW-Authenticate, or empty
     */
    record Denied(int status, String error, String detail) implements AuthenticationResult {}
}
