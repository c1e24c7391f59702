package dev.signalbox.platform.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.platform.json.PageWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class PageRequestTest {
    @Test
    void pagesAreLimited() {
        assertThat(PageRequest.of(49, 200).offset()).isEqualTo(9_800);
        assertThatThrownBy(() -> PageRequest.of(50, 200)).hasMessageContaining("first 10000 items");
        assertThatThrownBy(() -> PageRequest.of(-1, 20)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> PageRequest.of(0, 201)).hasMessageContaining("from 1 to 200");
        assertThatThrownBy(() -> PageRequest.of(Integer.MAX_VALUE, 200)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void anEstimateIsNamedAsOne() {
        String exact = written(new ResultPage<>(List.of("a"), 0, 20, 41, false));
        String estimate = written(new ResultPage<>(List.of("a"), 0, 20, 50_000, true));

        assertThat(exact)
                .isEqualTo("{\"items\":[{\"v\":\"a\"}],\"page\":0,\"size\":20,\"totalItems\":41,\"totalPages\":3}");
        assertThat(estimate).endsWith("\"totalItems\":50000,\"totalPages\":500,\"totalIsEstimate\":true}");
    }

    private static String written(ResultPage<String> page) {
        return new String(PageWriter.page(page, (out, item) -> out.text("v", item)), StandardCharsets.UTF_8);
    }
}
