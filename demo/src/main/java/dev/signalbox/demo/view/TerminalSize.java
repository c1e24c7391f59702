package dev.signalbox.demo.view;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The size of the terminal in characters. */
record TerminalSize(int rows, int columns) {
    static final TerminalSize DEFAULT = new TerminalSize(24, 80);
    private static final Pattern FORM = Pattern.compile("([0-9]{1,4}) ([0-9]{1,4})\\s*");
    private static final int FEWEST_ROWS = 4;
    private static final int FEWEST_COLUMNS = 20;

    /** Asks the terminal, and falls back to the default size. */
    static TerminalSize current() throws InterruptedException {
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(new File("/dev/tty"))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String answer = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            stty.waitFor();
            return parse(answer);
        } catch (IOException e) {
            return DEFAULT;
        }
    }

    static TerminalSize parse(String answer) {
        Matcher size = FORM.matcher(answer);
        if (!size.matches() || Integer.parseInt(size.group(1)) == 0 || Integer.parseInt(size.group(2)) == 0) {
            return DEFAULT;
        }
        return new TerminalSize(
                Math.max(FEWEST_ROWS, Integer.parseInt(size.group(1))),
                Math.max(FEWEST_COLUMNS, Integer.parseInt(size.group(2))));
    }
}
