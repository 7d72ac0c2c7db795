package io.precinct.core.api.chain;

import io.precinct.api.boundary.RouteDeclaration;
import java.util.List;

/**
 * The route a request runs on.
 *
 * @param name its name, to which scenarios refer
 * @param declaration method, path and further settings
 * @param boundaries names of the boundaries in its user slots
 */
public record RouteInfo(String name, RouteDeclaration declaration, List<String> boundaries) {}
