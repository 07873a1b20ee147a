import { createSpecBackend } from '#tests/core/session/support/specBackend.ts';
import { addAccountCalls } from './accountCalls.ts';
import { addCalculatorCalls } from './calculatorCalls.ts';
import { addClaimCalls } from './claimCalls.ts';

/**
 * A whole exchange with the calls and the fields that the specification names, and no others: every other call is a
 * 404. If it names no field of a response, the exchange sends the least that the calls need: an id where a call has one
 * in its path, else an empty list or object. `state.calls` has every call in the order of its arrival.
 */
export function createSpecExchange() {
  const backend = createSpecBackend();
  const settings = addCalculatorCalls(backend);
  const claims = addClaimCalls(backend);
  addAccountCalls(backend, claims);
  return { ...backend, settings, claims };
}

/** An exchange with only the calls and fields of the specification. */
export type SpecExchange = ReturnType<typeof createSpecExchange>;
