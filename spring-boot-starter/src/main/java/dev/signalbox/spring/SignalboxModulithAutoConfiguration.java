package dev.signalbox.spring;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.expression.BeanFactoryResolver;
import org.springframework.expression.spel.support.StandardEvaluationContext;
import org.springframework.modulith.events.EventExternalizationConfiguration;
import org.springframework.modulith.events.ExternalizationMode;
import org.springframework.modulith.events.config.EventExternalizationAutoConfiguration;
import org.springframework.modulith.events.core.EventSerializer;

/** Provides the outbox of Spring Modulith, if {@code spring.modulith.events.externalization.mode} is {@code outbox}. */
@AutoConfiguration(after = {SignalboxAutoConfiguration.class, EventExternalizationAutoConfiguration.class})
@ConditionalOnClass({ExternalizationMode.class, EventExternalizationAutoConfiguration.class})
@ConditionalOnProperty(name = ExternalizationMode.PROPERTY, havingValue = "outbox")
public final class SignalboxModulithAutoConfiguration {
    @Bean
    @ConditionalOnBean({EventExternalizationConfiguration.class, TransactionalOutbox.class})
    ModulithRecorder signalboxModulithRecorder(
            EventExternalizationConfiguration externalization,
            ObjectProvider<EventSerializer> serializers,
            TransactionalOutbox outbox,
            BeanFactory beans) {
        EventSerializer serializer = serializers.getIfAvailable();
        if (serializer == null) {
            throw InvalidSetting.of(
                    ExternalizationMode.PROPERTY,
                    "outbox",
                    "Nothing makes JSON of the events. Add the dependency"
                            + " org.springframework.modulith:spring-modulith-events-jackson, or a bean of the type EventSerializer");
        }
        StandardEvaluationContext expressions = new StandardEvaluationContext();
        expressions.setBeanResolver(new BeanFactoryResolver(beans));
        return new ModulithRecorder(externalization, expressions, serializer, outbox::record);
    }
}
