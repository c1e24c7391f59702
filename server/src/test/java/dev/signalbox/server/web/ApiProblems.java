package dev.signalbox.server.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.server.web.PlatformNode.Answer;
import java.util.List;

/** What problem documents say. */
final class ApiProblems {
    private ApiProblems() {}

    static void assertProblem(Answer answer, String what) {
        assertThat(answer.status()).as(what).isBetween(400, 499);
        assertThat(answer.header("Content-Type")).as(what).startsWith("application/problem+json");
        assertThat(answer.text("error")).as(what).isNotBlank();
        assertThat(answer.text("detail")).as(what).isNotBlank();
    }

    /** The fields that are not valid, in the order of the answer. */
    static List<String> fields(Answer answer) {
        return answer.json()
                .path("errors")
                .valueStream()
                .map(error -> error.path("field").asString())
                .toList();
    }
}
