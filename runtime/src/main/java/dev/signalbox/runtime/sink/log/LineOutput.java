package dev.signalbox.runtime.sink.log;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A destination of lines. Called from one thread, except for {@link #close}. */
interface LineOutput extends AutoCloseable {
    /** Its name in messages. */
    String name();

    /** Writes the whole buffer; after a failure, the buffer's position says how much was written. */
    void write(ByteBuffer lines) throws IOException;

    /** Also aborts a write in progress. */
    @Override
    void close();
}
