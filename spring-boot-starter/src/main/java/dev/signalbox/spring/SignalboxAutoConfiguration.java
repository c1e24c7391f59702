package dev.signalbox.spring;

import dev.signalbox.client.HeaderSource;
import dev.signalbox.client.Ids;
import dev.signalbox.client.Inbox;
import dev.signalbox.client.Outbox;
import io.micrometer.tracing.Tracer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ImportRuntimeHints;

/** Provides an outbox and an inbox that join Spring's transactions, if there is a data source. */
@AutoConfiguration(after = DataSourceAutoConfiguration.class)
@Conditional(SignalboxAutoConfiguration.DataSourceToUse.class)
@EnableConfigurationProperties({ClientProperties.class, InboxProperties.class})
@ImportRuntimeHints(SignalboxAutoConfiguration.ClientHints.class)
public final class SignalboxAutoConfiguration {
    @Bean
    CurrentTransaction signalboxTransaction(ClientProperties properties, ListableBeanFactory beans) {
        ChosenBeans chosen = new ChosenBeans(properties, beans);
        return new CurrentTransaction(
                chosen.dataSource(), properties.requireTransaction() ? null : chosen.transactionManager());
    }

    /** The outbox in Spring's transactions. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBooleanProperty(name = "signalbox.client.enabled", matchIfMissing = true)
    static class Recording {
        @Bean
        @ConditionalOnMissingBean
        TransactionalOutbox transactionalOutbox(Outbox outbox, CurrentTransaction transaction) {
            return new TransactionalOutbox(outbox, transaction);
        }
    }

    /** An outbox from the settings, unless the application has its own. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBooleanProperty(name = "signalbox.client.enabled", matchIfMissing = true)
    @ConditionalOnMissingBean(Outbox.class)
    static class OutboxOfSettings {
        @Bean
        Outbox signalboxOutbox(
                ClientProperties properties, ObjectProvider<HeaderSource> sources, ObjectProvider<Ids> ids) {
            return new OutboxFactory(properties).outbox(sources.orderedStream().toList(), ids.getIfUnique());
        }

        @Bean
        OutboxTable signalboxOutboxTable(ClientProperties properties) {
            return new OutboxFactory(properties).table();
        }
    }

    /** The current trace, if there is Micrometer Tracing. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(Tracer.class)
    static class Tracing {
        @Bean
        TraceSource signalboxTrace(ObjectProvider<Tracer> tracers) {
            return new MicrometerTrace(tracers);
        }
    }

    /** The inbox in Spring's transactions. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBooleanProperty(name = "signalbox.inbox.enabled", matchIfMissing = true)
    static class Consuming {
        @Bean
        @ConditionalOnMissingBean
        TransactionalInbox transactionalInbox(Inbox inbox, CurrentTransaction transaction) {
            return new TransactionalInbox(inbox, transaction);
        }

        @Bean
        @ConditionalOnBooleanProperty("signalbox.inbox.create-table")
        InboxTableCreation signalboxInboxTableCreation(Inbox inbox, CurrentTransaction transaction) {
            return new InboxTableCreation(inbox, transaction.dataSource());
        }

        @Bean
        @ConditionalOnProperty("signalbox.inbox.clean-up.after")
        InboxCleanUp signalboxInboxCleanUp(Inbox inbox, CurrentTransaction transaction, InboxProperties properties) {
            return new InboxCleanUp(inbox, transaction.dataSource(), properties.cleanUp());
        }
    }

    /** An inbox from the settings, unless the application has its own. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBooleanProperty(name = "signalbox.inbox.enabled", matchIfMissing = true)
    @ConditionalOnMissingBean(Inbox.class)
    static class InboxOfSettings {
        @Bean
        Inbox signalboxInbox(ClientProperties client, InboxProperties properties) {
            Inbox inbox = InvalidSetting.blaming(
                    InboxProperties.PREFIX + "table", properties.table(), () -> Inbox.inTable(properties.table()));
            return client.database() == null ? inbox : inbox.database(client.database());
        }

        @Bean
        InboxTable signalboxInboxTable(ClientProperties client, InboxProperties properties) {
            return new InboxTable(NamedTable.parse(properties.table(), client.database()));
        }
    }

    /** The resources that a native image keeps for the client: the statements that create the inbox table. */
    static final class ClientHints implements RuntimeHintsRegistrar {
        @Override
        public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
            hints.resources().registerPattern("dev/signalbox/client/*.sql");
        }
    }

    /** A named data source, the only one, or the primary one. */
    static final class DataSourceToUse extends AnyNestedCondition {
        DataSourceToUse() {
            super(ConfigurationPhase.REGISTER_BEAN);
        }

        @ConditionalOnProperty("signalbox.client.data-source")
        static class Named {}

        @ConditionalOnSingleCandidate(DataSource.class)
        static class OnlyOne {}
    }
}
