package dev.signalbox.example.orders.consumer;

import dev.signalbox.example.web.InvalidFieldsException;
import java.time.Duration;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.kafka.KafkaException;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.config.TopicBuilder;
import org.springframework.kafka.core.KafkaAdmin;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.kafka.listener.MessageListenerContainer;
import org.springframework.transaction.TransactionException;
import org.springframework.util.backoff.BackOff;
import org.springframework.util.backoff.ExponentialBackOff;

/** Retries failed records, then stores them as dead letters, so that a bad record does not block those after it. */
@Configuration(proxyBeanMethods = false)
class ListenerConfiguration {
    private static final Logger LOG = LoggerFactory.getLogger(ListenerConfiguration.class);
    private static final int PARTITIONS = 4;
    private static final int MAX_ATTEMPTS = 4;
    private static final Duration FIRST_WAIT = Duration.ofMillis(100);
    private static final Duration MAX_WAIT = Duration.ofSeconds(5);

    @Bean
    DefaultErrorHandler errorHandler(DeadLetters deadLetters) {
        DefaultErrorHandler handler = new DefaultErrorHandler(deadLetters, backOff(MAX_ATTEMPTS - 1));
        handler.addNotRetryableExceptions(InvalidFieldsException.class);
        handler.setBackOffFunction((_, failure) -> isOutage(failure) ? backOff(Integer.MAX_VALUE) : null);
        handler.setRetryListeners(ListenerConfiguration::log);
        // The retry listener logs failures, without the container's stack trace.
        handler.setLogLevel(KafkaException.Level.DEBUG);
        return handler;
    }

    /** During an outage of the database, records are retried until it is back. */
    private static boolean isOutage(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof TransactionException
                    || cause instanceof TransientDataAccessException
                    || cause instanceof DataAccessResourceFailureException) {
                return true;
            }
        }
        return false;
    }

    private static BackOff backOff(int retries) {
        ExponentialBackOff backOff = new ExponentialBackOff(FIRST_WAIT.toMillis(), 2);
        backOff.setMaxInterval(MAX_WAIT.toMillis());
        backOff.setMaxAttempts(retries);
        return backOff;
    }

    private static void log(ConsumerRecord<?, ?> record, @Nullable Exception failure, int attempt) {
        LOG.warn(
                "{}-{}@{} failed, attempt {}: {}",
                record.topic(),
                record.partition(),
                record.offset(),
                attempt,
                failure == null ? "for no known reason" : NestedExceptionUtils.getMostSpecificCause(failure));
    }

    /** Down if the listener has stopped, such as after a fatal error. An unavailable broker does not count. */
    @Bean
    HealthIndicator listenerHealth(KafkaListenerEndpointRegistry listeners) {
        return () -> {
            MessageListenerContainer container = listeners.getListenerContainer(OrderListener.ID);
            boolean reads = container != null && container.isRunning() && container.isInExpectedState();
            return reads ? Health.up().build() : Health.down().build();
        };
    }

    /** Created at the start if they do not exist. */
    @Bean
    KafkaAdmin.NewTopics topics() {
        return new KafkaAdmin.NewTopics(topic(OrderListener.CREATED), topic(OrderListener.STATUS_CHANGED));
    }

    private static NewTopic topic(String name) {
        return TopicBuilder.name(name).partitions(PARTITIONS).build();
    }
}
