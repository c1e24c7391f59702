package dev.signalbox.jdbc;

import java.sql.SQLException;

/** The fast path met an unexpected state. The transaction is rolled back, and the slow path checks each row. */
public final class FastPathFailedException extends SQLException {
    public FastPathFailedException(String message) {
        super(message, "SB002");
    }
}
