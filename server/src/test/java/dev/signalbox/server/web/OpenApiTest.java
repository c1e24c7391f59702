package dev.signalbox.server.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.platform.delivery.JobExplanation;
import dev.signalbox.platform.job.JobKind;
import dev.signalbox.platform.job.JobStatus;
import dev.signalbox.platform.registry.DispatchMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.annotation.Import;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class OpenApiTest {
    @Test
    void theDocumentNamesExactlyTheRoutesOfThePlatform(@TempDir Path folder) throws Exception {
        try (PlatformNode node = PlatformNode.start(folder, "")) {
            JsonNode document = node.get(PlatformRoutes.OPEN_API).json();
            Set<String> documented = new TreeSet<>();
            document.path("paths")
                    .properties()
                    .forEach(path -> path.getValue()
                            .propertyNames()
                            .forEach(method -> documented.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey())));

            assertThat(documented).isEqualTo(routes(node.web()));
        }
    }

    private static Set<String> routes(WebServer web) {
        Set<String> routes = new TreeSet<>();
        web.bean(RequestMappingHandlerMapping.class).getHandlerMethods().forEach((mapping, handler) -> {
            if (isOfPlatform(handler.getBeanType())) {
                mapping.getMethodsCondition()
                        .getMethods()
                        .forEach(method ->
                                mapping.getPatternValues().forEach(path -> routes.add(method.name() + " " + path)));
            }
        });
        return routes;
    }

    private static boolean isOfPlatform(Class<?> controller) {
        return Set.of(PlatformWebConfiguration.class.getAnnotation(Import.class).value())
                .contains(controller);
    }

    @Test
    void theDocumentHasTheWordsOfTheCode() {
        assertWords("/components/schemas/JobStatus/enum", JobStatus.values());
        assertWords(
                "/components/schemas/JobExplanation/properties/findings/items/properties/reason/enum",
                JobExplanation.Reason.values());
        assertWords("/components/schemas/Job/properties/kind/enum", JobKind.values());
        assertWords("/components/schemas/Job/properties/mode/enum", DispatchMode.values());
    }

    private static void assertWords(String pointer, Enum<?>[] words) {
        assertThat(DocumentedApi.document().at(pointer).values())
                .as(pointer)
                .extracting(JsonNode::asString)
                .containsExactlyInAnyOrder(Stream.of(words).map(Enum::name).toArray(String[]::new));
    }

    @Test
    void whateverTakesABodyMayFindItLateLargeOrOfAnotherType() {
        DocumentedApi.document()
                .path("paths")
                .properties()
                .forEach(path -> path.getValue().properties().forEach(operation -> {
                    if (operation.getValue().has("requestBody")) {
                        assertThat(operation.getValue().path("responses").propertyNames())
                                .as(operation.getKey() + " " + path.getKey())
                                .contains("400", "408", "413", "415", "422");
                    }
                }));
    }

    @Test
    void everyReferenceLeadsSomewhere() {
        String text = new String(OpenApiController.document(), StandardCharsets.UTF_8);
        JsonNode document = JsonMapper.builder().build().readTree(text);
        Pattern.compile("\"\\$ref\": \"#([^\"]+)\"")
                .matcher(text)
                .results()
                .map(found -> found.group(1))
                .distinct()
                .forEach(pointer -> assertThat(document.at(pointer).isMissingNode())
                        .as(pointer)
                        .isFalse());
    }
}
