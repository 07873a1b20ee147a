import { createHash } from 'node:crypto';
import { describe, expect, it, test } from 'vitest';
import { loadMigrations } from '#server/platform/database/migrations.ts';
import type { DialectName } from '#server/platform/database/schema.ts';
import { listStatements } from './support/listStatements.ts';

/**
 * SHA-256 of a migration's statements, spaces collapsed, first 16 digits. A migration counts as released from the
 * commit that adds it, because the main branch may be deployed at any time: each has an entry here.
 */
const RELEASED_CHECKSUMS: Readonly<Record<string, Readonly<Record<DialectName, string>>>> = {
  '001-server': { sqlite: '71244f750304d6f0', postgres: '7db90484776ef3bf' },
  '002-catalogue': { sqlite: 'f5ff4f0102a1f52f', postgres: '21c40fd03424f0c7' },
  '003-accounts': { sqlite: '91825a2cc57acb7c', postgres: 'e59971972aeb8e79' },
  '004-claims': { sqlite: 'efd379878a8d1c0b', postgres: 'a4e54244ead79ca5' },
  '005-verifications': { sqlite: '59cc81d1352421d5', postgres: '8c5d5ad74570cdae' },
  '006-partners': { sqlite: '3b78d015add5dc44', postgres: '03ea005e3b9e974e' },
  '007-shops': { sqlite: 'f94f89e62d5b04f4', postgres: '86ea2a9745c5dca0' },
  '008-notifications': { sqlite: '08e6fc170a3c8113', postgres: '9a4fa1a55c10f8a3' },
  '009-address-keys': { sqlite: 'c615bfb62801205f', postgres: '96c317e8092b159b' },
  '010-staff': { sqlite: 'd0acda0f72864683', postgres: '6aecd11d3bf7537b' },
  '011-email-failure': { sqlite: '12fc1c0ea0c83dde', postgres: '12fc1c0ea0c83dde' },
  '012-turnover': { sqlite: '09adc09397b6cbcf', postgres: '09adc09397b6cbcf' },
  '013-observed-payments': { sqlite: 'f490c2ee2f9b868a', postgres: '72c8f261e053f065' },
  '014-bank-transfers': { sqlite: '2bdb6ebb463ce5e5', postgres: '2bdb6ebb463ce5e5' },
  '015-unconfirmed-payments': { sqlite: 'dae89e02252ff055', postgres: 'adf98adda1681bf2' },
  '016-payment-memos': { sqlite: '38da3c900e24c343', postgres: '38da3c900e24c343' },
  '017-payment-corrections': { sqlite: '24072e171d42fcd1', postgres: '44df00b2c1f0bbb4' },
  '018-claim-search': { sqlite: 'af3f58201cb18513', postgres: '49e2de823bb7a634' },
  '019-reserve-authors': { sqlite: 'd6b5ac6effed8319', postgres: 'd6b5ac6effed8319' },
};

const calculateChecksum = async (name: string, dialect: DialectName) => {
  const statements = (await listStatements(name, dialect)).map(text => text.replace(/\s+/g, ' '));
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
