package dev.signalbox.platform.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.signalbox.platform.input.FieldError;
import dev.signalbox.platform.input.FieldErrors;
import dev.signalbox.platform.input.InvalidInputException;
import dev.signalbox.platform.registry.DispatchMode;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
                {"targetUrl":7,"maxRetries":-1,"expiresAt":"soon","headers":{"bad name":"x","Y":"a\\r\\nb"},"secret":"short",
                 "eventId":"?","kind":"OTHER"}"""));

        assertThat(wrong.errors())
                .extracting(FieldError::field)
                .containsExactlyInAnyOrder(
                        "code",
                        "targetUrl",
                        "maxRetries",
                        "expiresAt",
                        "headers.bad name",
                        "headers.Y",
                        "secret",
                        "eventId",
                        "kind");
        assertThat(wrong).hasMessageNotContaining("short:");
    }

    @ParameterizedTest
    @CsvSource({
        "'\"payloadContentType\":\"text/pl\u00e4in\"',payloadContentType",
        "'\"payloadContentType\":\" text/plain\"',payloadContentType",
        "'\"headers\":{\"Host\":\"x\"}',headers.Host",
        "'\"headers\":{\"X-FlowCatalyst-Kind\":\"x\"}',headers.X-FlowCatalyst-Kind",
        "'\"headers\":{\"X-A\":\"\u00e4\"}',headers.X-A",
        "'\"headers\":{\"X-A\":\"1\",\"x-a\":\"2\"}',headers.x-a",
        "'\"headers\":7',headers"
    })
    void whatNoRequestCanHaveIsRefused(String member, String field) {
        InvalidInputException wrong = catchThrowableOfType(
                InvalidInputException.class,
                () -> read("{\"code\":\"c\",\"targetUrl\":\"https://example.com/\"," + member + "}"));

        assertThat(wrong.errors()).extracting(FieldError::field).containsExactly(field);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"a\":{\"b\":[1, 2.0]}}", "[{\"key\":\"k\"}]", "\"text\"", "7", "false", "{}"})
    void metadataIsAnyJson(String metadata) throws Exception {
        JobDraft job = read("{\"code\":\"c\",\"targetUrl\":\"https://example.com/\",\"metadata\":" + metadata + "}");

        assertThat(Objects.requireNonNull(job.metadata()).text()).isEqualTo(metadata);
    }

    @Test
    void whatIsTooDeepIsNamed() {
        String deep = "[".repeat(64) + "]".repeat(64);

        InvalidInputException wrong = catchThrowableOfType(
                InvalidInputException.class,
                () -> read("{\"code\":\"c\",\"targetUrl\":\"https://example.com/\",\"payload\":[],\"metadata\":" + deep
                        + "}"));

        assertThat(wrong.errors()).extracting(FieldError::field).containsExactly("metadata");
    }

    @Test
    void eachBadItemOfABatchIsNamed() throws Exception {
        String bad = "{" + "\"targetUrl\":\"https://example.com/\",\"headers\":{"
                + IntStream.range(0, 50).mapToObj(i -> "\"X-" + i + "\":7").collect(Collectors.joining(",")) + "}}";
        String batch = IntStream.range(0, 99).mapToObj(_ -> bad).collect(Collectors.joining(",", "[", ",5]"));

        JobBodies.Batch read = JobBodies.batch("", batch.getBytes(StandardCharsets.UTF_8));

        assertThat(read.items()).hasSize(100).containsOnlyNulls();
        assertThat(read.errors().all().stream().map(FieldError::index).distinct())
                .hasSize(100);
        assertThat(read.errors().all().getLast()).isEqualTo(new FieldError(99, "", "must be an object"));
        assertThat(read.errors().all()).hasSizeLessThan(FieldErrors.MOST + 100);
    }
}
