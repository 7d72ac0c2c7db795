/**
 * What the deployer remembers across restarts: the ledger of generations, the journal of outcomes, the shipped bundles
 * that were replaced or disabled. Uses {@code store} and {@code verify}.
 */
@NullMarked
package io.precinct.deploy.records;

import org.jspecify.annotations.NullMarked;
