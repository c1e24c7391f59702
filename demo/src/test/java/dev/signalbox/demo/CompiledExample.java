package dev.signalbox.demo;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** An example as its module compiled it, packaged or not. */
final class CompiledExample {
    private CompiledExample() {}

    static String classPath(String name) throws IOException {
        Path target = Path.of(System.getProperty("signalbox.root", ".."), "examples", name, "target");
        return target.resolve("classes")
                + File.pathSeparator
                + Files.readString(target.resolve("classpath")).strip();
    }
}
