package dev.signalbox.server.web;

import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;

/** Answers requests that Tomcat itself rejects, such as malformed ones, with a problem document. */
public final class ProblemValve extends ErrorReportValve {
    private static final System.Logger LOG = System.getLogger(ProblemValve.class.getName());

    @Override
    protected void report(Request request, Response response, Throwable throwable) {
        int status = response.getStatus();
        if (status < 400 || response.getContentWritten() > 0 || !response.setErrorReported()) {
            return;
        }
        try {
            response.setContentType("application/problem+json");
            response.setCharacterEncoding("UTF-8");
            var writer = response.getReporter();
            if (writer != null) {
                writer.write(ProblemDocument.json(status, "The request could not be answered."));
                response.finishResponse();
            }
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "the client did not wait for its error", e);
        }
    }
}
