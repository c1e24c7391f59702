package dev.signalbox.server.program;

import java.lang.reflect.Proxy;

/**
 * The signal that the JVM sends itself at its first OutOfMemoryError, whichever thread that is in and whatever a library
 * makes of it: the launcher starts it with {@code -XX:OnOutOfMemoryError=kill -USR1 %p}. Without a handler the signal ends
 * the process too, but with another exit code.
 */
final class OutOfMemorySignal {
    private static final String NAME = "USR1";

    private OutOfMemorySignal() {}

    /**
     * Runs the action at each signal.
     *
     * @throws IllegalStateException if this JVM leaves the signal to no program
     */
    static void handle(Runnable action) {
        try {
            // By name, because the compiler warns of this class: the JDK exports it, but has nothing in its place.
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object runs = Proxy.newProxyInstance(
                    OutOfMemorySignal.class.getClassLoader(), new Class<?>[] {handler}, (_, _, _) -> {
                        action.run();
                        return null;
                    });
            Object usr1 = signal.getConstructor(String.class).newInstance(NAME);
            signal.getMethod("handle", signal, handler).invoke(null, usr1, runs);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the signal " + NAME + " can't be handled in this JVM", e);
        }
    }
}
