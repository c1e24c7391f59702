package dev.signalbox.kafka.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;

/**
 * A certificate for this machine's loopback address, signed by itself.
 *
 * @param keyStore what the broker shows
 * @param trustStore what a client needs to believe it
 */
record TlsFiles(Path keyStore, Path trustStore) {
    /** It protects nothing: the files are as private as the folder that they are in. */
    static final String PASSWORD = "signalbox";

    private static final String ALIAS = "broker";

    /** Makes the files unless they are there. */
    static TlsFiles in(Path folder) throws IOException, InterruptedException {
        TlsFiles files = new TlsFiles(folder.resolve("key.p12"), folder.resolve("trust.p12"));
        if (!Files.exists(files.trustStore)) {
            Files.deleteIfExists(files.keyStore);
            makeKey(files.keyStore);
            try {
                files.copyCertificate();
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException("could not write " + files.trustStore, e);
            }
        }
        return files;
    }

    private static void makeKey(Path keyStore) throws IOException, InterruptedException {
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        ALIAS,
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "san=ip:127.0.0.1,dns:localhost",
                        "-validity",
                        "3650",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        keyStore.toString(),
                        "-storepass",
                        PASSWORD)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        int exit = keytool.waitFor();
        if (exit != 0) {
            throw new IllegalStateException("keytool ended with " + exit + " when it was to make " + keyStore);
        }
    }

    private void copyCertificate() throws IOException, GeneralSecurityException {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(keyStore)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry(ALIAS, keys.getCertificate(ALIAS));
        try (OutputStream out = Files.newOutputStream(trustStore)) {
            trusted.store(out, PASSWORD.toCharArray());
        }
    }
}
