package dev.signalbox.server.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class UncaughtErrorsTest {
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final List<Integer> halted = new ArrayList<>();
    private final UncaughtErrors errors =
            new UncaughtErrors(new PrintStream(written, true, StandardCharsets.UTF_8), halted::add);

    @Test
    void theEndOfTheMemoryEndsTheProcessWithItsOwnCode() {
        errors.uncaughtException(Thread.currentThread(), new OutOfMemoryError("Java heap space"));

        assertThat(halted).containsExactly(6);
        assertThat(written.toString(StandardCharsets.UTF_8)).contains("out of memory");
    }

    @Test
    void soDoesAFailureThatADriverMadeOfIt() {
        errors.uncaughtException(
                Thread.currentThread(), new IllegalStateException(new SQLException(new OutOfMemoryError("heap"))));

        assertThat(halted).containsExactly(6);
    }

    @Test
    void otherErrorsArePrintedAndEndNothing() {
        errors.uncaughtException(Thread.currentThread(), new IllegalStateException("odd"));

        assertThat(halted).isEmpty();
        assertThat(written.toString(StandardCharsets.UTF_8)).contains("odd");
    }
}
