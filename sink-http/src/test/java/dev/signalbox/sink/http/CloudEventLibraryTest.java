package dev.signalbox.sink.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.signalbox.core.message.Message;
import io.cloudevents.CloudEvent;
import io.cloudevents.CloudEventData;
import io.cloudevents.SpecVersion;
import io.cloudevents.jackson.JsonFormat;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The CloudEvents SDK, which shares no code with us, understands what is sent. */
class CloudEventLibraryTest {
    private static final CloudEventFormat FORMAT = new CloudEventFormat("https://shop.example.com", "application/json");
    private static final ObjectMapper SDK = new ObjectMapper().registerModule(JsonFormat.getCloudEventJacksonModule());

    private static String body(boolean array, Message... batch) throws Exception {
        return HttpRequestBodies.read(new BatchBody(List.of(batch), FORMAT, array));
    }

    private static String data(CloudEvent event) {
        CloudEventData data = Objects.requireNonNull(event.getData());
        return new String(data.toBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void readsASingleEvent() throws Exception {
        String body = body(false, TestBatches.message("Zoë \"7\"", "order-7", "{\"total\":12.5}"));

        CloudEvent event = new JsonFormat().deserialize(body.getBytes(StandardCharsets.UTF_8));

        assertThat(event.getSpecVersion()).isEqualTo(SpecVersion.V1);
        assertThat(event.getId()).isEqualTo("Zoë \"7\"");
        assertThat(event.getSource()).isEqualTo(URI.create("https://shop.example.com"));
        assertThat(event.getType()).isEqualTo("EVENT");
        assertThat(Objects.requireNonNull(event.getTime()).toInstant()).isEqualTo(TestBatches.NOW);
        assertThat(event.getExtension("partitionkey")).isEqualTo("order-7");
        assertThat(event.getDataContentType()).isEqualTo("application/json");
        assertThat(data(event)).isEqualTo("{\"total\":12.5}");
    }

    @Test
    void readsABatchInItsOrder() throws Exception {
        String body = body(
                true,
                TestBatches.message("1", null, "null"),
                TestBatches.ofContentType("text/plain", "2", "no \"json\" é"),
                TestBatches.event(3, "[1,2]", "order_id=7"));

        CloudEvent[] events = SDK.readValue(body, CloudEvent[].class);

        assertThat(events).extracting(CloudEvent::getId).containsExactly("1", "2", "3");
        assertThat(events[1].getDataContentType()).isEqualTo("text/plain");
        assertThat(data(events[1])).isEqualTo("no \"json\" é");
        assertThat(data(events[2])).isEqualTo("[1,2]");
        assertThat(events)
                .allSatisfy(event -> assertThat(event.getExtensionNames()).isEmpty());
    }
}
