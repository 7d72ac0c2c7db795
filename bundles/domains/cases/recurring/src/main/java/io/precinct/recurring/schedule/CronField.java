package io.precinct.recurring.schedule;

import io.precinct.api.data.Data;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One field of a cron rule.
 *
 * @param values the allowed values
 * @param single the values that were given alone, outside ranges and steps
 * @param star whether the field begins with {@code *} and so restricts nothing in cron's sense
 */
record CronField(BitSet values, BitSet single, boolean star) {
    private static final Pattern PART = Pattern.compile("(\\*|([0-9A-Z]{1,3})(?:-([0-9A-Z]{1,3}))?)(?:/([0-9]{1,3}))?");

    static CronField of(String name, String text, int least, int most, List<String> names) throws BadRule {
        var field = new CronField(new BitSet(), new BitSet(), text.startsWith("*"));
        for (String part : text.toUpperCase(Locale.ROOT).split(",", -1)) {
            Matcher matcher = PART.matcher(part);
            if (!matcher.matches()) {
                throw bad(name, text, least, most, names);
            }
            int step = matcher.group(4) == null ? 1 : Integer.parseInt(matcher.group(4));
            boolean all = part.startsWith("*");
            int from = all ? least : number(matcher.group(2), least, names);
            int to = to(matcher, all, from, most, names);
            // 7 is another name for Sunday, not an eighth day of *
            int last = all && most == 7 ? 6 : to;
            if (step < 1 || from < least || last > most || from > last) {
                throw bad(name, text, least, most, names);
            }
            for (int value = from; value <= last; value += step) {
                field.values.set(value);
            }
            if (!all && matcher.group(3) == null && matcher.group(4) == null) {
                field.single.set(from);
            }
        }
        return field;
    }

    /** As in cron, a step after a single value extends to the end. */
    private static int to(Matcher matcher, boolean all, int from, int most, List<String> names) {
        if (all) {
            return most;
        }
        if (matcher.group(3) != null) {
            return number(matcher.group(3), most == 12 ? 1 : 0, names);
        }
        return matcher.group(4) == null ? from : most;
    }

    private static int number(@Nullable String text, int first, List<String> names) {
        int named = names.indexOf(text);
        if (named >= 0) {
            return named + first;
        }
        return text != null && text.chars().allMatch(c -> c >= '0' && c <= '9') ? Integer.parseInt(text) : -1;
    }

    private static BadRule bad(String name, String text, int least, int most, List<String> names) {
        return new BadRule(
                "bounds",
                "the " + name + " of a cron rule is *, " + least + " to " + most
                        + (names.isEmpty() ? "" : ", " + names.getFirst() + " to " + names.getLast())
                        + ", with lists, ranges and steps; got " + (text.length() > 100 ? "something longer" : text),
                Data.map("gte", least, "lte", most));
    }
}
