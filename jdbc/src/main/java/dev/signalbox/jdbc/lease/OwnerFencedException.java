package dev.signalbox.jdbc.lease;

import java.sql.SQLException;

/** A write was refused before it began, because its owner is fenced or has lost the session that holds the lock. */
public final class OwnerFencedException extends SQLException {
    public OwnerFencedException(String message) {
        super(message, "SB001");
    }
}
