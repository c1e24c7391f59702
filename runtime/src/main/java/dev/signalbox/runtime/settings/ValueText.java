package dev.signalbox.runtime.settings;

import java.math.BigDecimal;
import java.util.Locale;

/** How values are written in configuration and in messages. */
public final class ValueText {
    private ValueText() {}

    public static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public static String plain(double number) {
        return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
    }
}
