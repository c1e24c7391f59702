package dev.signalbox.demo.view;

/** Colours, or none where they aren't wanted. */
public record Palette(boolean colours) {
    /** In green. */
    public String good(String text) {
        return style("32", text);
    }

    /** In yellow. */
    public String notable(String text) {
        return style("33", text);
    }

    /** In bold red. */
    public String bad(String text) {
        return style("1;31", text);
    }

    /** Standing back. */
    public String dim(String text) {
        return style("2", text);
    }

    /** Standing out. */
    public String strong(String text) {
        return style("1", text);
    }

    /** In the colour of the curves. */
    public String curve(String text) {
        return style("36", text);
    }

    private String style(String code, String text) {
        return colours && !text.isEmpty() ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
    }
}
