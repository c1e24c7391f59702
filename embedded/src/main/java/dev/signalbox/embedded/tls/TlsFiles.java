package dev.signalbox.embedded.tls;

import dev.signalbox.embedded.files.Folders;
import dev.signalbox.embedded.process.CommandExecution;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** A self-signed certificate for the loopback address, as PKCS12 stores for Java and as PEM files for other servers. */
public record TlsFiles(Path keyStore, Path certificate, Path key, Path trustStore) {
    /** The password protects nothing: the files are as private as their folder. */
    public static final String PASSWORD = "signalbox";

    private static final String ALIAS = "server";
    private static final String CERTIFICATE = "-genkeypair -keyalg EC -dname CN=localhost"
            + " -ext san=ip:127.0.0.1,dns:localhost -validity 3650 -storetype PKCS12";
    private static final Base64.Encoder LINES = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII));

    public static TlsFiles in(Path folder) throws IOException, InterruptedException {
        TlsFiles files = new TlsFiles(
                folder.resolve("key.p12"),
                folder.resolve("certificate.pem"),
                folder.resolve("key.pem"),
                folder.resolve("trust.p12"));
        if (!Files.exists(files.trustStore)) {
            Files.deleteIfExists(files.keyStore);
            files.makeKeyStore();
            try {
                files.makeOthers();
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException("could not take " + files.keyStore + " apart", e);
            }
        }
        return files;
    }

    private void makeKeyStore() throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(CommandExecution.java("keytool")));
        command.addAll(List.of(CERTIFICATE.split(" ")));
        command.addAll(List.of("-alias", ALIAS, "-storepass", PASSWORD, "-keystore", keyStore.toString()));
        String _ = CommandExecution.run(command);
    }

    private void makeOthers() throws IOException, GeneralSecurityException {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(keyStore)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        Certificate shown = keys.getCertificate(ALIAS);
        Folders.writePrivate(certificate, pem("CERTIFICATE", shown.getEncoded()));
        Folders.writePrivate(
                key,
                pem("PRIVATE KEY", keys.getKey(ALIAS, PASSWORD.toCharArray()).getEncoded()));
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
