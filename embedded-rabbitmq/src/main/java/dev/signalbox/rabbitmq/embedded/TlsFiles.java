package dev.signalbox.rabbitmq.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Base64;
import java.util.List;

/**
 * A certificate for this machine's loopback address, signed by itself, in the forms that the two sides read.
 *
 * @param certificate what the broker shows, as PEM
 * @param key the key to it, as PEM
 * @param trustStore what a client needs to believe it, as PKCS12
 */
record TlsFiles(Path certificate, Path key, Path trustStore) {
    /** It protects nothing: the files are as private as the folder that they are in. */
    static final String PASSWORD = "signalbox";

    private static final String ALIAS = "broker";
    private static final Base64.Encoder LINES = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII));

    /** Makes the files unless they are there. */
    static TlsFiles in(Path folder) throws IOException, InterruptedException {
        TlsFiles files =
                new TlsFiles(folder.resolve("certificate.pem"), folder.resolve("key.pem"), folder.resolve("trust.p12"));
        if (!Files.exists(files.trustStore)) {
            Path pair = folder.resolve("pair.p12");
            Files.deleteIfExists(pair);
            makePair(pair);
            try {
                files.takeApart(pair);
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException("could not take " + pair + " apart", e);
            }
        }
        return files;
    }

    private static void makePair(Path keyStore) throws IOException, InterruptedException {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair -keyalg EC -dname CN=localhost -ext san=ip:127.0.0.1,dns:localhost -validity 3650");
        ProcessBuilder keytool = new ProcessBuilder(command.getFirst());
        keytool.command().addAll(List.of(command.getLast().split(" ")));
        keytool.command()
                .addAll(List.of(
                        "-alias",
                        ALIAS,
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        PASSWORD,
                        "-keystore",
                        keyStore.toString()));
        int exit = keytool.redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
        if (exit != 0) {
            throw new IllegalStateException("keytool ended with " + exit + " when it was to make " + keyStore);
        }
    }

    private void takeApart(Path pair) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(pair)) {
            store.load(in, PASSWORD.toCharArray());
        }
        Certificate shown = store.getCertificate(ALIAS);
        Key secret = store.getKey(ALIAS, PASSWORD.toCharArray());
        PrivateFile.write(certificate, pem("CERTIFICATE", shown.getEncoded()));
        PrivateFile.write(key, pem("PRIVATE KEY", secret.getEncoded()));
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry(ALIAS, shown);
        try (OutputStream out = Files.newOutputStream(trustStore)) {
            trusted.store(out, PASSWORD.toCharArray());
        }
    }

    private static String pem(String what, byte[] bytes) {
        return "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(what, LINES.encodeToString(bytes), what);
    }
}
