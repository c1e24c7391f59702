package dev.signalbox.runtime.sink.log;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;

/** The standard output of the program. */
record StandardOutput(PrintStream out) implements LineOutput {
    @SuppressWarnings("SystemOut") // The user configures it.
    StandardOutput() {
        this(System.out);
    }

    @Override
    public String name() {
        return "the standard output";
    }

    @Override
    public void write(ByteBuffer lines) throws IOException {
        out.write(lines.array(), lines.arrayOffset() + lines.position(), lines.remaining());
        if (out.checkError()) {
            throw new IOException("it is closed or full");
        }
        lines.position(lines.limit());
    }

    /** Stays open, because it belongs to the program. */
    @Override
    public void close() {
        out.flush();
    }
}
