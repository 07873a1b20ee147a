import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, describe } from 'vitest';
import { STATUSES } from '#core/claim/status.ts';
import { attempt } from '#server/claims/attempt.ts';
import { transition } from '#server/claims/transition.ts';
import * as exchange from '#server/exchange.ts';
import { backoff, deliver } from '#server/mail/delivery.ts';
import { letter } from '#server/mail/letter.ts';
import { transport, type Message } from '#server/mail/transport.ts';
import { inProcess } from './applicant.ts';
import { inbox } from './inbox.ts';
import { forEachDatabase, type World } from './world.ts';

async function claimIn(world: World) {
  const person = inProcess(world.app);
  return person.create(await person.body('USDTTRC20', 'SBERRUB'));
}

function letters({ context }: World) {
  return context.db.selectFrom('mail').selectAll().orderBy('id').execute();
}

/** What the sender reads in an .eml or in what a server received: base64 parts decoded. */
function decoded(raw: string): string {
  const [head = '', ...body] = raw.split('\r\n\r\n');
  const text = body.join('\r\n\r\n');
  if (/^Content-Transfer-Encoding: base64/im.test(head)) return Buffer.from(text, 'base64').toString();
  return Buffer.from(
    text
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString();
}

describe('the letters', () => {
  const facts = { number: 'AB23CD', reason: null, sent: '50 USDT', received: '4 000 ₽' };

  test.each(STATUSES)('%s says what happened and what comes next', status => {
    const { subject, text } = letter({ ...facts, status, deadline: Date.UTC(2026, 10, 21, 12, 30) });
    expect(subject).toMatch(/^Заявка\u00a0AB23CD: [а-яё]/);
    const [headline, next = ''] = text.split('\n\n');
    expect(`${subject}.`).toBe(headline);
    expect(next).toMatch(/^[А-ЯЁ].{20,}\.$/u);
    expect(text).not.toMatch(/[!—–]| [сивдокнепу] /u);
  });

  test('the deadline is told by the clock of Moscow, the sums as they are read', () => {
    const { text } = letter({ ...facts, status: 'waiting', deadline: Date.UTC(2026, 10, 21, 12, 30) });
    expect(text).toContain('Переведите 50 USDT до\u00a015:30 по\u00a0Москве');
  });
});

test('a failed letter waits a minute, then twice as long each time, at most six hours', () => {
  expect([1, 2, 3, 4].map(attempts => backoff(attempts) / 60_000)).toEqual([1, 2, 4, 8]);
  expect([9, 10, 20].map(attempts => backoff(attempts) / 3_600_000)).toEqual([256 / 60, 6, 6]);
});

forEachDatabase((open, dialect) => {
  test('each change of a claim leaves one letter, written with it or not at all', async () => {
    const world = await open();
    const claim = await claimIn(world);
    const written = await letters(world);
    expect(written.map(({ subject }) => subject)).toEqual([
      `Заявка\u00a0${claim.number}: заявка создана`,
      `Заявка\u00a0${claim.number}: ждём оплату`,
    ]);
    const events = await world.context.db.selectFrom('claim_events').selectAll().orderBy('id').execute();
    expect(written.map(row => row.message_id)).toEqual(events.map(({ id }) => `${claim.id}.${id}`));
    for (const row of written) {
      expect(row.recipient).toBe(claim.email);
      // The secret is made again when it leaves.
      expect(JSON.stringify({ ...row, id: 0, attempts: 0, next_at: 0, at: 0 })).not.toContain(claim.secret);
    }
    const change = { id: claim.id, to: 'claimed', actor: 'client', now: world.now() } as const;
    await expect(
      attempt(world.context.db, async trx => {
        await transition(trx, change);
        throw new Error('the power is gone');
      }),
    ).rejects.toThrow('the power is gone');
    expect(await letters(world)).toHaveLength(2);
    await attempt(world.context.db, trx => transition(trx, change));
    expect((await letters(world)).at(-1)?.subject).toContain('вы сообщили об оплате');
  });

  test('without SMTP_URL letters are files that only the server’s user reads', async () => {
    const world = await open();
    const claim = await claimIn(world);
    expect(await deliver(world.context, transport(world.config))).toBe(2);
    expect(await deliver(world.context, transport(world.config))).toBe(0);
    const folder = join(world.config.dataDir, 'mail');
    const [first] = await letters(world);
    const names = readdirSync(folder).filter(name => name.startsWith(claim.id));
    expect(names).toHaveLength(2);
    const file = join(folder, `${first?.message_id}.eml`);
    expect(existsSync(file)).toBe(true);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const raw = readFileSync(file, 'latin1');
    expect(raw).toContain(`Message-ID: <${first?.message_id}@127.0.0.1>`);
    expect(raw).toContain(`To: ${claim.email}`);
    expect(decoded(raw)).toContain(`Заявка: ${world.config.publicOrigin}/claim/${claim.id}#${claim.secret}`);
    expect(world.log()).not.toContain(claim.secret);
    expect(world.log()).not.toContain(claim.email);
  });

  test('two deliveries at once, on PostgreSQL of two servers, send each letter once', async () => {
    const world = await open();
    const other =
      dialect === 'postgres' ? await exchange.open(world.config, world.context.log, world.now) : null;
    const sent: string[] = [];
    const slowly = async ({ messageId }: Message) => {
      sent.push(messageId);
      await new Promise(resolve => setTimeout(resolve, 5));
    };
    try {
      for (let made = 0; made < 3; made++) await claimIn(world);
      const counts = await Promise.all([
        deliver(world.context, slowly),
        deliver((other ?? world).context, slowly),
      ]);
      expect(counts[0] + counts[1]).toBe(6);
      expect(Math.min(...counts)).toBeGreaterThan(0);
      expect(new Set(sent).size).toBe(sent.length);
      expect(sent).toHaveLength(6);
    } finally {
      await other?.close();
    }
  });

  test('a mail server that says no is asked again later, and the log repeats nothing it says', async () => {
    await using server = await inbox();
    const world = await open({ SMTP_URL: server.url, MAIL_FROM: 'office@exchange.example' });
    const claim = await claimIn(world);
    const send = transport(world.config);
    server.refuse = `550 5.1.1 <${claim.email}> unknown`;
    expect(await deliver(world.context, send)).toBe(0);
    expect(world.log()).toContain('a letter could not be sent');
    expect(world.log()).not.toContain(claim.email);
    server.refuse = null;
    world.forward(59_999);
    expect(await deliver(world.context, send)).toBe(0);
    world.forward(1);
    expect(await deliver(world.context, send)).toBe(2);
    const rows = await letters(world);
    expect(rows.map(({ attempts }) => attempts)).toEqual([2n, 2n]);
    expect(server.received.map(({ id }) => id)).toEqual(rows.map(row => `<${row.message_id}@127.0.0.1>`));
    for (const { from, to, raw } of server.received) {
      expect([from, to]).toEqual(['office@exchange.example', [claim.email]]);
      expect(decoded(raw)).toContain(`/claim/${claim.id}#${claim.secret}`);
    }
  });

  test('a letter nobody takes for three days is given up, and named in the log', async () => {
    const world = await open();
    await claimIn(world);
    const never = () => Promise.reject(new Error('no'));
    for (let day = 0; day < 30; day++) {
      await deliver(world.context, never);
      world.forward(6 * 3_600_000);
    }
    expect((await letters(world)).map(({ attempts, sent_at }) => [attempts, sent_at])).toEqual([
      [20n, null],
      [20n, null],
    ]);
    expect(world.log().match(/a letter is given up/g)).toHaveLength(2);
  });
});
