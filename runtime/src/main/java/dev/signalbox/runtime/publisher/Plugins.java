package dev.signalbox.runtime.publisher;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The plug-ins: the jars of a directory. */
public final class Plugins implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Plugins.class.getName());

    private final URLClassLoader loader;

    private Plugins(List<URL> jars) {
        this.loader = new URLClassLoader(jars.toArray(URL[]::new), Plugins.class.getClassLoader());
    }

    /**
     * Finds the jars; without a directory there are none.
     *
     * @throws PublisherLookupException if the directory cannot be read
     */
    public static Plugins in(Optional<Path> directory) {
        return new Plugins(directory.map(Plugins::jars).orElse(List.of()));
    }

    private static List<URL> jars(Path directory) {
        List<URL> jars = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file :
                    files.filter(it -> it.toString().endsWith(".jar")).sorted().toList()) {
                jars.add(file.toUri().toURL());
            }
            return jars;
        } catch (MalformedURLException e) {
            throw new IllegalStateException("a file always has a URL", e);
        } catch (IOException e) {
            throw new PublisherLookupException(
                    "signalbox.plugins: the directory " + directory + " cannot be read: " + e, e);
        }
    }

    public ClassLoader loader() {
        return loader;
    }

    /** Closes the jars. Classes that are not loaded yet cannot be loaded any more. */
    @Override
    public void close() {
        try {
            loader.close();
        } catch (IOException e) {
            LOG.log(Level.WARNING, "the jars of the plugins could not be closed", e);
        }
    }
}
