package dev.signalbox.demo;

import dev.signalbox.demo.examples.ExampleJar;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** An example as its module compiled it, packaged or not. */
final class CompiledExample {
    private CompiledExample() {}

    static String classPath(ExampleJar.Kind kind) throws IOException {
        Path target = Path.of(System.getProperty("signalbox.root", ".."), "examples", kind.title(), "target");
        return target.resolve("classes")
                + File.pathSeparator
                + Files.readString(target.resolve("classpath")).strip();
    }
}
