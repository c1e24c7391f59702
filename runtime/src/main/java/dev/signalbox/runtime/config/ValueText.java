package dev.signalbox.runtime.config;

import java.math.BigDecimal;
import java.util.Locale;

/** How values are written in configuration and in messages. */
final class ValueText {
    private ValueText() {}

    static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static String plain(double number) {
        return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
    }
}
