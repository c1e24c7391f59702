package dev.signalbox.server.web;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The description of the event platform's interface, in OpenAPI. */
@RestController
final class OpenApiController {
    private final byte[] document = document();

    static byte[] document() {
        try (InputStream in = OpenApiController.class.getResourceAsStream("openapi.json")) {
            return Objects.requireNonNull(in, "openapi.json").readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @GetMapping(PlatformRoutes.OPEN_API)
    ResponseEntity<byte[]> openApi() {
        return JsonContent.ok(document);
    }
}
