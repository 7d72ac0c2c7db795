package io.precinct.cases.record;

import io.precinct.api.contract.Schema;
import io.precinct.api.contract.Type;
import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.api.data.MalformedJson;
import io.precinct.cases.api.EvidenceTag;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** Value types that only members of cases and notes use. */
public final class CaseTypes {
    /** The id of a case. */
    public static final Type<String> CASE_ID = caseId("has the form task-<uuid>");

    /** An element of a list of case ids. */
    static final Type<String> ONE_OF_IDS = caseId("is a case id");

    /** The id of a template. */
    static final Type<String> TEMPLATE_ID = id(
            CaseLimits.TEMPLATE_ID,
            "has the form recurring-<uuid>",
            "recurring-<uuid>",
            schema -> schema.example("recurring-01890a5d-ac96-774b-bcce-b302099a8057"));

    /** The id of a note. */
    static final Type<String> NOTE_ID = id(
            CaseLimits.NOTE_ID, "has the form note-<uuid8>", "note-<uuid8>", schema -> schema.example("note-0a1b2c3d"));

    /** Markdown. */
    static final Type<String> MARKDOWN =
            Type.utf8(CaseLimits.MARKDOWN).described(schema -> schema.describedAs("Markdown."));

    /** Text that contains a JSON object. */
    static final Type<String> OBJECT_TEXT = Type.utf8(CaseLimits.MARKDOWN)
            .where(
                    CaseTypes::holdsObject,
                    "format",
                    "is a string that holds a JSON object",
                    "{session_id, cwd, timestamp}")
            .described(schema -> schema.and("contentMediaType", "application/json")
                    .describedAs("A string that holds a JSON object.")
                    .example("{\"session_id\":\"1\"}"));

    /** An evidence tag, which is read in the form of {@link EvidenceTag}. */
    public static final Type<String> TAG = Type.filledText(CaseLimits.NAME)
            .as(EvidenceTag::of, Function.identity())
            .where(tag -> !tag.isEmpty(), "required", "is not blank", null)
            .where(
                    tag -> tag.codePointCount(0, tag.length()) <= CaseLimits.NAME,
                    "too_long",
                    "has at most " + CaseLimits.NAME + " characters in the normalization form NFC",
                    Data.map("max_length", CaseLimits.NAME));

    /** Evidence tags as another instance stores them: a tag that changes on its way would keep the two apart. */
    static final Type<List<String>> STORED_TAGS = distinct(Type.filledText(CaseLimits.NAME));

    /** The links of a case; {@link LinkRules} reads them. */
    static final Schema LINKS = links().named("Links");

    private CaseTypes() {}

    private static Type<String> caseId(String message) {
        return id(
                CaseLimits.CASE_ID,
                message,
                "task-<uuid>",
                schema -> schema.example("task-01890a5d-ac96-774b-bcce-b302099a8057")
                        .named("CaseId"));
    }

    private static Type<String> id(Pattern pattern, String message, String allowed, UnaryOperator<Schema> described) {
        Schema schema = described.apply(Schema.text().matching("^" + pattern.pattern() + "$"));
        return Type.text(CaseLimits.ID)
                .where(id -> pattern.matcher(id).matches(), "format", message, allowed)
                .described(_ -> schema);
    }

    /** A list of distinct values; duplicates are dropped. */
    static Type<List<String>> distinct(Type<String> element) {
        return Type.list(element, CaseLimits.ELEMENTS)
                .as(list -> List.copyOf(new LinkedHashSet<>(list)), Function.identity());
    }

    private static boolean holdsObject(String text) {
        try {
            return Json.read(text) instanceof Map<?, ?>;
        } catch (MalformedJson e) {
            return false;
        }
    }

    private static Schema links() {
        Schema links = Schema.object();
        for (String key : CaseLimits.LINK_ARRAYS) {
            links = links.optionally(key, Schema.list(Schema.any()));
        }
        return links.optionally(CaseLimits.LINK_CONTEXT, Schema.text().orNull())
                .example(Data.map("memories", Data.list("desk/key"), "context", "The desk"));
    }
}
