package dev.signalbox.benchmarks.load.stage;

import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.jspecify.annotations.Nullable;

/** The orders example as it is packaged, with its libraries beside it. */
public record OrdersJar(Path file) {
    private static final String CONFIGURATION = "dev/signalbox/example/orders/signalbox.yaml";

    /**
     * The file that is given or, if none is, the one of this distribution.
     *
     * @throws IllegalArgumentException if there is no such file
     */
    public static OrdersJar find(@Nullable Path given) {
        Path file = given == null ? ofThisDistribution() : given;
        if (!Files.isRegularFile(file)) {
            throw new IllegalArgumentException("the packaged orders example is not at '" + file
                    + "': build it (./signalbox build --force), or name it by --orders");
        }
        return new OrdersJar(file.toAbsolutePath());
    }

    private static Path ofThisDistribution() {
        try {
            Path jar = Path.of(OrdersJar.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            return jar.resolveSibling("../orders.jar").normalize();
        } catch (URISyntaxException e) {
            throw new IllegalStateException("this program does not know where it is", e);
        }
    }

    /** What Signalbox is to deliver of it: the file that the example comes with. */
    byte[] configuration() throws IOException {
        try (JarFile jar = new JarFile(file.toFile())) {
            ZipEntry entry = jar.getEntry(CONFIGURATION);
            if (entry == null) {
                throw new IOException("there is no " + CONFIGURATION + " in " + file);
            }
            try (InputStream in = jar.getInputStream(entry)) {
                return in.readAllBytes();
            }
        }
    }
}
