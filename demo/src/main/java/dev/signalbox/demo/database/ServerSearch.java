package dev.signalbox.demo.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Collectors;
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

    private static final int FOLDERS_A_LINE = 3;

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

    /** Each once, though folders may be links to one another. */
    private List<Path> everywhere(String program) throws IOException {
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

    private static boolean isProgram(Path file) {
        return Files.isRegularFile(file) && Files.isExecutable(file);
    }

    private String missing(MySqlBrand brand, List<String> others) {
        List<String> lines = new ArrayList<>();
        lines.add("no server of " + brand.title() + " was found.");
        lines.add("  Looked for " + brand.program() + " in the folders of PATH and in");
        for (int i = 0; i < usualFolders.size(); i += FOLDERS_A_LINE) {
            lines.add(usualFolders.subList(i, Math.min(i + FOLDERS_A_LINE, usualFolders.size())).stream()
                    .map(Path::toString)
                    .collect(Collectors.joining(", ", "    ", "")));
        }
        others.forEach(other -> lines.add("  There is " + other + "."));
        lines.add("  To install it:");
        brand.howToInstall().lines().forEach(line -> lines.add("    " + line));
        lines.add("  If it is elsewhere, let " + brand.variable() + " be its path.");
        lines.add("Without it, ./signalbox demo runs on a PostgreSQL that it brings.");
        return String.join("\n", lines);
    }
}
