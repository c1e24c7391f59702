package dev.signalbox.jdbc.lease;

/**
 * The connection goes through a proxy that spreads one client over several database sessions, so an advisory lock would
 * protect nothing. This is a configuration error that a retry does not fix.
 */
public final class PoolingProxyException extends RuntimeException {
    public PoolingProxyException(String message) {
        super(message);
    }
}
