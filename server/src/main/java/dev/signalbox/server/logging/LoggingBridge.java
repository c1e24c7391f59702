package dev.signalbox.server.logging;

import org.slf4j.bridge.SLF4JBridgeHandler;

/** Routes java.util.logging to SLF4J. */
public final class LoggingBridge {
    private LoggingBridge() {}

    /** Installs the bridge once. */
    public static synchronized void install() {
        if (!SLF4JBridgeHandler.isInstalled()) {
            SLF4JBridgeHandler.removeHandlersForRootLogger();
            SLF4JBridgeHandler.install();
        }
    }
}
