package dev.signalbox.jdbc;

import java.sql.SQLException;

/** Not everything was as the short way needs it: what was done is undone, and the careful way tells what is so. */
public final class FastPathFailedException extends SQLException {
    public FastPathFailedException(String message) {
        super(message, "SB002");
    }
}
