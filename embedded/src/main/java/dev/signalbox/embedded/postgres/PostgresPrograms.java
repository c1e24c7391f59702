package dev.signalbox.embedded.postgres;

import dev.signalbox.embedded.process.ChildCommand;
import dev.signalbox.embedded.process.Commands;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The programs of PostgreSQL, and how this user can run them.
 *
 * @param wrapper runs them for root, whom they refuse; empty for other users
 */
record PostgresPrograms(Path folder, List<String> wrapper) {
    PostgresPrograms {
        wrapper = List.copyOf(wrapper);
    }

    /** @param spare where to unpack them if the user has no home */
    static PostgresPrograms find(Path spare) throws IOException, InterruptedException {
        List<String> wrapper = Commands.isRoot() ? List.of("unshare", "-U") : List.of();
        if (!wrapper.isEmpty() && !mayLeaveRoot()) {
            throw new IOException("PostgreSQL refuses to run as root, and `unshare -U`, which would let it run as "
                    + "nobody, is not allowed here: start it as another user");
        }
        return new PostgresPrograms(PostgresBinaries.folder(System.getenv(), spare), wrapper);
    }

    private static boolean mayLeaveRoot() throws InterruptedException {
        try {
            String user = Commands.output("unshare", "-U", "id", "-u");
            return !user.isEmpty() && !user.equals("0");
        } catch (IOException e) {
            return false; // there is no such program
        }
    }

    ChildCommand command(String program, List<String> arguments, Path log) {
        List<String> words = new ArrayList<>(List.of(folder.resolve(program).toString()));
        words.addAll(arguments);
        return ChildCommand.of("PostgreSQL", words, log).withWrapper(wrapper);
    }
}
