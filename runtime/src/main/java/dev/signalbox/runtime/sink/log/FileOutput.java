package dev.signalbox.runtime.sink.log;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** Appends lines to a file. After a failure it reopens the file and ends the incomplete line. */
final class FileOutput implements LineOutput {
    private final Path file;
    private @Nullable FileChannel channel;
    private boolean brokenOff;
    private boolean closed;

    FileOutput(Path file) {
        this.file = file;
    }

    @Override
    public String name() {
        return file.toString();
    }

    @Override
    public void write(ByteBuffer lines) throws IOException {
        FileChannel open = open();
        int start = lines.position();
        try {
            if (brokenOff) {
                open.write(ByteBuffer.wrap(new byte[] {'\n'}));
                brokenOff = false;
            }
            while (lines.hasRemaining()) {
                open.write(lines);
            }
        } catch (IOException e) {
            brokenOff = brokenOff || endsWithin(lines, start);
            giveUp();
            throw e;
        }
    }

    private static boolean endsWithin(ByteBuffer lines, int start) {
        return lines.position() > start && lines.get(lines.position() - 1) != '\n';
    }

    private synchronized FileChannel open() throws IOException {
        if (closed) {
            throw new ClosedChannelException();
        }
        FileChannel open = channel;
        if (open == null) {
            open = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            channel = open;
        }
        return open;
    }

    private synchronized void giveUp() {
        FileChannel open = channel;
        channel = null;
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                // The caller reports the failure that led here.
                System.getLogger(FileOutput.class.getName()).log(Level.DEBUG, "{0} could not be closed: {1}", file, e);
            }
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        giveUp();
    }
}
