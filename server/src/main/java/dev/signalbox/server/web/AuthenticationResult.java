package dev.signalbox.server.web;

import java.util.Optional;

/** Whether somebody may administer. */
sealed interface AuthenticationResult {
    /**
     * Yes.
     *
     * @param name who it is, if the token tells
     */
    record Authenticated(Optional<String> name) implements AuthenticationResult {}

    /**
     * No.
     *
     * @param error the word for it in the header WWW-Authenticate, or empty
     */
    record Denied(int status, String error, String detail) implements AuthenticationResult {}
}
