package dev.signalbox.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** An application that has no MongoDB driver. */
class WithoutMongoTest {
    private static URLClassLoader application() {
        URL[] places = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(place -> !place.matches(".*/(mongodb-|bson|mongo-).*\\.jar|.*/mongodb/target/.*"))
                .map(WithoutMongoTest::url)
                .toArray(URL[]::new);
        return new URLClassLoader(places, ClassLoader.getPlatformClassLoader());
    }

    private static URL url(String place) {
        try {
            return Path.of(place).toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(place, e);
        }
    }

    @Test
    void everythingElseWorks() throws Exception {
        try (URLClassLoader application = application();
                TestDatabase database = TestDatabase.postgres()) {
            assertThatThrownBy(() -> Class.forName("com.mongodb.client.ClientSession", true, application))
                    .isInstanceOf(ClassNotFoundException.class);
            Class<?> there = Class.forName(Application.class.getName(), true, application);
            Object done = there.getDeclaredMethod("run", String.class, String.class)
                    .invoke(null, database.url(), database.user());
            assertThat(done).isEqualTo(List.of("{}", "true", "false"));
        }
    }
}
