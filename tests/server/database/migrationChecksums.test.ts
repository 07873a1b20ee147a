import { createHash } from 'node:crypto';
import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { describe, expect, it, test } from 'vitest';
import { loadMigrations } from '#server/platform/database/migrations.ts';

/**
 * SHA-256 of a migration's statements, spaces collapsed, first 16 digits. A migration counts as released from the
 * commit that adds it, because the main branch may be deployed at any time: each has an entry here.
 */
const RELEASED_CHECKSUMS: Readonly<Record<string, Readonly<Record<'sqlite' | 'postgres', string>>>> = {
  '001-initial-tables': { sqlite: '823ffd95cba299a2', postgres: '3321d6bff6a693d1' },
  '002-claim-processing': { sqlite: 'c5ec03c9399c0a8b', postgres: '59f3812e6696ef3c' },
  '003-discounts': { sqlite: '8272c746fbde26f8', postgres: 'f930b12a9ff6bef5' },
  '004-meeting-hours': { sqlite: '98e5b257c29e4add', postgres: '98e5b257c29e4add' },
  '005-mail-claim-index': { sqlite: '0a42a0305e7bf6e7', postgres: '0a42a0305e7bf6e7' },
  '006-search-words': { sqlite: '2a75367a279401ae', postgres: '2a75367a279401ae' },
  '007-payouts': { sqlite: '34bfa870d8ba194c', postgres: 'acbba5ade3480de4' },
  '008-default-amounts': { sqlite: '2456d2882e008c9e', postgres: '2456d2882e008c9e' },
  '009-offer-expiry': { sqlite: '42ee65f37ac6f8f0', postgres: '42ee65f37ac6f8f0' },
  '010-claimed-deadline': { sqlite: 'cb67ca69c4628ff8', postgres: 'cb67ca69c4628ff8' },
  '011-payment-references': { sqlite: 'a65e3eae2f6d91de', postgres: '1cf3e750d5418ba5' },
  '012-promocode-uses': { sqlite: '14963bb147a7a78c', postgres: '14963bb147a7a78c' },
  '013-retention': { sqlite: '6289a171ae63f365', postgres: '6289a171ae63f365' },
  '014-account-keys': { sqlite: '75a18a2b93f27512', postgres: '75a18a2b93f27512' },
  '015-expected-sums': { sqlite: 'fc355f6efb0a2df6', postgres: 'fc355f6efb0a2df6' },
  '016-mail-recipients': { sqlite: 'e80cac481de8b919', postgres: 'e80cac481de8b919' },
  '017-operator-names': { sqlite: '360f2901fad95835', postgres: '360f2901fad95835' },
  '018-heartbeat': { sqlite: '958aa0793a774d02', postgres: '958aa0793a774d02' },
  '019-concurrent-writers': { sqlite: '44b965b0cdf4856f', postgres: '3b0e2c288ae285c0' },
  '020-shared-rates': { sqlite: '90b547719452fd9a', postgres: '90b547719452fd9a' },
  '021-mail-queue': { sqlite: 'b76f7f8a3c3d5f93', postgres: 'b76f7f8a3c3d5f93' },
  '022-open-claims': { sqlite: '7aac261d92ba4edd', postgres: '7aac261d92ba4edd' },
  '023-rate-limits': { sqlite: '79325dfe6200613a', postgres: '3e9a2602fa80599d' },
  '024-accounts': { sqlite: '2ac5e903832f1fab', postgres: '4545306755cfaef7' },
  '025-account-mail': { sqlite: 'b86c48bfcf392c09', postgres: '5ae6d511bbd3d43e' },
  '026-claim-owners': { sqlite: 'cdc8d1f9b3692f98', postgres: 'cdc8d1f9b3692f98' },
  '029-account-changes': { sqlite: 'f9f1009694c719f1', postgres: 'f9f1009694c719f1' },
  '030-turnover': { sqlite: '8dae516b2f6fee6f', postgres: '8dae516b2f6fee6f' },
  '031-saved-requisites': { sqlite: 'dc417066b84c3047', postgres: '74ab8ad351d7ec21' },
  '032-second-factor': { sqlite: '4af423c542c6af23', postgres: '4af423c542c6af23' },
  '033-passkeys': { sqlite: '5d54f22683d716d6', postgres: '5d54f22683d716d6' },
  '034-partners': { sqlite: '7dd7a78676308ad3', postgres: '616dd7eb0e1bc8ee' },
  '037-shop-api': { sqlite: 'f6d1ba50ad37e4f3', postgres: '4a44534587405819' },
  '035-referral-ledger': { sqlite: '2ff6c22af12e0ee0', postgres: '80c15b96c3031c51' },
  '038-referral-status': { sqlite: '3be4f59b4d1643c1', postgres: '4585de7bf951a246' },
  '039-click-networks': { sqlite: '590037d3f9139c9b', postgres: '590037d3f9139c9b' },
  '040-claim-openers': { sqlite: '4fc61967152b7bfc', postgres: '4fc61967152b7bfc' },
  '042-recent-access': { sqlite: '42765132d281e2fe', postgres: '42765132d281e2fe' },
  '041-signup-proofs': { sqlite: 'ce6b3cea43f38395', postgres: 'ce6b3cea43f38395' },
  '043-refund-destination': { sqlite: 'f24912d3af20f461', postgres: '585cd19e2ea2845b' },
  '044-uncapped-courses': { sqlite: '3c8e0414e9c0d7d3', postgres: '3c8e0414e9c0d7d3' },
  '045-claim-networks': { sqlite: 'f823ad51570fe165', postgres: 'f823ad51570fe165' },
  '046-completed-exchanges': { sqlite: '49d94f9e842c40bd', postgres: '49d94f9e842c40bd' },
  '047-course-history': { sqlite: '484e039d0945a2bc', postgres: '484e039d0945a2bc' },
  '036-partner-statistics': { sqlite: '4af93ef15426bc8b', postgres: '0a473a49c21c703a' },
  '048-withdrawal-changes': { sqlite: '0a57cd94354857f5', postgres: '0a57cd94354857f5' },
  '049-telegram': { sqlite: 'f4f6f994a19c31f7', postgres: '7e273f93d9c427fd' },
  '051-mail-indexes': { sqlite: 'af4724e049786a08', postgres: 'af4724e049786a08' },
  '052-token-buckets': { sqlite: 'e559bd07db2f3fa4', postgres: 'e559bd07db2f3fa4' },
};

