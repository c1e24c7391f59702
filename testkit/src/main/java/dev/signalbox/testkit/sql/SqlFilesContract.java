package dev.signalbox.testkit.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The {@code .sql} resources of the module in whose directory the test runs fit the code that loads them. Templates are
 * loaded into constants and compared with the code when that happens, so it is enough to initialize every class. A resource
 * that is not loaded then is either forgotten, or would show its mistakes only after the start.
 */
public abstract class SqlFilesContract {
    private static final Path SOURCES = Path.of("src/main/java");
    private static final Path RESOURCES = Path.of("src/main/resources");

    @Test
    void everyFileFitsTheCodeThatLoadsIt() throws Exception {
        try (RecordingLoader loader = new RecordingLoader()) {
            for (String source : files(SOURCES, ".java")) {
                if (!source.endsWith("-info.java")) {
                    String name = source.substring(0, source.length() - ".java".length());
                    initialize(Class.forName(name.replace('/', '.'), false, loader));
                }
            }
            assertThat(loader.asked).containsAll(files(RESOURCES, ".sql"));
        }
    }

    private static void initialize(Class<?> type) throws ClassNotFoundException {
        Class.forName(type.getName(), true, type.getClassLoader());
        for (Class<?> nested : type.getDeclaredClasses()) {
            initialize(nested);
        }
    }

    private static List<String> files(Path folder, String ending) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            List<String> found = files.map(file -> folder.relativize(file).toString())
                    .filter(file -> file.endsWith(ending))
                    .sorted()
                    .toList();
            assertThat(found).isNotEmpty();
            return found;
        }
    }

    /** Loads all classes anew, and remembers which resources they ask for. */
    private static final class RecordingLoader extends URLClassLoader {
        final Set<String> asked = new HashSet<>();

        RecordingLoader() throws MalformedURLException {
            super(classPath(), ClassLoader.getPlatformClassLoader());
        }

        private static URL[] classPath() throws MalformedURLException {
            List<URL> urls = new ArrayList<>();
            for (String entry :
                    String.valueOf(System.getProperty("java.class.path")).split(File.pathSeparator, -1)) {
                urls.add(Path.of(entry).toUri().toURL());
            }
            return urls.toArray(URL[]::new);
        }

        @Override
        public @Nullable URL findResource(String name) {
            asked.add(name);
            return super.findResource(name);
        }
    }
}
