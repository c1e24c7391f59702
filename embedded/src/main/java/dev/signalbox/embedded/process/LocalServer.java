package dev.signalbox.embedded.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * A server on a port of this machine, in a child process that can be killed and started again. It stops when it is closed,
 * or at the latest after this process has ended: shutdown hooks may still use it.
 */
public abstract class LocalServer implements AutoCloseable {
    private static final int ANSWER_MILLIS = 2_000;

    private final int port;
    private final Duration startWithin;
    private final Duration stopWithin;
    private @Nullable ChildProcess process;

    protected LocalServer(int port, Duration startWithin, Duration stopWithin) {
        this.port = port;
        this.startWithin = startWithin;
        this.stopWithin = stopWithin;
    }

    protected abstract ChildCommand command() throws IOException, InterruptedException;

    protected abstract boolean isReady();

    public synchronized void ensureStarted() throws IOException, InterruptedException {
        if (process == null) {
            ChildProcess started = command().start();
            started.awaitReady(this::isReady, startWithin);
            process = started;
        }
    }

    /** Restarts the server on the same data and port, whether it was killed or still runs. */
    public synchronized void restart() throws IOException, InterruptedException {
        stop();
        ensureStarted();
    }

    public int port() {
        return port;
    }

    public long pid() {
        return running().pid();
    }

    protected synchronized ChildProcess running() {
        if (process == null) {
            throw new IllegalStateException("the server does not run");
        }
        return process;
    }

    /** Kills the server, as a crash would, and waits until it has ended. */
    public void kill() {
        running().kill();
    }

    /** Suspends the server: connections stay open, and it answers nothing. */
    public void suspend() {
        running().signal("STOP");
    }

    public void resume() {
        running().signal("CONT");
    }

    /** Stops the server gracefully; kills it if it does not stop, for example because it is suspended. */
    protected synchronized void stop() {
        if (process != null) {
            process.end(stopWithin);
            process = null;
        }
    }

    @Override
    public void close() {
        stop();
    }

    /** Whether the server's answer to this greeting begins with such a byte; -1 if it closes the connection. */
    protected final boolean answers(byte[] hello, IntPredicate answer) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(ANSWER_MILLIS);
            socket.getOutputStream().write(hello);
            return answer.test(socket.getInputStream().read());
        } catch (IOException notYet) {
            return false;
        }
    }
}
