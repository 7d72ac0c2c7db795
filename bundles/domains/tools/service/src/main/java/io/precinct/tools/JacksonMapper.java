package io.precinct.tools;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import java.io.IOException;

/** JSON of the protocol's own messages, by Jackson. Thread-safe. */
final class JacksonMapper implements McpJsonMapper {
    private final ObjectMapper mapper = new ObjectMapper();

    private JavaType type(TypeRef<?> type) {
        return mapper.constructType(type.getType());
    }

    @Override
    public <T> T readValue(String content, Class<T> type) throws IOException {
        return mapper.readValue(content, type);
    }

    @Override
    public <T> T readValue(byte[] content, Class<T> type) throws IOException {
        return mapper.readValue(content, type);
    }

    @Override
    public <T> T readValue(String content, TypeRef<T> type) throws IOException {
        return mapper.readValue(content, type(type));
    }

    @Override
    public <T> T readValue(byte[] content, TypeRef<T> type) throws IOException {
        return mapper.readValue(content, type(type));
    }

    @Override
    public <T> T convertValue(Object from, Class<T> type) {
        return mapper.convertValue(from, type);
    }

    @Override
    public <T> T convertValue(Object from, TypeRef<T> type) {
        return mapper.convertValue(from, type(type));
    }

    @Override
    public String writeValueAsString(Object value) throws IOException {
        return mapper.writeValueAsString(value);
    }

    @Override
    public byte[] writeValueAsBytes(Object value) throws IOException {
        return mapper.writeValueAsBytes(value);
    }
}
