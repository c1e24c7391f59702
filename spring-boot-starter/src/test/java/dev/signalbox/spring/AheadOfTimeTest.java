package dev.signalbox.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.client.Inbox;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.aot.test.generate.TestGenerationContext;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.test.tools.CompileWithForkedClassLoader;
import org.springframework.core.test.tools.Compiled;
import org.springframework.core.test.tools.TestCompiler;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** An application processed ahead of time, as for a native image. */
@Tag("slow")
@CompileWithForkedClassLoader
class AheadOfTimeTest {
    private static final String[] SETTINGS = {
        "management.endpoints.web.exposure.include=signalbox",
        "signalbox.client.table=shop.messages",
        "signalbox.client.columns.message-group=grp"
    };

    @Configuration(proxyBeanMethods = false)
    static class Shop {
        @Bean
        DataSource dataSource() {
            return new DriverManagerDataSource("jdbc:postgresql://127.0.0.1:1/none");
        }
    }

    /** One test for both, because generating and loading takes seconds. */
    @Test
    void theGeneratedCodeMakesTheSameBeansAndANativeImageKeepsWhatIsFoundByName() {
        TestGenerationContext generated = generate();
        assertThatWhatIsFoundByNameIsKept(generated.getRuntimeHints());
        TestCompiler.forSystem().with(generated).compile(AheadOfTimeTest::start);
    }

    private static TestGenerationContext generate() {
        TestGenerationContext generated = new TestGenerationContext();
        try (AnnotationConfigApplicationContext application = new AnnotationConfigApplicationContext()) {
            TestPropertyValues.of(SETTINGS).applyTo(application);
            application.register(
                    Shop.class,
                    SignalboxAutoConfiguration.class,
                    SignalboxEndpointAutoConfiguration.class,
                    SignalboxHealthAutoConfiguration.class);
            new ApplicationContextAotGenerator().processAheadOfTime(application, generated);
            generated.writeGeneratedContent();
        }
        return generated;
    }

    @SuppressWarnings("unchecked")
    private static void start(Compiled compiled) {
        try (GenericApplicationContext application = new GenericApplicationContext()) {
            TestPropertyValues.of(SETTINGS).applyTo(application);
            ApplicationContextInitializer<GenericApplicationContext> initializer =
                    compiled.getInstance(ApplicationContextInitializer.class);
            initializer.initialize(application);
            application.refresh();
            assertThat(application.getBean(TransactionalOutbox.class)).isNotNull();
            assertThat(application.getBean(TransactionalInbox.class)).isNotNull();
            assertThat(application.getBean(SignalboxEndpoint.class)).isNotNull();
            assertThat(application.getBean(HealthIndicator.class)).isNotNull();
            assertThat(application.getBean(OutboxTable.class).table()).hasToString("shop.messages");
        }
    }

    private static void assertThatWhatIsFoundByNameIsKept(RuntimeHints hints) {
        for (String name : List.of("inbox-postgresql.sql", "inbox-mysql.sql")) {
            assertThat(Inbox.class.getResource(name)).isNotNull();
            assertThat(RuntimeHintsPredicates.resource().forResource("dev/signalbox/client/" + name))
                    .accepts(hints);
        }
        for (Class<?> type : List.of(ClientProperties.class, InboxProperties.class, InboxProperties.CleanUp.class)) {
            assertThat(RuntimeHintsPredicates.reflection().onConstructorInvocation(type.getDeclaredConstructors()[0]))
                    .accepts(hints);
        }
        assertThat(RuntimeHintsPredicates.reflection().onType(SignalboxEndpoint.Report.class))
                .accepts(hints);
        assertThat(RuntimeHintsPredicates.reflection().onType(RowCount.class)).accepts(hints);
    }
}
