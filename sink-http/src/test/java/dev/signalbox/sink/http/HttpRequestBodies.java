package dev.signalbox.sink.http;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Flow;

/** Reads a request body as the client does. */
final class HttpRequestBodies {
    private HttpRequestBodies() {}

    static String read(HttpRequest.BodyPublisher body) throws Exception {
        HttpResponse.BodySubscriber<String> text = HttpResponse.BodySubscribers.ofString(StandardCharsets.UTF_8);
        body.subscribe(new Flow.Subscriber<>() {
            @Override
            public void onSubscribe(Flow.Subscription subscription) {
                text.onSubscribe(subscription);
            }

            @Override
            public void onNext(ByteBuffer buffer) {
                text.onNext(List.of(buffer));
            }

            @Override
            public void onError(Throwable failure) {
                text.onError(failure);
            }

            @Override
            public void onComplete() {
                text.onComplete();
            }
        });
        return text.getBody().toCompletableFuture().get();
    }
}
