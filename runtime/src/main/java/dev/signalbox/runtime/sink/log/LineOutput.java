package dev.signalbox.runtime.sink.log;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Where lines go. Called from one thread, except for {@link #close}. */
interface LineOutput extends AutoCloseable {
    /** What it is called in messages. */
    String name();

    /** Writes all of it; the buffer's position tells how much was written before a failure. */
    void write(ByteBuffer lines) throws IOException;

    /** Ends a write under way as well. */
    @Override
    void close();
}
