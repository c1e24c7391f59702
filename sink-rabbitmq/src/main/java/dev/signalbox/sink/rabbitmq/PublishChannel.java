package dev.signalbox.sink.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Command;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;

/** A channel in confirm mode, and its messages in flight. */
final class PublishChannel {
    private final Channel channel;
    private final OutstandingConfirms confirms;
    private boolean spoilt;

    PublishChannel(Channel channel, OutstandingConfirms confirms) throws IOException {
        this.channel = channel;
        this.confirms = confirms;
        channel.addConfirmListener(confirms);
        channel.addReturnListener(confirms);
        channel.addShutdownListener(confirms::end);
        channel.confirmSelect();
    }

    OutstandingConfirms confirms() {
        return confirms;
    }

    void begin() {
        confirms.begin(channel.getNextPublishSeqNo());
    }

    void publish(String exchange, PreparedMessage.Sendable draft) throws IOException {
        channel.basicPublish(exchange, draft.key(), true, draft.properties(), draft.body());
    }

    /** Sends a request that the broker answers after it has read everything published before. */
    static CompletableFuture<Command> ask(Channel channel) throws IOException {
        return channel.asyncCompletableRpc(new AMQP.Basic.Qos.Builder().build());
    }

    CompletableFuture<Command> ask() throws IOException {
        return ask(channel);
    }

    /** Prevents further use of the channel. */
    void spoil() {
        spoilt = true;
    }

    boolean isSpoilt() {
        return spoilt;
    }

    boolean isReusable() {
        return !spoilt && channel.isOpen() && confirms.isClear();
    }

    /** Uses a separate thread: the client waits for the broker's close-ok, which may never arrive. */
    void discard() {
        ConnectionHolder.discard(channel);
    }
}