const calculateChecksum = async (name: string, dialect: 'sqlite' | 'postgres') => {
  const statements: string[] = [];
  const db = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: introspected => new SqliteIntrospector(introspected),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
    log: ({ query }) => void statements.push(query.sql.replace(/\s+/g, ' ')),
  });
  const migration = (await loadMigrations())[name];
  await migration?.up(db, dialect);
  for (const [index, definition] of Object.entries(migration?.indexes ?? {}))
    statements.push(`${index} ${definition}`);
  return createHash('sha256').update(statements.join('\n')).digest('hex').slice(0, 16);
};

const migrationNames = Object.keys(await loadMigrations());

describe('RELEASED_CHECKSUMS', () => {
  it('has no entry without a migration', () => {
    expect(migrationNames).toEqual(expect.arrayContaining(Object.keys(RELEASED_CHECKSUMS)));
  });

  test.each(migrationNames)('%s is unchanged', async name => {
    const [sqlite, postgres] = [
      await calculateChecksum(name, 'sqlite'),
      await calculateChecksum(name, 'postgres'),
    ];
    const entry = `'${name}': { sqlite: '${sqlite}', postgres: '${postgres}' },`;
    expect(
      RELEASED_CHECKSUMS[name],
      name in RELEASED_CHECKSUMS
        ? `${name} has changed. Databases that have applied it will not apply it again: restore it, and add a migration ` +
            `for the change. If your branch adds it, replace its entry in RELEASED_CHECKSUMS by ${entry}`
        : `${name} has no entry in RELEASED_CHECKSUMS. When it is final, add: ${entry}`,
    ).toEqual({ sqlite, postgres });
  });
});
