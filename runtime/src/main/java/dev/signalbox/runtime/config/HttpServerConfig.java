package dev.signalbox.runtime.config;

import dev.signalbox.runtime.settings.InsecureTransport;
import dev.signalbox.runtime.settings.LoopbackHost;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * How the program listens.
 *
 * @param port 0 for any free port
 * @param monitoring a second port that has health and metrics only
 * @param allowedHosts the hosts that a request may name, besides this machine; if empty, any unless the address is loopback
 * @param allowInsecure whether the administration API may be reached from other machines without TLS
 */
public record HttpServerConfig(
        String address,
        int port,
        Optional<Monitoring> monitoring,
        List<String> allowedHosts,
        Optional<Tls> tls,
        boolean allowInsecure) {
    public HttpServerConfig {
        allowedHosts = List.copyOf(allowedHosts);
    }

    /** With the defaults of everything else. */
    public HttpServerConfig(String address, int port) {
        this(address, port, Optional.empty(), List.of(), Optional.empty(), false);
    }

    /** The port for health and metrics; 0 for any free port. */
    public record Monitoring(String address, int port) {}

    /** A certificate chain and its private key, both in PEM files; changed files are read again. */
    public record Tls(Path certificate, Path privateKey) {}

    /** The same with another address and port. */
    public HttpServerConfig at(String otherAddress, int otherPort) {
        return new HttpServerConfig(otherAddress, otherPort, monitoring, allowedHosts, tls, allowInsecure);
    }

    /** How tokens travel to it, if that is not safe. */
    private Optional<InsecureTransport> insecureTransport() {
        return isLoopback() || tls.isPresent()
                ? Optional.empty()
                : Optional.of(new InsecureTransport(
                        ProgramSettings.ADDRESS,
                        "lets other hosts send the administration token unencrypted",
                        ProgramSettings.TLS_CERTIFICATE.key() + " and " + ProgramSettings.TLS_PRIVATE_KEY.key()
                                + " must be set, or the address must be a loopback address"));
    }

    /** Why this address cannot be used, if it cannot. */
    public Optional<String> refusal() {
        return insecureTransport()
                .filter(_ -> !allowInsecure)
                .map(found -> found.reason() + "; " + found.allowed() + ", or " + ProgramSettings.ALLOW_INSECURE.key()
                        + " must be true to accept that");
    }

    /** What the log says at each start if the file accepts that tokens travel unencrypted. */
    Optional<String> warning() {
        return insecureTransport()
                .filter(_ -> allowInsecure)
                .map(found -> "the server " + found.reason() + "; " + found.allowed() + " ("
                        + ProgramSettings.ALLOW_INSECURE.key() + " allows it)");
    }

    /** Whether only programs on this machine can connect. */
    public boolean isLoopback() {
        return LoopbackHost.is(address);
    }
}
