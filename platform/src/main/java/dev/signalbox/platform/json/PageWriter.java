package dev.signalbox.platform.json;

import dev.signalbox.platform.input.ResultPage;

/** The body that answers a search or list. */
public final class PageWriter {
    private PageWriter() {}

    public static <T> byte[] page(ResultPage<T> page, JsonWriter.ItemWriter<T> write) {
        return JsonWriter.object(out -> {
            out.objects("items", page.items(), write)
                    .number("page", page.page())
                    .number("size", page.size())
                    .number("totalItems", page.totalItems())
                    .number("totalPages", page.totalPages());
            if (page.totalIsEstimate()) {
                out.truth("totalIsEstimate", true);
            }
        });
    }
}
