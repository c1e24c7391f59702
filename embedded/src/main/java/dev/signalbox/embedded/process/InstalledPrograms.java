package dev.signalbox.embedded.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Stream;

/** Finds programs on the PATH, then in the usual folders of servers, which are often not on the PATH. */
public record InstalledPrograms(Map<String, String> environment, List<Path> usualFolders) {
    private static final List<Path> USUAL_FOLDERS = Stream.of(("/usr/sbin /usr/bin /usr/libexec /usr/local/sbin"
                            + " /usr/local/bin /usr/local/mysql/bin /usr/local/opt/mariadb/bin"
                            + " /usr/local/opt/mysql/bin /opt/homebrew/bin /opt/homebrew/opt/mariadb/bin"
                            + " /opt/homebrew/opt/mysql/bin /home/linuxbrew/.linuxbrew/bin")
                    .split(" "))
            .map(Path::of)
            .toList();

    public InstalledPrograms {
        environment = Map.copyOf(environment);
        usualFolders = List.copyOf(usualFolders);
    }

    public static InstalledPrograms of(Map<String, String> environment) {
        return new InstalledPrograms(environment, USUAL_FOLDERS);
    }

    public static Optional<Path> find(String program) {
        try {
            return of(System.getenv()).findAll(program).stream().findFirst();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** All programs of this name, each once, even if folders link to one another. */
    public List<Path> findAll(String program) throws IOException {
        Stream<Path> inPath = Stream.of(environment.getOrDefault("PATH", "").split(":", -1))
                .filter(folder -> folder.startsWith("/"))
                .map(Path::of);
        SequencedMap<Path, Path> found = new LinkedHashMap<>();
        for (Path folder : Stream.concat(inPath, usualFolders.stream()).toList()) {
            Path file = folder.resolve(program);
            if (isProgram(file)) {
                found.putIfAbsent(file.toRealPath(), file);
            }
        }
        return List.copyOf(found.values());
    }

    public static boolean isProgram(Path file) {
        return Files.isRegularFile(file) && Files.isExecutable(file);
    }
}
