import { pollUntil } from '../../support/browser/pollUntil.ts';

/**
 * Calls `navigate`, which need not wait for anything, and resolves when the new document exists. A driver's own waiting
 * ends with DOMContentLoaded or load, and both wait for the scripts that tests delay.
 */
export async function openDocument(
  evaluate: (expression: string) => Promise<unknown>,
  address: string,
  navigate: () => Promise<unknown>,
): Promise<void> {
  await evaluate('void (window.isBeingLeft = true)');
  await navigate();
  await pollUntil(
    `the document of ${address}`,
    () => evaluate("!window.isBeingLeft && document.readyState !== 'loading'"),
    found => found === true,
  );
}
