import { openDatabase } from '#server/platform/database/database.ts';
import { countClicks } from '#server/partners/statistics/countClicks.ts';
import { countEvents } from '#server/partners/statistics/countEvents.ts';

// Counts a batch, and is killed after the days are written, before the events are marked.
const [kind = '', dataDir = '', databaseUrl = ''] = process.argv.slice(2);
const { db } = await openDatabase({ dataDir, databaseUrl: databaseUrl === '' ? null : databaseUrl });
await (kind === 'events' ? countEvents : countClicks)({
  db,
  now: () => {
    process.kill(process.pid, 'SIGKILL');
    return 0;
  },
});
