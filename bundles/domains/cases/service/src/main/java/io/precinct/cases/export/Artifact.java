package io.precinct.cases.export;

import io.precinct.api.contract.Schema;
import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.cases.record.CaseContext;
import io.precinct.cases.record.CaseSchemas;
import io.precinct.cases.record.CaseWithNotes;
import io.precinct.cases.record.ListMembers;
import io.precinct.cases.sync.CaseHash;
import io.precinct.postgres.api.Timestamps;
import io.precinct.rest.api.Schemas;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A case as a self-contained file.
 *
 * @param fileName the name of the file in the ingest folder
 * @param data the whole artifact
 */
record Artifact(String fileName, Map<String, @Nullable Object> data) {
    /** The value of {@code schema_version}. */
    static final int SCHEMA_VERSION = 1;

    /** The value of {@code artifact_type}. */
    static final String TYPE = "case";

    /** The schema of {@link #data}. */
    static final Schema SCHEMA = CaseContext.served(Schema.object()
                    .with("schema_version", Schema.integer())
                    .with("artifact_type", Schema.oneOf(TYPE))
                    .with("exported_at", Schemas.TIME)
                    .with("exported_by", Schema.text())
                    .with(
                            "export_reason",
                            Schema.oneOf(Arrays.stream(Reason.values())
                                    .map(Reason::wireName)
                                    .toList()))
                    .with("version", Schema.integer().atLeast(1))
                    .with(
                            "content_hash",
                            Schema.text().matching("^[0-9a-f]{64}$").example("0".repeat(64)))
                    .with("task", CaseSchemas.WHOLE)
                    .with("checklists", Schema.list(ListMembers.RESOURCE.schema())))
            .named("Artifact");

    /** The suffix of a file that is not completely written; readers of {@code *.json} do not see such a file. */
    static final String UNFINISHED = ".unfinished";

    /**
     * Creates the artifact of a case with its checklists. {@code content_hash} is SHA-256 over the canonical JSON (RFC
     * 8785) of {@code {"task": …, "checklists": …}} exactly as the artifact contains them, in lower-case hexadecimal.
     *
     * @param context what else belongs to the case
     * @param version the version that the artifact carries: the version of the case, or a higher one
     */
    static Artifact of(
            CaseWithNotes withNotes,
            List<Map<String, @Nullable Object>> checklists,
            CaseContext context,
            Reason reason,
            String by,
            long version) {
        Map<String, @Nullable Object> content = Data.map("task", withNotes.toData(), "checklists", checklists);
        String id = withNotes.task().id();
        return new Artifact(
                reason == Reason.VERSION ? id + ".v" + version + ".json" : id + ".json",
                Data.mapBuilder()
                        .put("schema_version", SCHEMA_VERSION)
                        .put("artifact_type", TYPE)
                        .put("exported_at", Timestamps.text(Timestamps.now()))
                        .put("exported_by", by)
                        .put("export_reason", reason.wireName())
                        .put("version", version)
                        .put("content_hash", CaseHash.hash(content))
                        .putAll(content)
                        .putAll(context.members())
                        .build());
    }

    /** Writes the file so that a reader sees the whole file or none, even after a crash. */
    void writeTo(Path folder) throws IOException {
        Files.createDirectories(folder);
        Path unfinished = folder.resolve("." + fileName + "." + UUID.randomUUID() + UNFINISHED);
        try {
            try (var file = FileChannel.open(unfinished, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                var bytes = ByteBuffer.wrap(Json.compactBytes(data));
                while (bytes.hasRemaining()) {
                    file.write(bytes);
                }
                file.force(true);
            }
            Files.move(
                    unfinished,
                    folder.resolve(fileName),
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(unfinished);
        }
        if (java.io.File.separatorChar == '/') {
            // the new name is durable only once the folder is synced as well; Windows cannot open a folder
            try (var directory = FileChannel.open(folder, StandardOpenOption.READ)) {
                directory.force(true);
            }
        }
    }
}
