package io.precinct.core.api.chain;

import io.precinct.api.boundary.RouteDeclaration;
import java.util.List;

/**
 * The route a request runs on.
 *
 * @param name by which scenarios attach
 * @param declaration method, path and what else a route says
 * @param boundaries names of the user slots
 */
public record RouteInfo(String name, RouteDeclaration declaration, List<String> boundaries) {}
