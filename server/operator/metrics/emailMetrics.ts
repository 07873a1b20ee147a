import { Counter, type Registry } from 'prom-client';
import type { ServerContext } from '#server/notifications/context.ts';
import type { Db } from '#server/platform/database/schema.ts';
import type { EmailTransport } from '#server/platform/email/emailTransport.ts';
import { cacheRead } from './cachedRead.ts';
import { addGauge } from './gauge.ts';

/** Registers the counter of attempts to send an e-mail, and returns a function that adds it to a transport. */
export function createEmailObserver(registry: Registry): (transport: EmailTransport) => EmailTransport {
  const attempts = new Counter({
    name: 'razmen_mail_attempts_total',
    help: 'Attempts to send an e-mail, by result',
    labelNames: ['result'],
    registers: [registry],
  });
  for (const result of ['sent', 'failed']) attempts.inc({ result }, 0);
  return transport => ({
    ...transport,
    async send(message, signal) {
      try {
        await transport.send(message, signal);
      } catch (error) {
        // An e-mail that a stop has aborted is sent after the next start.
        if (!signal.aborted) attempts.inc({ result: 'failed' });
        throw error;
      }
      attempts.inc({ result: 'sent' });
    },
  });
}

/** Counts the e-mails that are not sent yet. It reads the indexes `mail_due` and `mail_dead`, and no sent e-mail. */
export function countUnsentEmail(db: Db, now: number) {
  const dead = db
    .selectFrom('mail')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('dead_at', 'is not', null);
  return db
    .selectFrom('mail')
    .select(({ fn }) => [
      fn.countAll<bigint>().filterWhere('next_at', '<=', BigInt(now)).as('due'),
      fn.countAll<bigint>().filterWhere('next_at', '>', BigInt(now)).as('waiting'),
      fn.min<bigint | null>('next_at').as('next_at'),
      dead.as('dead'),
    ])
    .where('sent_at', 'is', null)
    .where('dead_at', 'is', null);
}

/** Registers the gauges of e-mails that are not sent yet. */
export function registerEmailGauges(registry: Registry, { healthDb, log, now }: ServerContext): void {
  const readCounts = cacheRead(() => countUnsentEmail(healthDb, now()).executeTakeFirstOrThrow(), log);
  addGauge(registry, {
    name: 'razmen_mail_unsent',
    help: 'E-mails that are not sent: due, waiting for a later time, or dead after the last attempt',
    labelNames: ['state'],
    async collect() {
      const counts = await readCounts();
      this.reset();
      for (const state of ['due', 'waiting', 'dead'] as const)
        if (counts) this.set({ state }, Number(counts[state]));
    },
  });
  addGauge(registry, {
    name: 'razmen_mail_oldest_due_age_seconds',
    help: 'How long the oldest due e-mail has been due; 0 if none is',
    async collect() {
      const counts = await readCounts();
      if (!counts) return this.remove();
      const dueAt = counts.next_at === null ? Infinity : Number(counts.next_at);
      this.set(Math.max(0, (now() - dueAt) / 1_000));
    },
  });
}
