import { pollUntil } from '../../support/browser/pollUntil.ts';

/**
 * Calls `navigate` and resolves when the new document exists. A driver's own navigation waits for DOMContentLoaded or
 * load, which wait for the scripts that tests delay.
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
