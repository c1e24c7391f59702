package dev.signalbox.jdbc.lease;

/**
 * The connection goes through a proxy that spreads one client over several database sessions, where an advisory lock
 * would belong to nobody: a mistake in the configuration that trying again does not mend.
 */
public final class PoolingProxyException extends RuntimeException {
    public PoolingProxyException(String message) {
        super(message);
    }
}
