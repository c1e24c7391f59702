package dev.signalbox.server.logging;

import org.slf4j.bridge.SLF4JBridgeHandler;

/** Brings what libraries log in their various ways to one place. */
public final class LoggingBridge {
    private LoggingBridge() {}

    /** From now on, what is logged through java.util.logging goes where all else goes. */
    public static synchronized void install() {
        if (!SLF4JBridgeHandler.isInstalled()) {
            SLF4JBridgeHandler.removeHandlersForRootLogger();
            SLF4JBridgeHandler.install();
        }
    }
}
