package dev.signalbox.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.client.Database;
import dev.signalbox.client.HeaderSource;
import dev.signalbox.client.Inbox;
import dev.signalbox.client.Layout;
import dev.signalbox.client.Outbox;
import io.micrometer.tracing.Tracer;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** The beans, and the settings that fail the start; without a database. */
class SignalboxAutoConfigurationTest {
    private final ApplicationContextRunner empty = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    SignalboxAutoConfiguration.class,
                    SignalboxEndpointAutoConfiguration.class,
                    SignalboxHealthAutoConfiguration.class))
            .withPropertyValues("management.endpoints.web.exposure.include=signalbox");
    private final ApplicationContextRunner application = empty.withBean("shop", DataSource.class, this::dataSource);

    private DataSource dataSource() {
        return new DriverManagerDataSource("jdbc:postgresql://127.0.0.1:1/none");
    }

    @Test
    void thereIsNothingWithoutADataSource() {
        empty.run(context -> assertThat(context)
                .hasNotFailed()
                .doesNotHaveBean(TransactionalOutbox.class)
                .doesNotHaveBean(TransactionalInbox.class)
                .doesNotHaveBean(HealthIndicator.class)
                .doesNotHaveBean(SignalboxEndpoint.class));
    }

    @Test
    void oneDataSourceIsEnough() {
        application.run(context -> assertThat(context)
                .hasSingleBean(TransactionalOutbox.class)
                .hasSingleBean(TransactionalInbox.class)
                .hasBean("signalboxHealthIndicator")
                .hasSingleBean(SignalboxEndpoint.class)
                .doesNotHaveBean(InboxTableCreation.class)
                .doesNotHaveBean(InboxCleanUp.class));
    }

    @Test
    void ofTwoDataSourcesThePrimaryOrTheNamedOneIsUsed() {
        ApplicationContextRunner two = application.withBean("crm", DataSource.class, this::dataSource);
        two.run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(TransactionalOutbox.class));
        two.withPropertyValues("signalbox.client.data-source=crm")
                .run(context -> assertThat(
                                context.getBean(CurrentTransaction.class).dataSource())
                        .isSameAs(context.getBean("crm")));
        application
                .withBean("crm", DataSource.class, this::dataSource, (BeanDefinition it) -> it.setPrimary(true))
                .run(context -> assertThat(
                                context.getBean(CurrentTransaction.class).dataSource())
                        .isSameAs(context.getBean("crm")));
    }

    @Test
    void eachPartCanBeLeftOut() {
        application
                .withPropertyValues("signalbox.client.enabled=false")
                .run(context -> assertThat(context)
                        .hasSingleBean(TransactionalInbox.class)
                        .doesNotHaveBean(TransactionalOutbox.class)
                        .doesNotHaveBean(HealthIndicator.class));
        application
                .withPropertyValues("signalbox.inbox.enabled=false", "signalbox.inbox.create-table=true")
                .run(context -> assertThat(context)
                        .hasSingleBean(TransactionalOutbox.class)
                        .doesNotHaveBean(Inbox.class)
                        .doesNotHaveBean(InboxTableCreation.class));
        application
                .withPropertyValues("management.health.signalbox.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean(HealthIndicator.class));
    }

    @Test
    void beansOfTheApplicationWin() {
        Outbox own = Outbox.of(Layout.debezium());
        Inbox inbox = Inbox.inTable("done");
        application
                .withBean(Outbox.class, () -> own)
                .withBean(Inbox.class, () -> inbox)
                .run(context -> {
                    assertThat(context.getBean(Outbox.class)).isSameAs(own);
                    assertThat(context.getBean(Inbox.class)).isSameAs(inbox);
                    // It could only check the table of the settings.
                    assertThat(context).doesNotHaveBean(HealthIndicator.class);
                });
    }

    @Test
    void neitherTracingNorActuatorIsNeeded() {
        application
                .withClassLoader(new FilteredClassLoader(
                        Tracer.class, HealthIndicator.class, ConditionalOnAvailableEndpoint.class, Endpoint.class))
                .run(context -> assertThat(context)
                        .hasSingleBean(TransactionalOutbox.class)
                        .doesNotHaveBean("signalboxTrace")
                        .doesNotHaveBean("signalboxEndpoint")
                        .doesNotHaveBean("signalboxHealthIndicator"));
    }

    @Test
    void anEndpointThatIsNotExposedIsNotThere() {
        application
                .withPropertyValues("management.endpoints.web.exposure.include=health")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(SignalboxEndpoint.class));
    }

    @ParameterizedTest
    @EnumSource
    void eachLayoutHasItsTable(LayoutName name) {
        assertThat(name.layout().toString()).endsWith("(table " + name.defaultTable() + ")");
        application
                .withPropertyValues("signalbox.client.layout=" + name.name().replace('_', '-'))
                .run(context -> assertThat(context.getBean(OutboxTable.class))
                        .isEqualTo(new OutboxTable(name, new NamedTable(null, name.defaultTable(), null))));
    }

    @Test
    void allSettingsAreRead() {
        application
                .withPropertyValues(
                        "signalbox.client.layout=flowcatalyst",
                        "signalbox.client.table=shop.events",
                        "signalbox.client.columns.message-group=grp",
                        "signalbox.client.columns.[retry_count]=retries",
                        "signalbox.client.columns.created_at=made",
                        "signalbox.client.pending=NEW",
                        "signalbox.client.datetime=true",
                        "signalbox.client.database=mariadb",
                        "signalbox.client.max-payload=1MB",
                        "signalbox.client.ids=tsid",
                        "signalbox.client.node=7",
                        "signalbox.inbox.table=shop.done")
                .run(context -> {
                    assertThat(context).hasSingleBean(TransactionalOutbox.class);
                    assertThat(context.getBean(OutboxTable.class))
                            .isEqualTo(new OutboxTable(
                                    LayoutName.FLOWCATALYST, new NamedTable("shop", "events", Database.MARIADB)));
                    assertThat(context.getBean(InboxTable.class))
                            .isEqualTo(new InboxTable(new NamedTable("shop", "done", Database.MARIADB)));
                    assertThat(context.getBean(Inbox.class).ddl(Database.POSTGRESQL))
                            .contains("\"shop\".\"done\"");
                });
    }

    @Test
    void tracesAreLeftOutWhereThereIsNoRoomForThem() {
        application
                .withBean(Tracer.class, () -> Tracer.NOOP)
                .withPropertyValues("signalbox.client.layout=flowcatalyst")
                .run(context -> assertThat(context).hasSingleBean(TransactionalOutbox.class));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "signalbox.client.layout=kafka                 | signalbox.client.layout",
                "signalbox.client.table=a.b.c                  | has two dots",
                "signalbox.client.columns.colour=x             | is not one of the layout signalbox",
                "signalbox.client.pending=a;b                  | signalbox.client.pending",
                "signalbox.client.max-payload=3GB              | from 1 byte to 2147483647 bytes",
                "signalbox.client.node=70000                   | node 70000 is not from 0 to 65535",
                "signalbox.client.data-source=none             | one of the beans of the type DataSource, which are [shop]",
                "signalbox.client.require-transaction=false    | signalbox.client.transaction-manager",
                "signalbox.client.headers.traceparent=mine     | it has to be as W3C Trace Context says",
                "signalbox.inbox.table=a.b.c                   | signalbox.inbox.table",
                "signalbox.inbox.clean-up.after=0s             | signalbox.inbox.clean-up.after",
            })
    void aWrongSettingStopsTheStart(String setting, String saying) {
        application
                .withPropertyValues(setting)
                .run(context -> assertThat(context)
                        .getFailure()
                        .satisfies(failure -> assertThat(wholeText(failure)).contains(saying)));
    }

    private static String wholeText(Throwable failure) {
        Throwable cause = failure.getCause();
        return failure.getMessage() + (cause == null ? "" : "\n" + wholeText(cause));
    }

    @Test
    void settingsThatContradictEachOtherStopTheStart() {
        application
                .withPropertyValues("signalbox.client.layout=catbox", "signalbox.client.headers.from=shop")
                .run(context -> assertThat(context).getFailure().hasStackTraceContaining("has no column for them"));
        application
                .withPropertyValues("signalbox.client.ids=uuid", "signalbox.client.node=1")
                .run(context -> assertThat(context).getFailure().hasStackTraceContaining("UUIDs need no number"));
        application
                .withBean(HeaderSource.class, () -> () -> Map.of("a", "b"))
                .withPropertyValues("signalbox.client.layout=debezium")
                .run(context -> assertThat(context).getFailure().hasStackTraceContaining("no column for headers"));
    }

    @Test
    void transactionsOfItsOwnNeedAManager() {
        ApplicationContextRunner two = application
                .withBean("a", DataSourceTransactionManager.class, () -> new DataSourceTransactionManager(dataSource()))
                .withBean("b", DataSourceTransactionManager.class, () -> new DataSourceTransactionManager(dataSource()))
                .withPropertyValues("signalbox.client.require-transaction=false");
        two.run(context -> assertThat(context).getFailure().hasStackTraceContaining("which are [a, b]"));
        two.withPropertyValues("signalbox.client.transaction-manager=b")
                .run(context -> assertThat(context).hasNotFailed());
    }
}
