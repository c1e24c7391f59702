package dev.signalbox.deploy;

import com.networknt.schema.Error;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A JSON schema among the test resources. */
record JsonSchemaFile(com.networknt.schema.Schema schema) {
    /** The one of the Compose Specification. */
    static JsonSchemaFile compose() {
        return of("compose_spec.json", SpecificationVersion.DRAFT_2019_09);
    }

    static JsonSchemaFile named(String name) {
        return of(name + ".schema.json", SpecificationVersion.DRAFT_2020_12);
    }

    private static JsonSchemaFile of(String resource, SpecificationVersion version) {
        try (InputStream in = JsonSchemaFile.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalArgumentException("there is no schema " + resource);
            }
            JsonNode text = JsonMapper.shared().readTree(in);
            withoutNames(text);
            return new JsonSchemaFile(SchemaRegistry.withDefaultDialect(version).getSchema(text));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Takes out what names the dialect and the parts, which the specification does in words of older dialects. */
    private static void withoutNames(JsonNode tree) {
        if (tree instanceof ObjectNode object) {
            object.remove("$schema");
            if (object.path("id").isString()) {
                object.remove("id");
            }
        }
        tree.forEach(JsonSchemaFile::withoutNames);
    }

    /** All that is wrong, or nothing. */
    List<String> problems(JsonNode tree) {
        return schema.validate(tree).stream().map(Error::toString).toList();
    }
}
