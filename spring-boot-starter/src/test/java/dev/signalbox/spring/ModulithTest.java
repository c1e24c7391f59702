package dev.signalbox.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.client.Message;
import dev.signalbox.spring.payments.PaymentMade;
import dev.signalbox.spring.payments.PaymentRefused;
import dev.signalbox.spring.payments.Payments;
import dev.signalbox.spring.payments.PaymentsApplication;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.PayloadApplicationEvent;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.expression.spel.support.StandardEvaluationContext;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.modulith.events.EventExternalizationConfiguration;
import org.springframework.modulith.events.ExternalizationMode;
import org.springframework.modulith.events.RoutingTarget;
import org.springframework.modulith.events.core.EventSerializer;
import org.springframework.transaction.IllegalTransactionStateException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Events of Spring Modulith become messages in the publisher's transaction. */
class ModulithTest {
    private static final String OUTBOX_MODE = ExternalizationMode.PROPERTY + "=outbox";

    private final ApplicationContextRunner minimal = new ApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(SignalboxAutoConfiguration.class, SignalboxModulithAutoConfiguration.class))
            .withBean(DataSource.class, () -> new DriverManagerDataSource("jdbc:postgresql://127.0.0.1:1/none"))
            .withBean(EventExternalizationConfiguration.class, EventExternalizationConfiguration::disabled);

    @Test
    void anEventIsRecordedInThePublishersTransaction() {
        TestDatabase database = TestDatabase.create();
        try (ConfigurableApplicationContext application = new SpringApplicationBuilder(PaymentsApplication.class)
                .web(WebApplicationType.NONE)
                .properties(
                        "spring.datasource.url=" + database.url(),
                        "spring.datasource.username=postgres",
                        "spring.main.banner-mode=off",
                        OUTBOX_MODE)
                .run()) {
            Payments payments = application.getBean(Payments.class);
            payments.pay("order-1", 12);
            assertThatThrownBy(() -> payments.pay("order-1", 13)).isInstanceOf(DataIntegrityViolationException.class);
            assertThat(database.texts("SELECT type || ' ' || message_group || ' ' || payload FROM signalbox_outbox"))
                    .containsExactly("payment.made order-1 {\"orderId\":\"order-1\",\"amount\":12}");

            new TransactionTemplate(application.getBean(PlatformTransactionManager.class))
                    .executeWithoutResult(status -> {
                        application.publishEvent(new PaymentMade("order-2", 1));
                        application.publishEvent(new PaymentRefused("order-3"));
                        status.setRollbackOnly();
                    });
            assertThatThrownBy(() -> application.publishEvent(new PaymentMade("order-2", 1)))
                    .isInstanceOf(IllegalTransactionStateException.class)
                    .hasMessageStartingWith("Cannot record a message without a transaction");
            assertThat(database.groups()).containsExactly("order-1");
        }
    }

    @Test
    void aMappingDecidesWhatIsRecorded() {
        List<Message> recorded = new ArrayList<>();
        EventExternalizationConfiguration chosen = EventExternalizationConfiguration.externalizing()
                .select(PaymentRefused.class::isInstance)
                .mapping(PaymentRefused.class, ModulithTest::mapped)
                .headers(Map.class, refused -> Map.of("orders", refused.size()))
                .routeAll(event -> RoutingTarget.forTarget("refused").andKey("#{['order']}"))
                .build();
        ModulithRecorder recorder =
                new ModulithRecorder(chosen, new StandardEvaluationContext(), new PlainText(), recorded::add);

        for (Object event : List.of(new PaymentRefused("o1"), new PaymentRefused("own"), new PaymentMade("o2", 1))) {
            recorder.onApplicationEvent(new PayloadApplicationEvent<>(this, event));
        }

        assertThat(recorded).extracting(Message::type).containsExactly("refused", "mine");
        assertThat(recorded.get(0).payload()).isEqualTo("{order=o1}");
        assertThat(recorded.get(0).group()).isEqualTo("o1");
        assertThat(recorded.get(0).headers()).containsOnly(Map.entry("orders", "1"));
    }

    private static Object mapped(PaymentRefused event) {
        return event.orderId().equals("own")
                ? Message.builder("mine").payload("{}").build()
                : Map.of("order", event.orderId());
    }

    /** A stand-in for Jackson. */
    private static final class PlainText implements EventSerializer {
        @Override
        public Object serialize(Object event) {
            return event.toString();
        }

        @Override
        public <T> T deserialize(Object serialized, Class<T> type) {
            throw new UnsupportedOperationException("nothing is read back");
        }
    }

    @Test
    void withoutTheModeOrTheOutboxNothingIsRecorded() {
        minimal.run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(ModulithRecorder.class));
        minimal.withPropertyValues(OUTBOX_MODE, "signalbox.client.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(ModulithRecorder.class));
        minimal.withPropertyValues(OUTBOX_MODE)
                .withClassLoader(new FilteredClassLoader("org.springframework.modulith"))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(ModulithRecorder.class));
    }

    @Test
    void eventsNeedSomethingThatMakesJsonOfThem() {
        minimal.withPropertyValues(OUTBOX_MODE)
                .run(context ->
                        assertThat(context).getFailure().hasStackTraceContaining("spring-modulith-events-jackson"));
    }
}
