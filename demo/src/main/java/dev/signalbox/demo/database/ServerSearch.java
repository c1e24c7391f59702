package dev.signalbox.demo.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.stream.Stream;

/** Looks for servers where they are installed, which is often outside of PATH. */
final class ServerSearch {
    static final List<Path> USUAL_FOLDERS = Stream.of(
                    "/usr/sbin",
                    "/usr/bin",
                    "/usr/libexec",
                    "/usr/local/sbin",
                    "/usr/local/bin",
                    "/usr/local/mysql/bin",
                    "/usr/local/opt/mariadb/bin",
                    "/usr/local/opt/mysql/bin",
                    "/opt/homebrew/bin",
                    "/opt/homebrew/opt/mariadb/bin",
                    "/opt/homebrew/opt/mysql/bin",
                    "/home/linuxbrew/.linuxbrew/bin")
            .map(Path::of)
            .toList();

    private final Map<String, String> environment;
    private final List<Path> usualFolders;

    ServerSearch(Map<String, String> environment, List<Path> usualFolders) {
        this.environment = Map.copyOf(environment);
        this.usualFolders = List.copyOf(usualFolders);
    }

    /**
     * The first server of a brand.
     *
     * @throws IOException if there is none; its message says where it was looked for, and what can be done
     */
    MySqlPrograms find(MySqlBrand brand) throws IOException, InterruptedException {
        Optional<Path> named = Optional.ofNullable(environment.get(brand.variable()))
                .filter(text -> !text.isBlank())
                .map(Path::of);
        if (named.isPresent()) {
            return programs(brand, checked(brand, named.get()));
        }
        List<String> others = new ArrayList<>();
        for (Path server : everywhere(brand.program())) {
            String objection = objection(brand, server);
            if (objection.isEmpty()) {
                return programs(brand, server);
            }
            others.add(server + ", which " + objection);
        }
        throw new IOException(missing(brand, others));
    }

    private static Path checked(MySqlBrand brand, Path server) throws IOException, InterruptedException {
        String objection = isProgram(server) ? objection(brand, server) : "is no program that can be run";
        if (!objection.isEmpty()) {
            throw new IOException(brand.variable() + " is " + server + ", which " + objection);
        }
        return server;
    }

    private static String objection(MySqlBrand brand, Path server) throws InterruptedException {
        try {
            return brand.objection(Commands.output(server.toString(), "--version"));
        } catch (IOException e) {
            return "cannot be run: " + e.getMessage();
        }
    }

    /** What makes its files lies beside a server, or as near as a package's folders are. */
    private MySqlPrograms programs(MySqlBrand brand, Path server) throws IOException {
        String name = brand.maker();
        if (name.equals(brand.program())) {
            return new MySqlPrograms(brand, server, server);
        }
        Path home = server.toAbsolutePath().normalize().resolveSibling("");
        Stream<Path> near = Stream.of(
                home.resolve(name),
                home.resolveSibling("bin").resolve(name),
                home.resolveSibling("scripts").resolve(name));
        Path maker = Stream.concat(near, everywhere(name).stream())
                .filter(ServerSearch::isProgram)
                .findFirst()
                .orElseThrow(() -> new IOException(server + " was found, but not " + name
                        + ", which makes its files and belongs to the same package"));
        return new MySqlPrograms(brand, server, maker);
    }

    private SequencedSet<Path> everywhere(String program) {
        String path = environment.getOrDefault("PATH", "");
        SequencedSet<Path> found = new LinkedHashSet<>();
        Stream.concat(
                        Stream.of(path.split(":", -1))
                                .filter(folder -> folder.startsWith("/"))
                                .map(Path::of),
                        usualFolders.stream())
                .map(folder -> folder.resolve(program))
                .filter(ServerSearch::isProgram)
                .forEach(found::add);
        return found;
    }

    private static boolean isProgram(Path file) {
        return Files.isRegularFile(file) && Files.isExecutable(file);
    }

    private String missing(MySqlBrand brand, List<String> others) {
        StringBuilder text = new StringBuilder("no server of " + brand.title() + " was found.\n");
        text.append("  Looked for ").append(brand.program()).append(" in the folders of PATH and in\n    ");
        text.append(String.join(" ", usualFolders.stream().map(Path::toString).toList()))
                .append("\n");
        others.forEach(other -> text.append("  There is ").append(other).append(".\n"));
        text.append("  To install it:\n").append(brand.howToInstall().indent(4));
        text.append("  If it is elsewhere, let " + brand.variable() + " be its path.\n");
        return text.append("Without it, ./signalbox demo runs on a PostgreSQL that it brings.")
                .toString();
    }
}
