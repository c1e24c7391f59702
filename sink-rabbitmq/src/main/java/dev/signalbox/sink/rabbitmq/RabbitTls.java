package dev.signalbox.sink.rabbitmq;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * TLS settings of a connection.
 *
 * @param trustStore the trusted certificates; null for those of the JVM
 * @param keyStore the client certificate, if the broker asks for one
 * @param verifyHostname whether the certificate must match the host name
 */
public record RabbitTls(
        @Nullable Store trustStore, @Nullable Store keyStore, boolean verifyHostname) {
    /**
     * A file of keys or certificates.
     *
     * @param type PKCS12 or JKS
     */
    public record Store(Path file, String password, String type) {
        public Store {
            if (!type.equalsIgnoreCase("PKCS12") && !type.equalsIgnoreCase("JKS")) {
                throw new IllegalArgumentException("store " + file + ": the type is PKCS12 or JKS, not " + type);
            }
        }

        public static Store pkcs12(Path file, String password) {
            return new Store(file, password, "PKCS12");
        }

        @Override
        public String toString() {
            return "Store[" + file + ", ***, " + type + "]";
        }
    }

    /** Uses the JVM's trusted certificates. */
    public static final RabbitTls DEFAULTS = new RabbitTls(null, null, true);
}
