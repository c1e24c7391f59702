package dev.signalbox.sink.webhook;

import java.io.IOException;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpConnection;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.ProtocolException;
import org.apache.hc.core5.http.impl.io.HttpRequestExecutor;
import org.apache.hc.core5.http.io.HttpClientConnection;
import org.apache.hc.core5.http.io.HttpResponseInformationCallback;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/** Writes requests, and tells each exchange before its first byte leaves. */
final class RequestSender extends HttpRequestExecutor {
    private static final int MAX_INTERIM_ANSWERS = 10;

    @Override
    public ClassicHttpResponse execute(
            ClassicHttpRequest request,
            HttpClientConnection connection,
            @Nullable HttpResponseInformationCallback replaced,
            HttpContext context)
            throws IOException, HttpException {
        Exchange.current().begin();
        return super.execute(request, connection, new InterimAnswers(), context);
    }

    /** Limits answers of status 1xx, and refuses a change of the protocol. */
    private static final class InterimAnswers implements HttpResponseInformationCallback {
        private int count;

        @Override
        public void execute(HttpResponse answer, HttpConnection connection, HttpContext context) throws HttpException {
            count++;
            if (answer.getCode() == HttpStatus.SC_SWITCHING_PROTOCOLS || count > MAX_INTERIM_ANSWERS) {
                throw new ProtocolException("an answer of status " + answer.getCode()
                        + (count > MAX_INTERIM_ANSWERS ? " for the " + count + "th time" : ""));
            }
        }
    }
}
