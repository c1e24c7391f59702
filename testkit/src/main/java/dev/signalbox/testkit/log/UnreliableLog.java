package dev.signalbox.testkit.log;

import dev.signalbox.core.log.EventLog;
import dev.signalbox.core.source.SourceException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** A bad connection to a log: calls are lost, or their answers are. Other things happen while the main line is read. */
final class UnreliableLog implements InvocationHandler {
    private static final Set<String> RELIABLE = Set.of("leave", "close");

    private final EventLog log;
    private final RandomGenerator random;
    private boolean steady;
    private Runnable meanwhile = () -> {};

    UnreliableLog(EventLog log, RandomGenerator random) {
        this.log = log;
        this.random = random;
    }

    /** The log as it is seen through this connection. */
    EventLog log() {
        return (EventLog) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {EventLog.class}, this);
    }

    void steady() {
        steady = true;
    }

    /** What may happen while the main line is read: before the log is read, or after. */
    void meanwhile(Runnable action) {
        meanwhile = action;
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        if (RELIABLE.contains(method.getName())) {
            return call(method, arguments);
        }
        int dice = steady ? 2 : random.nextInt(20);
        if (dice == 0) {
            throw new SourceException("the call was lost");
        }
        Object answer = method.getName().equals("read") ? read(method, arguments) : call(method, arguments);
        if (dice == 1) {
            throw new SourceException("the answer was lost");
        }
        return answer;
    }

    private @Nullable Object read(Method method, Object @Nullable [] arguments) throws Throwable {
        int dice = random.nextInt(6);
        if (dice == 0) {
            meanwhile.run();
        }
        Object read = call(method, arguments);
        if (dice == 1) {
            meanwhile.run();
        }
        return read;
    }

    private @Nullable Object call(Method method, Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(log, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
