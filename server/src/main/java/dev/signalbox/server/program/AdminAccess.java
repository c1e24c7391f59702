package dev.signalbox.server.program;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import dev.signalbox.core.time.Clock;
import dev.signalbox.runtime.config.SecurityConfig;
import dev.signalbox.runtime.settings.Secret;
import dev.signalbox.server.logging.Terminal;
import dev.signalbox.server.web.BearerAuthenticator;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Provides the administration token: the configured one, or a generated one for the user who started the program. */
public final class AdminAccess {
    private static final System.Logger LOG = System.getLogger(AdminAccess.class.getName());
    private static final int TOKEN_BYTES = 32;

    private final SecurityConfig config;
    private final Secret secret;

    AdminAccess(SecurityConfig config) {
        this.config = config;
        this.secret = config.adminToken().orElseGet(AdminAccess::generate);
    }

    BearerAuthenticator authenticator() {
        return new BearerAuthenticator(secret, config.oidc(), Clock.SYSTEM);
    }

    /** Hands over a generated token on the terminal or in a file; the log only names the file. */
    void announce(Map<String, String> environment, int port) {
        if (config.adminToken().isPresent() || Terminal.show("administration token: " + secret.value())) {
            return;
        }
        Optional<Path> file = config.tokenFile().or(() -> defaultTokenFile(environment, port));
        file.ifPresentOrElse(
                this::write,
                () -> LOG.log(
                        WARNING,
                        "no administration token is configured and there is no home folder for one: set SIGNALBOX_ADMIN_TOKEN"));
    }

    private void write(Path file) {
        try {
            write(file, secret);
            LOG.log(INFO, "the administration token is in {0}", file);
        } catch (IOException | UnsupportedOperationException e) {
            LOG.log(
                    WARNING,
                    "the administration token could not be written to {0} ({1}): set SIGNALBOX_ADMIN_TOKEN",
                    file,
                    e);
        }
    }

    private static Secret generate() {
        byte[] bytes = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(bytes);
        return new Secret(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
    }

    /** The default path: in the user's state folder, one file per port. */
    public static Optional<Path> defaultTokenFile(Map<String, String> environment, int port) {
        Optional<Path> state = folder(environment.get("XDG_STATE_HOME"));
        return state.or(() -> folder(environment.get("HOME")).map(home -> home.resolve(".local/state")))
                .map(folder -> folder.resolve("signalbox/admin-token-" + port));
    }

    /** Only the owner can read the token at any time: the rights come first, and a symbolic link is replaced. */
    private static void write(Path file, Secret token) throws IOException {
        Path target = file.toAbsolutePath();
        Path folder = target.getParent();
        if (folder == null) {
            throw new IOException("not a file: " + file);
        }
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
        Path fresh = folder.resolve(
                "." + target.getFileName() + "." + ProcessHandle.current().pid());
        Files.deleteIfExists(fresh);
        try (SeekableByteChannel channel = Files.newByteChannel(
                fresh,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
            channel.write(ByteBuffer.wrap((token.value() + "\n").getBytes(StandardCharsets.US_ASCII)));
        }
        Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static Optional<Path> folder(@Nullable String path) {
        return Optional.ofNullable(path).filter(p -> p.startsWith("/")).map(Path::of);
    }
}
