package dev.signalbox.sink.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A client certificate and the authority that signed it: Erlang does not accept self-signed client certificates.
 *
 * @param keyStore the client's certificate and key, as PKCS12
 * @param authority the certificate that the broker trusts, as PEM
 */
record ClientCertificate(Path keyStore, Path authority) {
    static final String PASSWORD = "signalbox";

    static ClientCertificate in(Path folder) throws IOException, InterruptedException {
        var made = new ClientCertificate(folder.resolve("client.p12"), folder.resolve("authority.pem"));
        made.keytool("-genkeypair -alias authority -keyalg EC -dname CN=authority -ext bc:c -validity 30");
        made.keytool("-exportcert -rfc -alias authority -file " + made.authority);
        made.keytool("-genkeypair -alias client -keyalg EC -dname CN=client -signer authority -validity 30");
        // Otherwise the client would present the authority's own key.
        made.keytool("-delete -alias authority");
        return made;
    }

    private void keytool(String arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of(arguments.split(" ")));
        command.addAll(List.of("-storetype", "PKCS12", "-storepass", PASSWORD, "-keystore", keyStore.toString()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
    }
}
