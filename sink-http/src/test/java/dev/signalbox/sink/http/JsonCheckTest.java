package dev.signalbox.sink.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.json.JsonCheck;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

class JsonCheckTest {
    private final JsonCheck check = new JsonCheck();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "null",
                "true",
                "false",
                "0",
                "-0",
                "1",
                "-12.50e+10",
                "1E400",
                "\"\"",
                " {} ",
                "\r\n\t1\t",
                "{\"a\":1,\"a\":2}",
                "[[],[{}],{\"a\":[]}]",
                "\"\\u0000\"",
                "\"\\ud800\"",
                "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"",
                "\"é€😀\u007F\"",
                "{\"\":{\"\":[ 1 , 2 ]}}",
                "123456789012345678901234567890.123456789012345678901234567890"
            })
    void acceptsOneValue(String json) {
        assertThat(fault(json)).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "1,2",
                "]",
                "[",
                "{",
                "}",
                "{}{}",
                "1 2",
                "{},",
                ",{}",
                "[1,]",
                "[,1]",
                "{\"a\"}",
                "{\"a\":}",
                "{\"a\":1,}",
                "{a:1}",
                "{1:1}",
                "{\"a\" 1}",
                "[1 2]",
                "[}",
                "{]",
                "[1}",
                "{\"a\":1]",
                "01",
                "-",
                "+1",
                "1.",
                ".1",
                "1e",
                "1e+",
                "0x1",
                "NaN",
                "Infinity",
                "tru",
                "truex",
                "nulll",
                "'a'",
                "\"a",
                "\"\\x\"",
                "\"\\u12\"",
                "\"\\u12G4\"",
                "\"\\",
                "\"a\nb\"",
                "\"\t\"",
                "\"\u0000\"",
                "\uFEFF{}",
                "\u00A0{}",
                "// c\n1",
                "{} // c",
                "1]",
                "\u0000",
                "é"
            })
    void refusesAnythingElse(String json) {
        assertThat(fault(json)).isNotNull();
    }

    @Test
    void refusesBytesThatAreNotUtf8() {
        for (String hex : List.of(
                "80",
                "BF",
                "C0AF",
                "C1BF",
                "C2",
                "C220",
                "E08080",
                "E09FBF",
                "E282",
                "EDA080",
                "EDBFBF",
                "F0808080",
                "F08FBFBF",
                "F4908080",
                "F5808080",
                "F8888080",
                "FE",
                "FF",
                "F09F98",
                "E2822F")) {
            assertThat(check.fault(quoted(hex))).as(hex).isNotNull();
        }
        for (String hex : List.of(
                "C280", "DFBF", "E0A080", "ED9FBF", "EE8080", "EFBFBF", "EFBBBF", "F0908080", "F48FBFBF", "7F")) {
            assertThat(check.fault(quoted(hex))).as(hex).isNull();
        }
    }

    @Test
    void acceptsNestingUpToItsLimitAndRefusesMoreWithoutOverflowing() {
        assertThat(fault(nested(64))).isNull();
        assertThat(fault(nested(JsonCheck.MAX_DEPTH))).isNull();
        assertThat(fault(nested(JsonCheck.MAX_DEPTH + 1))).isEqualTo("nested deeper than 512 at byte 1280");
        assertThat(fault("[".repeat(5_000_000))).contains("nested deeper");
    }

    @Test
    void saysWhereItWentWrongWithoutQuotingThePayload() {
        assertThat(fault("")).isEqualTo("empty");
        assertThat(fault("{\"secret\":")).isEqualTo("ends too early, after 10 bytes");
        assertThat(fault("1,2")).isEqualTo("unexpected byte 0x2C at byte 1 of 3");
    }

    @Test
    void agreesWithAStrictParserOnMutatedDocuments() {
        long seed = Long.getLong("signalbox.seed", new Random().nextLong());
        System.out.println("JsonCheckTest seed: " + seed);
        Random random = new Random(seed);
        int valid = 0;
        for (int round = 0; round < 100_000; round++) {
            byte[] document = mutated(random, generated(random, 0).getBytes(StandardCharsets.UTF_8));
            boolean expected = strictlyValid(document);
            assertThat(check.fault(document) == null)
                    .as(() -> "seed " + seed + ": " + new String(document, StandardCharsets.ISO_8859_1))
                    .isEqualTo(expected);
            valid += expected ? 1 : 0;
        }
        assertThat(valid).as("both kinds occur").isBetween(10_000, 90_000);
    }

    private @Nullable String fault(String json) {
        return check.fault(json.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] quoted(String hex) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write('"');
        out.writeBytes(HexFormat.of().parseHex(hex));
        out.write('"');
        return out.toByteArray();
    }

    /** Arrays and objects alternate. */
    private static String nested(int depth) {
        StringBuilder open = new StringBuilder();
        StringBuilder close = new StringBuilder();
        for (int i = 0; i < depth; i++) {
            open.append(i % 2 == 0 ? "[" : "{\"\":");
            close.insert(0, i % 2 == 0 ? "]" : "}");
        }
        return open + (depth % 2 == 0 ? "1" : "") + close;
    }

    private static final List<String> SCALARS = List.of(
            "0",
            "-1",
            "12.5",
            "1e9",
            "-0.0E-7",
            "true",
            "false",
            "null",
            "\"\"",
            "\"a\"",
            "\"\\u00e9\\ud800\"",
            "\"\\n\\\\\"",
            "\"é€😀\"");

    private static String generated(Random random, int depth) {
        int kind = depth > 4 ? 0 : random.nextInt(4);
        String space = random.nextInt(4) == 0 ? " " : "";
        return switch (kind) {
            case 1 -> "[" + joined(random, depth, "") + space + "]";
            case 2 -> "{" + space + joined(random, depth, "\"k\":") + "}";
            default -> space + SCALARS.get(random.nextInt(SCALARS.size()));
        };
    }

    private static String joined(Random random, int depth, String before) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(4); i > 0; i--) {
            text.append(before).append(generated(random, depth + 1)).append(i > 1 ? "," : "");
        }
        return text.toString();
    }

    private static final byte[] NASTY =
            "[]{},:\"\\/ \n\t0123456789-+.eEtfnu\u0000\u001f".getBytes(StandardCharsets.UTF_8);

    private static byte[] mutated(Random random, byte[] document) {
        byte[] bytes = document;
        for (int i = random.nextInt(3); i > 0; i--) {
            int at = random.nextInt(bytes.length + 1);
            int removed = random.nextInt(Math.min(2, bytes.length - at) + 1);
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            out.write(bytes, 0, at);
            if (random.nextInt(3) > 0) {
                out.write(random.nextInt(4) == 0 ? random.nextInt(256) : NASTY[random.nextInt(NASTY.length)]);
            }
            out.write(bytes, at + removed, bytes.length - at - removed);
            bytes = out.toByteArray();
        }
        return bytes;
    }

    private static final JsonFactory STRICT = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(JsonCheck.MAX_DEPTH)
                    .build())
            .build();

    /** Decodes strictly first: the parser would guess encodings and accept malformed ones. */
    private static boolean strictlyValid(byte[] document) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(document))
                    .toString();
            return !text.startsWith("\uFEFF") && holdsOneValue(text);
        } catch (CharacterCodingException | JacksonException e) {
            return false;
        }
    }

    private static boolean holdsOneValue(String text) {
        try (JsonParser parser = STRICT.createParser(ObjectReadContext.empty(), text)) {
            if (parser.nextToken() == null) {
                return false;
            }
            parser.skipChildren();
            if (parser.currentToken().isScalarValue()) {
                // Forces the parser to read a string that it would skip.
                assertThat(parser.getString()).isNotNull();
            }
            return parser.nextToken() == null;
        }
    }
}
