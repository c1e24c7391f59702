package dev.signalbox.embedded.mysql;

import dev.signalbox.embedded.process.Commands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.UserPrincipal;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.util.List;
import java.util.Optional;

/** The account that runs a server if root starts it. */
record ServerAccount(String name, UserPrincipal user, GroupPrincipal group) {
    private static final List<String> UNPRIVILEGED = List.of("mysql", "nobody");

    /** Empty unless this process runs as root: otherwise a server runs under the current account. */
    static Optional<ServerAccount> needed() throws IOException, InterruptedException {
        if (!Commands.isRoot()) {
            return Optional.empty();
        }
        for (String name : UNPRIVILEGED) {
            String group = Commands.output("id", "-gn", name);
            if (!group.isEmpty()) {
                UserPrincipalLookupService accounts =
                        Path.of("/").getFileSystem().getUserPrincipalLookupService();
                return Optional.of(new ServerAccount(
                        name, accounts.lookupPrincipalByName(name), accounts.lookupPrincipalByGroupName(group)));
            }
        }
        throw new IOException("a server must not run as root, and of the accounts that it could run as ("
                + String.join(", ", UNPRIVILEGED) + ") there is none: start it as another user");
    }

    void own(Path... files) throws IOException {
        for (Path file : files) {
            Files.setOwner(file, user);
        }
    }
}
