// Requests the URL of the first argument until a message comes, and sends the durations in milliseconds. A process of
// its own, because the test's process is busy with the requests of an attack.
import { setTimeout } from 'node:timers/promises';

/** Pause between two requests, milliseconds. */
const PAUSE_MS = 10;

const [url = ''] = process.argv.slice(2);
const durations: number[] = [];
let isRunning = true;
process.once('message', () => (isRunning = false));
// The first request opens the connection.
await (await fetch(url)).text();
process.send?.('ready');
while (isRunning) {
  const startedAt = performance.now();
  await (await fetch(url)).text();
  durations.push(performance.now() - startedAt);
  await setTimeout(PAUSE_MS);
}
process.send?.(durations, () => process.disconnect());
