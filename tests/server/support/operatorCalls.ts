import { expect } from 'vitest';
import type { TestServer } from '../../support/testServer.ts';
import { listOperatorChanges, runOperator } from './operatorCommand.ts';

/** Splits a call at spaces outside quotation marks, as a shell does. */
const splitCall = (call: string) =>
  [...call.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '');

/** Creates functions that run operator's commands as they are typed, on a test server. */
export function createOperatorCalls(testServer: TestServer) {
  const run = async (call: string) => {
    const result = await runOperator(testServer, ...splitCall(call));
    await testServer.context.catalogue.reload();
    return result;
  };
  return {
    run,
    /** Runs a command that succeeds, and returns its output. */
    async succeed(call: string) {
      const { code, out, err } = await run(call);
      expect([call, code, err]).toEqual([call, 0, '']);
      return out;
    },
    /** Expects one line with the reason of each refusal, and that neither the catalogue nor the log has changed. */
    async expectRefusals(refusals: readonly (readonly [call: string, reason: string])[]) {
      const before = testServer.context.catalogue.getSnapshot().version;
      for (const [call, reason] of refusals) {
        const { code, out, err } = await run(call);
        expect([call, code, out]).toEqual([call, 1, '']);
        expect(err).toContain(reason);
        expect(err.trimEnd()).not.toContain('\n');
      }
      expect(testServer.context.catalogue.getSnapshot().version).toBe(before);
      expect(await listOperatorChanges(testServer)).toEqual([]);
    },
  };
}
