package io.precinct.tools;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import java.io.IOException;

/** Maps the protocol's own messages to JSON with Jackson. Thread-safe. */
final class JacksonMapper implements McpJsonMapper {
    /**
     * Created with the first message: this takes a tenth of a second, which the start of the service need not wait for.
     */
    private static final class Lazy {
        static final ObjectMapper MAPPER = new ObjectMapper();
    }

    private JavaType type(TypeRef<?> type) {
        return Lazy.MAPPER.constructType(type.getType());
    }

    @Override
    public <T> T readValue(String content, Class<T> type) throws IOException {
        return Lazy.MAPPER.readValue(content, type);
    }

    @Override
    public <T> T readValue(byte[] content, Class<T> type) throws IOException {
        return Lazy.MAPPER.readValue(content, type);
    }

    @Override
    public <T> T readValue(String content, TypeRef<T> type) throws IOException {
        return Lazy.MAPPER.readValue(content, type(type));
    }

    @Override
    public <T> T readValue(byte[] content, TypeRef<T> type) throws IOException {
        return Lazy.MAPPER.readValue(content, type(type));
    }

    @Override
    public <T> T convertValue(Object from, Class<T> type) {
        return Lazy.MAPPER.convertValue(from, type);
    }

    @Override
    public <T> T convertValue(Object from, TypeRef<T> type) {
        return Lazy.MAPPER.convertValue(from, type(type));
    }

    @Override
    public String writeValueAsString(Object value) throws IOException {
        return Lazy.MAPPER.writeValueAsString(value);
    }

    @Override
    public byte[] writeValueAsBytes(Object value) throws IOException {
        return Lazy.MAPPER.writeValueAsBytes(value);
    }
}
