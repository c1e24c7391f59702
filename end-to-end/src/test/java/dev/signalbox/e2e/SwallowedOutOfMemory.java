package dev.signalbox.e2e;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** A pool inside the program whose task fills the memory; a pool keeps the error in a future that is never read. */
public final class SwallowedOutOfMemory {
    private SwallowedOutOfMemory() {}

    /** Called by the JVM before the program: waits until the file is there. */
    @SuppressWarnings("FutureReturnValueIgnored") // This is how libraries lose errors.
    public static void premain(String file) {
        Path sign = Path.of(file);
        ThreadFactory daemons = Thread.ofPlatform().daemon().factory();
        ScheduledExecutorService pool = Executors.newSingleThreadScheduledExecutor(daemons);
        pool.scheduleWithFixedDelay(() -> fillOnce(sign), 0, 50, TimeUnit.MILLISECONDS);
    }

    private static void fillOnce(Path sign) {
        List<byte[]> all = new ArrayList<>();
        while (Files.exists(sign) && all.size() < Integer.MAX_VALUE) {
            all.add(new byte[100_000]);
        }
    }
}
