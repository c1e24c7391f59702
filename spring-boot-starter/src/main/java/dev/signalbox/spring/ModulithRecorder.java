package dev.signalbox.spring;

import dev.signalbox.client.Message;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationListener;
import org.springframework.context.PayloadApplicationEvent;
import org.springframework.expression.EvaluationContext;
import org.springframework.modulith.events.EventExternalizationConfiguration;
import org.springframework.modulith.events.core.EventSerializer;
import org.springframework.modulith.events.support.BrokerRouting;

/**
 * Records each event that Spring Modulith externalizes, in the publisher's transaction. The event's target becomes the
 * message's type, and its key the group.
 */
record ModulithRecorder(
        EventExternalizationConfiguration externalization,
        EvaluationContext expressions,
        EventSerializer serializer,
        Consumer<Message> outbox)
        implements ApplicationListener<PayloadApplicationEvent<?>> {

    /** Another thread is not in the transaction. */
    @Override
    public boolean supportsAsyncExecution() {
        return false;
    }

    @Override
    public void onApplicationEvent(PayloadApplicationEvent<?> published) {
        Object event = published.getPayload();
        if (externalization.supports(event)) {
            outbox.accept(message(event));
        }
    }

    /** Expressions and headers see the mapped event, as with the transports of Spring Modulith. */
    private Message message(Object event) {
        Object mapped = externalization.map(event);
        if (mapped instanceof Message complete) {
            return complete;
        }
        BrokerRouting routing = BrokerRouting.of(externalization.determineTarget(event), expressions);
        Message.Builder message = Message.builder(routing.getTarget(mapped)).payload(json(event, mapped));
        String key = routing.getKey(mapped);
        if (key != null && !key.isBlank()) {
            message.group(key);
        }
        externalization.getHeadersFor(mapped).forEach((name, value) -> message.header(name, String.valueOf(value)));
        return message.build();
    }

    private String json(Object event, Object mapped) {
        Object text = serializer.serialize(mapped);
        if (text instanceof String json) {
            return json;
        }
        throw new IllegalStateException(
                "Cannot record the event " + event.getClass().getName() + ": "
                        + serializer.getClass().getName() + " makes " + typeOf(text)
                        + " of it, and a message wants JSON as text."
                        + " Map the event to a dev.signalbox.client.Message instead");
    }

    private static String typeOf(@Nullable Object value) {
        return value == null ? "nothing" : value.getClass().getName();
    }
}
