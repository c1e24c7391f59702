package dev.signalbox.runtime.publisher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.core.publisher.EventPublisher;
import dev.signalbox.core.publisher.PublishException;
import dev.signalbox.core.publisher.PublishedEvent;
import dev.signalbox.core.time.Clock;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PublisherRegistryTest {
    @TempDir
    private Path plugins;

    private PublisherRegistry publishers(Class<?>... providers) throws IOException {
        return publishers(Stream.of(providers).map(Class::getName).toList());
    }

    /** As if these were listed in a jar of the plug-in directory. */
    private PublisherRegistry publishers(List<String> providers) throws IOException {
        Path file = plugins.resolve("META-INF/services").resolve(EventPublisher.class.getName());
        Files.createDirectories(file.getParent());
        Files.writeString(file, String.join("\n", providers));
        URL[] urls = {plugins.toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(urls, getClass().getClassLoader())) {
            return new PublisherRegistry(loader, Clock.SYSTEM);
        }
    }

    /** A publisher with a name that the test chooses. */
    public abstract static class Named implements EventPublisher {
        private final String name;

        Named(String name) {
            this.name = name;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public void publishBatch(List<PublishedEvent> events) {}
    }

    /** The first of that name; records when it is closed. */
    public static final class First extends Named {
        boolean closed;

        public First() {
            super("Kafka");
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    /** The second of that name. */
    public static final class Second extends Named {
        public Second() {
            super("Kafka");
        }
    }

    /** Takes the name of a built-in one. */
    public static final class Impostor extends Named {
        public Impostor() {
            super("LogPublisher");
        }
    }

    /** Has a name that cannot appear in a list. */
    public static final class Misnamed extends Named {
        public Misnamed() {
            super("a,b\n");
        }
    }

    /** Cannot be created, and has no message in its exception. */
    public static final class Broken extends Named {
        public Broken() {
            super("Broken");
            throw new IllegalStateException("no configuration");
        }
    }

    @Test
    void findsUsersOwnBesideTheBuiltIn() throws IOException {
        First own;
        try (PublisherRegistry publisherRegistry = publishers(First.class, AuditFilePublisher.class)) {
            assertThat(publisherRegistry.names())
                    .containsExactly(
                            "AuditFilePublisher",
                            "GlobalStatisticsPublisher",
                            "Kafka",
                            "LogPublisher",
                            "StatisticsPublisher");
            own = (First) publisherRegistry.publisher("Kafka", "wallets");
            assertThat(publisherRegistry.publisher("Kafka", "payments")).isSameAs(own);
            assertThat(publisherRegistry.publisher("LogPublisher", "wallets")).isInstanceOf(LogPublisher.class);
            assertThat(publisherRegistry.publisher("StatisticsPublisher", "wallets"))
                    .isInstanceOf(StatisticsPublisher.class)
                    .isNotSameAs(publisherRegistry.publisher("StatisticsPublisher", "wallets"));
            assertThat(own.closed).isFalse();
        }
        assertThat(own.closed).isTrue();
    }

    @Test
    void namesWhatThereIsWhenAskedForSomethingElse() throws IOException {
        try (PublisherRegistry publisherRegistry = publishers(First.class)) {
            assertThatThrownBy(() -> publisherRegistry.publisher("kafka\n", "wallets"))
                    .isInstanceOf(PublisherLookupException.class)
                    .hasMessage("there is no publisher kafka\\u000a; there are GlobalStatisticsPublisher, Kafka,"
                            + " LogPublisher, StatisticsPublisher");
        }
    }

    @Test
    void refusesTwoOfTheSameName() {
        assertThatThrownBy(() -> publishers(First.class, Second.class))
                .isInstanceOf(PublisherLookupException.class)
                .hasMessageContainingAll("the name Kafka", First.class.getName(), Second.class.getName());
        assertThatThrownBy(() -> publishers(Impostor.class))
                .isInstanceOf(PublisherLookupException.class)
                .hasMessageContainingAll(
                        "the name LogPublisher", LogPublisher.class.getName(), Impostor.class.getName());
    }

    @Test
    void refusesWhatCannotBeNamedOrMade() {
        assertThatThrownBy(() -> publishers(Misnamed.class))
                .isInstanceOf(PublisherLookupException.class)
                .hasMessageContainingAll(Misnamed.class.getName(), "a,b\\u000a");
        assertThatThrownBy(() -> publishers(Broken.class))
                .isInstanceOf(PublisherLookupException.class)
                .hasMessageContaining(Broken.class.getName())
                .hasStackTraceContaining("no configuration");
        assertThatThrownBy(() -> publishers(List.of("org.example.Missing")))
                .isInstanceOf(PublisherLookupException.class)
                .hasMessageContaining("org.example.Missing");
    }

    @Test
    void theExampleOfTheDocumentationIsOneThatWorks() throws Exception {
        Path root = Path.of(System.getProperty("signalbox.root", ".."));
        Path source = root.resolve("runtime/src/test/java/dev/signalbox/runtime/publisher/AuditFilePublisher.java");
        String code = Files.readString(source);
        String shown = code.substring(code.indexOf("/** Appends")).strip();
        assertThat(Files.readString(root.resolve("docs/publishers.md")).contains(shown))
                .as("docs/publishers.md has the class as it is compiled")
                .isTrue();

        System.setProperty("audit.directory", plugins.toString());
        try {
            EventPublisher publisher = new AuditFilePublisher();
            publisher.publishBatch(List.of(BuiltInPublishersTest.event(7, "DepositMade", "{}", "wallet_id=1")));
            assertThatThrownBy(() -> publisher.publishBatch(List.of(BuiltInPublishersTest.event(8, "Other", "{}"))))
                    .isInstanceOfSatisfying(
                            PublishException.class,
                            e -> assertThat(e.isPermanent()).isTrue());
            assertThat(publisher.isHealthy()).isTrue();
        } finally {
            System.clearProperty("audit.directory");
        }
        assertThat(Files.readAllLines(plugins.resolve("audit.tsv")).stream().collect(Collectors.joining("|")))
                .isEqualTo("7\tDepositMade\t1");
    }
}
