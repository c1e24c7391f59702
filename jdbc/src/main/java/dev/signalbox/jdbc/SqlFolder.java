package dev.signalbox.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The {@code .sql} resources next to a class. Templates are loaded into constants, so that a mismatch between a
 * resource and the code fails at start.
 */
public final class SqlFolder {
    private final Class<?> beside;
    private final Set<String> names;
    private final Set<String> unused;

    private SqlFolder(Class<?> beside, Set<String> names) {
        this.beside = beside;
        this.names = names;
        this.unused = ConcurrentHashMap.newKeySet();
        this.unused.addAll(names);
    }

    /** Resources that contain no names. */
    public static SqlFolder beside(Class<?> type) {
        return new SqlFolder(type, Set.of());
    }

    /** @param names all names that these resources may contain as <code>{name}</code>, separated by white space */
    public static SqlFolder beside(Class<?> type, String names) {
        return new SqlFolder(type, Set.of(names.strip().split("\\s+", -1)));
    }

    /** A statement without names and conditional parts. */
    public static Sql sql(Class<?> beside, String resource) {
        return beside(beside).template(resource).fill(Map.of());
    }

    /** A statement with no conditional parts but these. */
    public SqlTemplate<SqlTemplate.NoPart> template(String resource, LayoutPart... layoutParts) {
        return template(resource, SqlTemplate.NoPart.class, layoutParts);
    }

    /**
     * A statement with conditional parts.
     *
     * @param parts each of its constants is a part of the statement
     * @param layoutParts further parts of the statement
     */
    public <P extends Enum<P>> SqlTemplate<P> template(String resource, Class<P> parts, LayoutPart... layoutParts) {
        List<Enum<?>> all = new ArrayList<>(Arrays.asList(layoutParts));
        all.addAll(Arrays.asList(parts.getEnumConstants()));
        return new SqlTemplateParser(resource, this::use, all).parse(lines(resource));
    }

    /**
     * Small statements that share one resource.
     *
     * @param statements its constants are the names of the statements
     * @param layoutParts the conditional parts of the statements
     */
    public <S extends Enum<S>> NamedStatements<S> statements(
            String resource, Class<S> statements, LayoutPart... layoutParts) {
        return NamedStatements.parse(
                statements,
                new SqlTemplateParser(resource, this::use, Arrays.asList(layoutParts)),
                resource,
                lines(resource));
    }

    private boolean use(String name) {
        unused.remove(name);
        return names.contains(name);
    }

    /** Call it after loading everything: fails if a declared name occurs in no resource. */
    public void checkAllNamesUsed() {
        if (!unused.isEmpty()) {
            throw new IllegalArgumentException(
                    "no resource beside %s has the names %s".formatted(beside.getName(), unused));
        }
    }

    private List<String> lines(String resource) {
        return read(beside, resource).lines().toList();
    }

    /** The text of a resource next to the class. */
    public static String read(Class<?> beside, String resource) {
        try (InputStream in = beside.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalArgumentException("no resource " + resource + " beside " + beside.getName());
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read resource " + resource, e);
        }
    }
}
