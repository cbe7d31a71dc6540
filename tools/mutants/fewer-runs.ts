import fc from "fast-check";

// A mutant that survives 40 random cases needs a test of its own; a counterexample needs no shrinking.
fc.configureGlobal({ numRuns: 40, endOnFailure: true });
