import { expect, test } from 'vitest';
import { findPostgresBinaries } from '../../tools/programs/postgres.ts';
import { createTemporaryFolder } from './support/temporaryFolder.ts';

test('finds the newest complete version, compared by number', () => {
  const base = createTemporaryFolder({
    '9/bin/initdb': '',
    '9/bin/pg_ctl': '',
    '15/bin/initdb': '',
    '15/bin/pg_ctl': '',
    '17/bin/psql': '',
  });
  expect(findPostgresBinaries(base)).toBe(`${base}/15/bin`);
});

test('returns undefined without PostgreSQL', () => {
  expect(findPostgresBinaries(`${createTemporaryFolder()}/none`)).toBeUndefined();
});
