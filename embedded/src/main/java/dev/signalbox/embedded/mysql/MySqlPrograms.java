package dev.signalbox.embedded.mysql;

import dev.signalbox.embedded.process.CommandExecution;
import dev.signalbox.embedded.process.InstalledPrograms;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The programs of an installed server of a brand; the initializer prepares an empty data folder. */
public record MySqlPrograms(MySqlBrand brand, Path server, Path initializer) {
    private static final int FOLDERS_A_LINE = 3;

    /** @throws IOException if there is none; the message lists the searched places and what to do */
    public static MySqlPrograms find(MySqlBrand brand) throws IOException, InterruptedException {
        return find(brand, InstalledPrograms.of(System.getenv()));
    }

    static MySqlPrograms find(MySqlBrand brand, InstalledPrograms installed) throws IOException, InterruptedException {
        Optional<Path> named = Optional.ofNullable(installed.environment().get(brand.variable()))
                .filter(text -> !text.isBlank())
                .map(Path::of);
        if (named.isPresent()) {
            return withInitializer(brand, checked(brand, named.get()), installed);
        }
        List<String> others = new ArrayList<>();
        for (Path server : installed.findAll(brand.program)) {
            String objection = objection(brand, server);
            if (objection.isEmpty()) {
                return withInitializer(brand, server, installed);
            }
            others.add(server + ", which " + objection);
        }
        throw new IOException(missing(brand, others, installed.usualFolders()));
    }

    private static Path checked(MySqlBrand brand, Path server) throws IOException, InterruptedException {
        String objection =
                InstalledPrograms.isProgram(server) ? objection(brand, server) : "is no program that can be run";
        if (!objection.isEmpty()) {
            throw new IOException(brand.variable() + " is " + server + ", which " + objection);
        }
        return server;
    }

    private static String objection(MySqlBrand brand, Path server) throws InterruptedException {
        try {
            return brand.objection(CommandExecution.output(server.toString(), "--version"));
        } catch (IOException e) {
            return "cannot be run: " + e.getMessage();
        }
    }

    /** The initializer is next to the server, or in a related folder of the package. */
    private static MySqlPrograms withInitializer(MySqlBrand brand, Path server, InstalledPrograms installed)
            throws IOException {
        String name = brand.initializer();
        if (name.equals(brand.program)) {
            return new MySqlPrograms(brand, server, server);
        }
        Path home = server.toAbsolutePath().normalize().resolveSibling("");
        Stream<Path> near = Stream.of(
                home.resolve(name),
                home.resolveSibling("bin").resolve(name),
                home.resolveSibling("scripts").resolve(name));
        Path initializer = Stream.concat(near, installed.findAll(name).stream())
                .filter(InstalledPrograms::isProgram)
                .findFirst()
                .orElseThrow(() -> new IOException(server + " was found, but not " + name
                        + ", which makes its files and belongs to the same package"));
        return new MySqlPrograms(brand, server, initializer);
    }

    private static String missing(MySqlBrand brand, List<String> others, List<Path> usualFolders) {
        List<String> lines = new ArrayList<>();
        lines.add("no server of " + brand.title() + " was found.");
        lines.add("  Looked for " + brand.program + " in the folders of PATH and in");
        for (int i = 0; i < usualFolders.size(); i += FOLDERS_A_LINE) {
            lines.add(usualFolders.subList(i, Math.min(i + FOLDERS_A_LINE, usualFolders.size())).stream()
                    .map(Path::toString)
                    .collect(Collectors.joining(", ", "    ", "")));
        }
        others.forEach(other -> lines.add("  There is " + other + "."));
        lines.add("  To install it:");
        brand.howToInstall.lines().forEach(line -> lines.add("    " + line));
        lines.add("  If it is elsewhere, let " + brand.variable() + " be its path.");
        lines.add("Without it, ./signalbox demo runs on a PostgreSQL that it brings.");
        return String.join("\n", lines);
    }
}
