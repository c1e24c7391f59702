package dev.signalbox.server.web;

import java.util.Optional;

/** Whether somebody may administer. */
sealed interface Admission {
    /**
     * Yes.
     *
     * @param name who it is, if the token tells
     */
    record Admitted(Optional<String> name) implements Admission {}

    /**
     * No.
     *
     * @param error the word for it in the header WWW-Authenticate, or empty
     */
    record Refused(int status, String error, String detail) implements Admission {}
}
