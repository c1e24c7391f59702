package dev.signalbox.platform.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.signalbox.platform.input.FieldError;
import dev.signalbox.platform.input.InvalidInputException;
import dev.signalbox.platform.registry.DispatchMode;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class JobBodiesTest {
    private static JobDraft read(String json) throws Exception {
        return JobBodies.single("", json.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aJobIsRead() throws Exception {
        JobDraft job = read("""
                {"code":"mail","targetUrl":"https://example.com/","payload":{"n": 1.0},"mode":"block_on_error","sequence":1,
                 "scheduledFor":"2027-01-01T00:00:00Z","headers":{"X-A":"b"},"secret":"0123456789abcdef","queueUrl":"ignored"}""");

        assertThat(job.kind()).isEqualTo(JobKind.TASK);
        assertThat(job.delivery().mode()).isEqualTo(DispatchMode.BLOCK_ON_ERROR);
        assertThat(Objects.requireNonNull(job.payload()).text()).isEqualTo("{\"n\": 1.0}");
        assertThat(job.headers()).containsEntry("X-A", "b");
        assertThat(job.toString()).as("secrets are in no log").doesNotContain("0123456789abcdef");
    }

    @Test
    void everythingThatIsWrongIsNamedAtOnce() {
        InvalidInputException wrong = catchThrowableOfType(InvalidInputException.class, () -> read("""
                {"targetUrl":"nowhere","maxRetries":-1,"expiresAt":"soon","headers":{"bad name":"x","Y":"a\\r\\nb"},"secret":"short",
                 "eventId":"?","kind":"OTHER"}"""));

        assertThat(wrong.errors())
                .extracting(FieldError::field)
                .containsExactlyInAnyOrder(
                        "code",
                        "targetUrl",
                        "maxRetries",
                        "expiresAt",
                        "headers",
                        "headers.Y",
                        "secret",
                        "eventId",
                        "kind");
        assertThat(wrong).hasMessageNotContaining("short:");
    }
}
