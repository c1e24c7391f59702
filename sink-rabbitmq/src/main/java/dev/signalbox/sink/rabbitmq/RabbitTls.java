package dev.signalbox.sink.rabbitmq;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * How a connection is encrypted, and who is believed.
 *
 * @param trustStore whose certificates are believed; null for those that the JVM trusts
 * @param keyStore what we show if the broker asks who we are
 * @param verifyHostname whether the certificate must be for the host that we connect to
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

    /** What the JVM trusts. */
    public static final RabbitTls DEFAULTS = new RabbitTls(null, null, true);

    public RabbitTls withTrustStore(Store store) {
        return new RabbitTls(store, keyStore, verifyHostname);
    }

    public RabbitTls withKeyStore(Store store) {
        return new RabbitTls(trustStore, store, verifyHostname);
    }

    public RabbitTls withoutHostnameVerification() {
        return new RabbitTls(trustStore, keyStore, false);
    }
}
