package dev.signalbox.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Maven for projects that are not of this repository: the one that runs the tests, with a local repository that shares
 * what is downloaded with the user's own, except that our artifacts are neither read there nor written.
 */
final class OutsideMaven {
    private static final String OURS = "dev/signalbox";

    private final Path localRepository;

    /** Makes the local repository in this empty folder. */
    OutsideMaven(Path localRepository) throws IOException {
        this.localRepository = localRepository;
        share(usersRepository(), localRepository);
        share(usersRepository().resolve("dev"), Files.createDirectories(localRepository.resolve("dev")));
    }

    private static Path usersRepository() {
        return Path.of(System.getProperty("signalbox.test.maven.repository"));
    }

    private static void share(Path from, Path to) throws IOException {
        if (!Files.isDirectory(from)) {
            return;
        }
        try (Stream<Path> entries = Files.list(from)) {
            for (Path entry : entries.filter(entry -> !holdsOurs(entry)).toList()) {
                Files.createSymbolicLink(to.resolve(entry.getFileName()), entry);
            }
        }
    }

    private static boolean holdsOurs(Path entry) {
        Path ours = usersRepository().resolve(OURS);
        return ours.startsWith(entry);
    }

    String repositoryOption() {
        return "-Dmaven.repo.local=" + localRepository;
    }

    /** Runs Maven in a project's folder. */
    ProgramRun run(Path project, String... arguments) throws IOException, InterruptedException {
        Path home = Path.of(System.getProperty("signalbox.test.maven.home"));
        List<String> command =
                new ArrayList<>(List.of(home.resolve("bin/mvn").toString(), "-B", "-ntp", repositoryOption()));
        command.addAll(List.of(arguments));
        return ProgramRun.of(project, Map.of(), command);
    }
}
