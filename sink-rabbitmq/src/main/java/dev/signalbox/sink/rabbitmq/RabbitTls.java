package dev.signalbox.sink.rabbitmq;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** TLS settings of a connection; without a trust store, the certificates of the JVM are trusted. */
public record RabbitTls(
        @Nullable Store trustStore, @Nullable Store keyStore, boolean verifyHostname) {
    public record Store(Path file, String password, String type) {
        public Store {
            if (!type.equalsIgnoreCase("PKCS12") && !type.equalsIgnoreCase("JKS")) {
                throw new IllegalArgumentException("store " + file + ": the type is PKCS12 or JKS, not " + type);
            }
        }

        @Override
        public String toString() {
            return "Store[" + file + ", ***, " + type + "]";
        }
    }
}
